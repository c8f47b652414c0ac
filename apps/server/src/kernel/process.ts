import type { AnyRow, Asks, Binding, Inbox } from './binding.ts'
import { namePlace, type ProcessFlow, type Vocabulary } from './flow.ts'
import { defineAsking } from './process/asking.ts'
import { defineDeciding } from './process/deciding.ts'
import { defineReading } from './process/reading.ts'
import { defineTaking } from './process/taking.ts'
import { defineTrail } from './process/trail.ts'

// The one engine under every flow (docs/decisions/060). A table says what happens; a module says what it is
// about: its facts, words and effects. Whoever takes a step cannot forget its log, its tasks, its news or the
// race. Its parts: reading a row under rights, asking people, taking a step, deciding batches and what
// silence comes to, and how a row came where it stands.

/** `defineProcess<Transfer>()(inbox, { … })`: called twice, so that rows and standing are inferred. */
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

/** Where an event may lead to several states, somebody says which, before anybody takes it. */
function requireChoices<V extends Vocabulary>({ flow, told = [], choose = {} }: Choices<V>): void {
  for (const { business, forks } of 'all' in flow ? flow.all : [flow])
    for (const { from, on } of forks) {
      if (told.includes(on)) continue
      const fork = `${namePlace(business, on, from)} leads to several states, and`
      // A row that does not exist yet cannot be looked at.
      if (from === null) throw new Error(`${fork} \`told\` does not name it`)
      if (!(on in choose)) throw new Error(`${fork} neither \`choose\` nor \`told\` names it`)
    }
}
interface Choices<V extends Vocabulary> {
  flow: ProcessFlow<V> | { all: readonly ProcessFlow<V>[] }
  told?: readonly V['event'][]
  choose?: { readonly [E in V['event']]?: unknown }
}
