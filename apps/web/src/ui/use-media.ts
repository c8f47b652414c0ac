import { useSyncExternalStore } from 'react'
import { PHONE_MAX } from './tokens.ts'

/** A hook that says whether a media query holds, and draws anew when that changes. */
function watchMedia(query: string): () => boolean {
  const media = typeof matchMedia === 'function' ? matchMedia(query) : null
  const subscribe = (changed: () => void) => {
    media?.addEventListener('change', changed)
    return () => media?.removeEventListener('change', changed)
  }
  const read = () => media?.matches ?? false
  return () => useSyncExternalStore(subscribe, read, () => false)
}

/** Is this a phone's width? Only for what differs in more than its style; the rest is the style sheets'. */
export const useNarrow = watchMedia(`(max-width: ${PHONE_MAX}px)`)

/** Has this person asked the system for less motion? Style sheets ask it themselves; antd has to be told. */
export const useStill = watchMedia('(prefers-reduced-motion: reduce)')

/** Is the window as low as a small laptop's? Then what can be folded is. */
export const useLow = watchMedia('(max-height: 859px)')
