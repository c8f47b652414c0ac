import type { AnyRow, Asks, Binding, Inbox } from './binding.ts'
import { namePlace, type ProcessFlow, type Vocabulary } from './flow.ts'
import { defineAsking } from './process/asking.ts'
import { defineDeciding } from './process/deciding.ts'
import { defineReading } from './process/reading.ts'
import { defineTaking } from './process/taking.ts'
import { defineTrail } from './process/trail.ts'

// The one engine of all flows (docs/decisions/060). A table says what happens; a module adds its facts, words
// and effects. The engine writes the log, the tasks and the messages of every step and detects races, so that
// no caller can forget them. Its parts: reading a row under rights, asking people, taking a step, deciding
// batches and timeouts, and the history of a row.

/**
 * `defineProcess<Transfer>()(inbox, { … })`: two calls, so that the types of rows and standing are inferred.
 */
export function defineProcess<V extends Vocabulary>() {
  return <
    Row extends Listed,
    Standing,
    Changes = undefined,
    Listed extends AnyRow<V> = Row,
    Told extends V['event'] = never,
  >(
    inbox: Inbox,
    binding: Binding<V, Row, Standing, Changes, Listed, Told> & Asks<V, Row>,
  ) => {
    requireChoices(binding)
    const { loadSeen, ...reading } = defineReading(inbox, binding)
    const { ask, closeOwn, ...asking } = defineAsking(inbox, binding)
    const { takeStep, ...taking } = defineTaking(inbox, binding, { ask, closeOwn })
    const { loadAsSystem } = reading
    const deciding = defineDeciding(binding, { loadSeen, loadAsSystem, takeStep })
    return { ...reading, ...asking, ...taking, ...deciding, trailOf: defineTrail(inbox, binding) }
  }
}

/** Throws at the start if the binding does not say who chooses among several target states of an event. */
function requireChoices<V extends Vocabulary>({ flow, told = [], choose = {} }: Choices<V>): void {
  for (const { business, forks } of 'all' in flow ? flow.all : [flow])
    for (const { from, on } of forks) {
      if (told.includes(on)) continue
      const fork = `${namePlace(business, on, from)} leads to several states, and`
      // `choose` reads a row, which does not exist yet.
      if (from === null) throw new Error(`${fork} \`told\` does not name it`)
      if (!(on in choose)) throw new Error(`${fork} neither \`choose\` nor \`told\` names it`)
    }
}
interface Choices<V extends Vocabulary> {
  flow: ProcessFlow<V> | { all: readonly ProcessFlow<V>[] }
  told?: readonly V['event'][]
  choose?: { readonly [E in V['event']]?: unknown }
}
