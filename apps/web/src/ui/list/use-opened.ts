import { useState } from 'react'

/**
 * A dialog about some rows of a list. `open` resolves when it closes, with whether the action was done; the
 * rows stay selected until then.
 */
export function useOpened<T>(): {
  about: T | null
  open: (about: T) => Promise<boolean>
  shut: (done: boolean) => void
} {
  const [opened, setOpened] = useState<{ about: T; answer: (done: boolean) => void } | null>(null)
  return {
    about: opened?.about ?? null,
    open: (about) => new Promise<boolean>((answer) => setOpened({ about, answer })),
    shut: (done) => {
      opened?.answer(done)
      setOpened(null)
    },
  }
}
