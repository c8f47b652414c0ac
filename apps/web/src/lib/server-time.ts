import { useEffect, useState } from 'react'

/**
 * The server's time of an answer (ISO 8601), going on by `tickMs` until the next answer. By this computer's
 * clock only the time that has passed since is measured, because its time may be wrong. It begins again with
 * each answer, because the first may come from the cache and be minutes old. It stands still once `until` has
 * come.
 */
export function useServerTime(answered: string, tickMs: number, until?: string): string {
  const [clock, setClock] = useState({ answered, now: answered })
  useEffect(() => {
    const ahead = Date.parse(answered) - Date.now()
    const end = until === undefined ? Infinity : Date.parse(until)
    const timer = setInterval(() => {
      const now = Date.now() + ahead
      setClock({ answered, now: new Date(now).toISOString() })
      if (now >= end) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [answered, tickMs, until])
  return clock.answered === answered ? clock.now : answered
}
