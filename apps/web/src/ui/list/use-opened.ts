import { useState } from 'react'

/**
 * A dialog that a list opens about some rows: `open` is answered when it is shut, with whether the deed was
 * done, so that what was chosen for it stands until then.
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
