import type { Verdict } from '@portal/contract/kernel/rows'
import { eachByItself } from '../batch.ts'
import {
  findFlow,
  type AnyRow,
  type Binding,
  type DecisionVerdict,
  type Loaded,
  type Seen,
  type Taking,
} from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import type { Vocabulary } from '../flow.ts'
import { refuse } from '../refuse.ts'

const answerOf = { approve: 'yes', refuse: 'no', send_back: 'back' } as const
const NOBODY_IN_TIME = '超时未处理，自动退回'

/** Functions of reading.ts and taking.ts. */
interface Parts<V extends Vocabulary, Row, Standing, Changes> {
  loadSeen(ctx: Ctx, id: number, seen: Seen<V>): Promise<Loaded<V, Row, Standing>>
  loadAsSystem(ctx: Ctx, id: number): Promise<Omit<Loaded<V, Row, Standing>, 'standing'> | undefined>
  takeStep(
    ctx: Ctx,
    loaded: Omit<Loaded<V, Row, Standing>, 'standing'>,
    event: V['event'],
    about: Taking<Changes>,
  ): Promise<Row>
}

/** Decides many rows at once, and rows that nobody decided in time. */
export function defineDeciding<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
>(
  binding: Binding<V, Row, Standing, Changes, Listed, Told>,
  { loadSeen, loadAsSystem, takeStep }: Parts<V, Row, Standing, Changes>,
) {
  /**
   * Decides a batch, each row by itself. `items` give the state in which the person saw each row; if a row
   * has changed since, its verdict names who was first.
   */
  async function decide(
    ctx: Ctx,
    items: readonly ({ id: number } & Seen<V>)[],
    { verdict, reason, changes }: { verdict: DecisionVerdict; reason: string | null; changes?: Changes },
  ): Promise<Verdict[]> {
    const about = { reason, ...(changes !== undefined && { changes }) }
    return listEach(
      ctx,
      items,
      ({ row, roles }) => takeStep(ctx, { row, roles }, answerAt(row, roles, verdict), about),
      verdict,
    )
  }

  /** The same for a batch that takes another step. `take` returns the row after that step. */
  async function listEach(
    ctx: Ctx,
    items: readonly ({ id: number } & Seen<V>)[],
    take: (loaded: Loaded<V, Row, Standing>) => Promise<Row>,
    verdict: DecisionVerdict = 'approve',
  ): Promise<Verdict[]> {
    // Each row is judged by itself, and refused if the caller may not judge it.
    ctx.allow(true)
    await binding.lock?.(
      ctx,
      items.map((i) => i.id),
    )
    const verdicts = await eachByItself(ctx, items, async (item) => {
      const now = await take(await loadSeen(ctx, item.id, item))
      return { state: now.state, message: binding.doneWords(now, verdict) }
    })
    ctx.target = `${binding.business} ${items.map((i) => i.id).join(' ')}`
    return verdicts
  }

  /** The event that a verdict means in the row's state. */
  function answerAt(row: Row, roles: ReadonlySet<V['role']>, verdict: DecisionVerdict): V['event'] {
    const flow = findFlow(binding, row)
    const asks = flow.asksAt(row.state).filter((a) => a[answerOf[verdict]] !== undefined)
    const event = (asks.find((a) => roles.has(a.as)) ?? asks[0])?.[answerOf[verdict]]
    if (event) return event
    throw refuse('STATE', `当前状态为“${flow.table.words.state[row.state]}”，无需审批`, { status: 409 })
  }

  /**
   * Takes the step that the policy sets because nobody acted in time; does nothing where
   * the table has no such step.
   */
  async function timeOut(
    ctx: Ctx,
    { rowId, step, action }: { rowId: number; step: string; action: 'approve' | 'refuse' },
  ): Promise<void> {
    const loaded = await loadAsSystem(ctx, rowId)
    if (!loaded) return
    const { row, roles } = loaded
    const flow = findFlow(binding, row)
    const ask = flow.asksAt(row.state).find((a) => a.step === step)
    const events = action === 'approve' ? [ask?.yes] : [ask?.no, ask?.back]
    const can = flow.can(row.state, roles)
    const event = events.find((e) => e !== undefined && can.includes(e))
    const reason = action === 'refuse' ? NOBODY_IN_TIME : null
    if (event) await takeStep(ctx, loaded, event, { reason })
  }

  return { decide, eachOf: listEach, timeOut }
}
