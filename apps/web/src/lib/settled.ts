import { useEffect, useState } from 'react'

/** The text after the user has stopped typing for `ms`. */
export function useSettled(words: string, ms = 300): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), ms)
    return () => clearTimeout(timer)
  }, [words, ms])
  return settled
}
