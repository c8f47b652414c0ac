/** Work that waits for a pause in what the user does. */
export interface PutOff {
  /** Replaces the waiting work; it runs after the pause, and at once when the page goes. */
  wait: (work: () => void) => void
  /** Runs the waiting work now, if there is any. */
  flush: () => void
  /** Forgets the waiting work. */
  drop: () => void
}

/**
 * For what must survive a closed tab, a drawing that ends, or a followed link, such as the draft of a form:
 * a closing tab runs no timers, and who leaves within the pause would lose his last words.
 *
 * @param ms The pause.
 * @param first The work makes other work wait: when the page goes, it is done before all other.
 */
export function createPutOff(ms: number, { first = false } = {}): PutOff {
  let waiting: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    waiting = undefined
    clearTimeout(timer)
    removeEventListener('pagehide', flush, { capture: first })
  }
  const flush = () => {
    const work = waiting
    drop()
    work?.()
  }
  const wait = (work: () => void) => {
    drop()
    waiting = work
    timer = setTimeout(flush, ms)
    addEventListener('pagehide', flush, { capture: first })
  }
  return { wait, flush, drop }
}
