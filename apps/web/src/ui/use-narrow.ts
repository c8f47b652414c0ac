import { useSyncExternalStore } from 'react'
import { PHONE_MAX } from './tokens.ts'

const media = typeof matchMedia === 'function' ? matchMedia(`(max-width: ${PHONE_MAX}px)`) : null
const subscribe = (changed: () => void) => {
  media?.addEventListener('change', changed)
  return () => media?.removeEventListener('change', changed)
}

/** Is this a phone's width? Only for what differs in more than its style; the rest is the style sheets'. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media?.matches ?? false,
    () => false,
  )
