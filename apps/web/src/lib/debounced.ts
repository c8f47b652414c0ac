import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The value as it was once it had rested for a moment: what is asked while one types or drags. Compared by
 * content.
 */
export function useDebounced<T>(value: T, ms = 300): T {
  const [rested, setRested] = useState(value)
  const key = JSON.stringify(value)
  const rest = useEffectEvent(() => setRested(value))
  // The content is what counts: objects made anew on every render are no change.
  useEffect(() => {
    const timer = setTimeout(rest, ms)
    return () => clearTimeout(timer)
  }, [key, ms])
  return rested
}
