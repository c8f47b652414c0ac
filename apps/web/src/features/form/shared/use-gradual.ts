import { startTransition, useEffect, useState } from 'react'

/** Fields in the first render. The first of each kind costs the most: a slow device needs a second for 16. */
const FIRST = 3
/** Fields added per step after that. */
const STEP = 16

/**
 * How many of the fields to render now. 200 fields take a slow phone seconds, so the first ones appear at
 * once and can be typed into while the others follow.
 *
 * @param isWanted Renders all at once, because the user is taken to one of them.
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
