import { createContext, use, useCallback, useEffect, useRef } from 'react'

/** A control tells its form what is still loading (words), and then that it has arrived (undefined). */
export const WaitContext = createContext<((words: string | undefined) => void) | null>(null)

/** Counts uploads under way. A form submitted meanwhile would silently omit them, so it has to wait. */
export function useOnItsWay(words: string): (step: 1 | -1) => void {
  const wait = use(WaitContext)
  const count = useRef(0)
  useEffect(() => () => wait?.(undefined), [wait])
  return useCallback(
    (step) => {
      count.current += step
      wait?.(count.current > 0 ? words : undefined)
    },
    [wait, words],
  )
}
