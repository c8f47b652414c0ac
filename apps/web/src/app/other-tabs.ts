import { useEffect, useRef } from 'react'
import { followOtherTab } from '../lib/send.ts'
import { session } from '../lib/session.ts'

/**
 * Somebody signed in or out in another tab. Where what this one shows belongs to somebody else now, it begins
 * anew; if it may not, since something is typed in it, the browser has asked, and is not asked again.
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
