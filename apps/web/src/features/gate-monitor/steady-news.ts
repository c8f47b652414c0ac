import { useEffect } from 'react'
import type { Call } from '@portal/contract/kernel/call'
import { listen, onBeginning } from '../../lib/live.ts'
import { renew } from '../../lib/query.ts'

const PAUSE_MS = 1000

/**
 * Reloads the calls when doors change: at once, then at most once per PAUSE_MS. `useLive` waits for a pause
 * in the news, which a thousand gateways never leave.
 */
export function useSteadyNews(renews: readonly Call[]): void {
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined
    let more = false
    const read = () => {
      more = false
      void renew(renews)
      pause = setTimeout(() => {
        pause = undefined
        if (more) read()
      }, PAUSE_MS)
    }
    const hear = () => {
      if (pause) more = true
      else read()
    }
    // `onBeginning`: a door that moved between the first read and the start of the stream would otherwise
    // stay wrong until the next news.
    const stops = [listen(['gates'], hear), onBeginning(hear)]
    return () => {
      clearTimeout(pause)
      for (const stop of stops) stop()
    }
  }, [renews])
}
