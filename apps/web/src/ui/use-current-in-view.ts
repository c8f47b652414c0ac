import { useEffect, useRef, type RefObject } from 'react'

/** For a strip of links that scrolls sideways on a phone: scrolls the current one to the middle. */
export function useCurrentInView<E extends HTMLElement>(now: unknown): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const strip = ref.current
    const link = strip?.querySelector('[aria-current]')
    if (!strip || !link || strip.scrollWidth <= strip.clientWidth) return
    const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()]
    strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [now])
  return ref
}
