import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useStill } from '../../../ui/use-media.ts'
import { useDesigner } from './designer.ts'

/** Milliseconds that a rule takes to slide to its new place. */
const SLIDE_MS = 150

/** Animates rules from their old to their new positions, unless the user prefers reduced motion. */
export function useSlide(root: RefObject<HTMLElement | null>, drawn: unknown): void {
  const { onMove } = useDesigner()
  const still = useStill()
  const before = useRef<Map<string, DOMRect> | null>(null)
  useEffect(
    () =>
      onMove(() => {
        before.current = still || !root.current ? null : measure(root.current)
      }),
    [onMove, root, still],
  )
  useLayoutEffect(() => {
    const old = before.current
    before.current = null
    if (!old || !root.current) return
    // All are measured before the first one moves, since the contents of a box move with it.
    const now = measure(root.current)
    const findShift = (key: string | undefined) => {
      const [from, to] = [old.get(key ?? ''), now.get(key ?? '')]
      return from && to ? { x: from.left - to.left, y: from.top - to.top } : null
    }
    for (const element of itemsIn(root.current)) {
      const own = findShift(element.dataset['rule'])
      if (!own) continue
      const outer = findShift(element.parentElement?.closest<HTMLElement>('[data-rule]')?.dataset['rule'])
      const [x, y] = [own.x - (outer?.x ?? 0), own.y - (outer?.y ?? 0)]
      if (Math.abs(x) < 1 && Math.abs(y) < 1) continue
      element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      })
    }
  }, [drawn, root])
}

const itemsIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>('[data-rule]')
const measure = (root: HTMLElement): Map<string, DOMRect> =>
  new Map([...itemsIn(root)].map((item) => [item.dataset['rule'] ?? '', item.getBoundingClientRect()]))
