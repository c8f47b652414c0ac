import { createContext, useContext } from 'react'
import type { Deed } from '../../lib/held.ts'
import { say } from '../../lib/tell.ts'

type Answered = Pick<Deed, 'label' | 'reason' | 'send' | 'done'>
export interface Holder {
  hold: (answer: Answered) => void
  /** What was said with the answer that was undone. */
  said: string
}
/** Given by the inbox: what is answered there can be undone for a while. */
export const Holding = createContext<Holder | null>(null)

/** What was said before, where it was undone. */
export const useSaid = (): string => useContext(Holding)?.said ?? ''

/**
 * Takes an answer: in the inbox it is held so that it can be undone, elsewhere it goes at once. Answers
 * whether the work here is done: held or taken.
 */
export function useTake(): (answer: Answered) => Promise<boolean> {
  const holder = useContext(Holding)
  return async (answer) => {
    if (holder) {
      holder.hold(answer)
      return true
    }
    if ((await answer.send()) === false) return false
    if (answer.done) say('success', answer.done)
    return true
  }
}
