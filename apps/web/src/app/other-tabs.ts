import { useEffect, useRef } from 'react'
import { followOtherTab } from '../lib/send.ts'
import { session } from '../lib/session.ts'

/**
 * Reacts to a sign-in or sign-out in another tab. If this tab now shows another person's data, it reloads. If
 * the user cancels the browser's warning about unsent input, this tab does not ask again for the same token.
 */
export function useOtherTabs(): void {
  const declined = useRef<string | null>(undefined)
  useEffect(() => {
    async function look(): Promise<void> {
      if (document.hidden) return
      const token = session.readOther()
      if (token === undefined || token === declined.current) return
      if ((await followOtherTab()) !== 'other') return
      declined.current = token
      location.reload()
    }
    const onLook = () => void look()
    document.addEventListener('visibilitychange', onLook)
    return () => document.removeEventListener('visibilitychange', onLook)
  }, [])
}
