import { useEffect, useState } from 'react'

/** The value as it was once it had rested for a moment: what is asked while one types or drags. Compared by content. */
export function useDebounced<T>(value: T, ms = 300): T {
  const [rested, setRested] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
    // The content is what counts: objects made anew on every render are no change.
  }, [key, ms])
  return rested
}
