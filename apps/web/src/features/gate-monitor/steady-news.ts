import { useEffect } from 'react'
import type { Call } from '@portal/contract/kernel/call'
import { listen, onBeginning } from '../../lib/live.ts'
import { renew } from '../../lib/query.ts'

const PAUSE_MS = 1000

/**
 * Reads the calls again when doors are in the news: at once, then no more often than each pause. `useLive`
 * waits until it is quiet, which it never is where a thousand gateways speak.
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
    // A door that moved between the first reading and the first news would stand wrong until another moves.
    const stops = [listen(['gates'], hear), onBeginning(hear)]
    return () => {
      clearTimeout(pause)
      for (const stop of stops) stop()
    }
  }, [renews])
}
