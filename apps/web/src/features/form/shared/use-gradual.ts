import { startTransition, useEffect, useState } from 'react'

/** The first of each kind costs the most: a slow device needs a second for sixteen. */
const FIRST = 3
/** What comes at a time after them. */
const STEP = 16

/**
 * How many of many are drawn by now. Two hundred fields take a slow phone seconds: the first are there at
 * once and can be typed into while the others come.
 *
 * @param isWanted All are wanted now: somebody is brought to one of them.
 */
export function useGradual(total: number, isWanted: boolean): number {
  const [count, setCount] = useState(FIRST)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setCount(count < STEP ? STEP : count + STEP)))
    return () => clearTimeout(timer)
  }, [count, total])
  return isWanted ? total : Math.min(count, total)
}
