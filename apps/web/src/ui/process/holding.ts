import { createContext, useContext } from 'react'
import type { Deed } from '../../lib/held.ts'
import { say } from '../../lib/tell.ts'

type Answered = Pick<Deed, 'label' | 'reason' | 'send' | 'done'>
interface Answer extends Answered {
  /** It carries fields, which an undo would lose; a refusal by the server is shown beside them. */
  filled?: boolean | undefined
}
export interface Holder {
  hold: (answer: Answered) => void
  /** The reason entered with the answer that was undone. */
  said: string
}
/** Provided by the inbox: answers given there can be undone for a while. */
export const Holding = createContext<Holder | null>(null)

/** The reason of an undone answer. */
export const useSaid = (): string => useContext(Holding)?.said ?? ''

/**
 * Takes an answer: the inbox holds it for undo, unless it is `filled`; other pages send it at once. Resolves
 * to whether the answer was held or accepted.
 */
export function useTake(): (answer: Answer) => Promise<boolean> {
  const holder = useContext(Holding)
  return async ({ filled, ...answer }) => {
    if (holder && !filled) {
      holder.hold(answer)
      return true
    }
    if ((await answer.send()) === false) return false
    if (answer.done) say('success', answer.done)
    return true
  }
}
