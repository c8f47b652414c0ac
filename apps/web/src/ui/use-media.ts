import { useSyncExternalStore } from 'react'
import { PHONE_MAX } from './tokens.ts'

/** Defines a hook that returns whether a media query matches, and rerenders when that changes. */
function watchMedia(query: string): () => boolean {
  const media = typeof matchMedia === 'function' ? matchMedia(query) : null
  const subscribe = (changed: () => void) => {
    media?.addEventListener('change', changed)
    return () => media?.removeEventListener('change', changed)
  }
  const read = () => media?.matches ?? false
  return () => useSyncExternalStore(subscribe, read, () => false)
}

/** Whether the window has a phone's width. Only for differences in content; style sheets handle the rest. */
export const useNarrow = watchMedia(`(max-width: ${PHONE_MAX}px)`)

/**
 * Whether the user asked the system for less motion. Style sheets check it themselves; antd has to be told.
 */
export const useStill = watchMedia('(prefers-reduced-motion: reduce)')

/** Whether the window is as low as a small laptop's; then foldable parts start folded. */
export const useLow = watchMedia('(max-height: 859px)')
