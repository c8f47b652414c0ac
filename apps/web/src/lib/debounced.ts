import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The value after it has not changed for `ms`: delays requests while the user types or drags. Values are
 * compared by content.
 */
export function useDebounced<T>(value: T, ms = 300): T {
  const [rested, setRested] = useState(value)
  const key = JSON.stringify(value)
  const rest = useEffectEvent(() => setRested(value))
  // Compared by content, because objects created on every render would restart the timer.
  useEffect(() => {
    const timer = setTimeout(rest, ms)
    return () => clearTimeout(timer)
  }, [key, ms])
  return rested
}
