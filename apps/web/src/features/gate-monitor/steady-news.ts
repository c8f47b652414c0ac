import { useEffect } from 'react'
import type { Call } from '@portal/contract/kernel/call'
import { listen } from '../../lib/live.ts'
import { renew } from '../../lib/query.ts'

const PAUSE_MS = 1500

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
    const stop = listen(['gates'], () => {
      if (pause) more = true
      else read()
    })
    return () => {
      clearTimeout(pause)
      stop()
    }
  }, [renews])
}
