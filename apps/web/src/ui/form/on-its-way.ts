import { createContext, use, useCallback, useEffect, useRef } from 'react'

/** How a control says what its form has to wait for, and then that it has come. */
export const WaitContext = createContext<((words: string | undefined) => void) | null>(null)

/** Counts what is on its way: a form sent meanwhile would leave it out, and nobody would be told. */
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
