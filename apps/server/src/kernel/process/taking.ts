import type { Outcome } from '@portal/contract/approval/approval'
import {
  findFlow,
  findKind,
  type AnyRow,
  type Binding,
  type Doing,
  type Inbox,
  type Known,
  type Leading,
  type Saying,
  type Taking,
} from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import { logStep, tooLate } from '../flow-log.store.ts'
import type { Ask, Move, ProcessFlow, Vocabulary } from '../flow.ts'
import { tell } from '../outbox.store.ts'
import { together } from '../together.ts'

/** Functions of asking.ts: ask after a step, and close the task of one of several people. */
interface Asking<V extends Vocabulary, Row, Changes> {
  ask(ctx: Ctx, row: Row, step: Doing<V, Changes>, kept?: ReadonlySet<string>): Promise<void>[]
  closeOwn(
    ctx: Ctx,
    row: Row,
    asks: readonly Ask<V>[],
    outcome: Outcome,
    reason: string | null,
  ): Promise<void>
}

/** Creates rows and takes steps, each with everything that belongs to it, always in the same order. */
export function defineTaking<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
>(
  inbox: Inbox,
  binding: Binding<V, Row, Standing, Changes, Listed, Told>,
  { ask, closeOwn }: Asking<V, Row, Changes>,
) {
  const { business, effects } = binding
  type Step = Doing<V, Changes>

  /**
   * Creates a row and returns it. `add` writes it in the given state and returns its id; `to` names the state
   * where several are possible.
   */
  async function begin<Event extends V['event']>(
    ctx: Ctx,
    flow: ProcessFlow<V>,
    event: Event,
    about: Pick<Taking<Changes>, 'reason' | 'detail'> &
      Leading<V, Told, Event> & {
        by: readonly V['role'][]
        add: (state: V['state']) => Promise<number>
      },
  ): Promise<Row> {
    const { move, to } = flow.judge(null, event, new Set(about.by), about)
    const id = await about.add(to)
    // A target that is set already stays: this row is only a consequence of the call.
    ctx.target ??= `${business} ${id}`
    const { reason = null, detail } = about
    const begun = { business, rowId: id, event, from: null, to, reason, detail }
    // Read again, because the row's names, pieces and shares lie in other tables.
    const [, row] = await together([logStep(ctx, begun), findAgain(ctx, id)])
    return carryOut(ctx, row, { event, from: null, to, reason, changes: undefined }, move)
  }

  /**
   * The same for a row that is known before it is written, as far as its effects, tasks and messages need it:
   * all statements are sent together. `add` writes the row; its result is returned.
   */
  async function beginKnown<Added>(
    ctx: Ctx,
    flow: ProcessFlow<V>,
    event: V['event'],
    about: Pick<Taking<Changes>, 'reason' | 'detail'> & {
      by: readonly V['role'][]
      row: Known<V, Row>
      add: () => Promise<Added>
    },
  ): Promise<Added> {
    const { by, add, reason = null, detail } = about
    const row = about.row as Row // the caller provides what is read at a beginning
    const { move, to } = flow.judge(null, event, new Set(by), { reason, to: row.state })
    ctx.target ??= `${business} ${row.id}`
    const step = { event, from: null, to, reason, changes: undefined }
    const begun = { business, rowId: row.id, event, from: null, to, reason, detail }
    const added = add()
    await together([added, logStep(ctx, begun), carryOut(ctx, row, step, move)])
    return added
  }

  async function carryOut(ctx: Ctx, row: Row, step: Step, move: Move<V>): Promise<Row> {
    for (const name of move.do ?? []) await effects[name as V['effect']](ctx, row, step)
    return follow(ctx, row, step, move, { before: row })
  }

  /**
   * Takes one step that the flow allows these roles, with everything that belongs to it: the log, its
   * effects, closed and opened tasks, the messages. Returns the row after it. Of two people at once one
   * succeeds; the refusal of the other says who was first.
   */
  const take = <Event extends V['event']>(
    ctx: Ctx,
    loaded: { row: Row; roles: ReadonlySet<V['role']> },
    event: Event,
    ...[about = {}]: Saying<V, Changes, Told, Event>
  ): Promise<Row> => takeStep(ctx, loaded, event, about)

  /** The same for the engine itself, whose events lead to one state or to one that the process chooses. */
  async function takeStep(
    ctx: Ctx,
    { row, roles }: { row: Row; roles: ReadonlySet<V['role']> },
    event: V['event'],
    about: Taking<Changes> & { to?: V['state'] },
  ): Promise<Row> {
    const flow = findFlow(binding, row)
    const { reason = null, changes } = about
    const { move, to } = flow.judge(row.state, event, roles, {
      reason,
      to: about.to ?? (await chooseState(ctx, row, event, roles)),
    })
    const step: Step = { event, from: row.state, to, reason, changes }
    const shown = move.reason || move.keeps ? reason : to === row.state ? (row.reason ?? null) : null

    const written = await binding.write(ctx, row, { ...step, reason: shown })
    if (!written) throw await tooLate(ctx, business, row.id)
    const detail = written === true ? (about.detail ?? binding.detailOf?.(row, step)) : written.detail
    const kept = keptBetween(move, flow.asksAt(row.state), flow.asksAt(to))
    const closing: Promise<unknown>[] = [
      logStep(ctx, { business, rowId: row.id, event, from: row.state, to, reason, detail }),
      ...close(ctx, row, move, { kept, reason }),
    ]
    const known = binding.after?.(row, { ...step, reason: shown }, ctx)
    if (known && !move.do && !move.one) {
      // No effect runs in between: what follows is sent at once, after the statements that close tasks.
      const followed = follow(ctx, known, step, move, { before: row, kept })
      await together([...closing, followed])
      return followed
    }
    await together(closing)
    for (const name of move.do ?? []) await effects[name as V['effect']](ctx, row, step)
    return follow(ctx, known ?? (await findAgain(ctx, row.id)), step, move, { before: row, kept })
  }

  function chooseState(
    ctx: Ctx,
    row: Row,
    event: V['event'],
    roles: ReadonlySet<V['role']>,
  ): V['state'] | undefined | Promise<V['state']> {
    // Refuses a wrong state or actor before `choose` runs any query.
    findFlow(binding, row).admit(row.state, event, roles)
    return binding.choose?.[event]?.(ctx, row)
  }

  /** Closes the tasks that the step has done: those of one person, or all but those that go on waiting. */
  function close(
    ctx: Ctx,
    row: Row,
    { closes, one }: Move<V>,
    { kept, reason }: { kept: ReadonlySet<string>; reason: string | null },
  ): Promise<unknown>[] {
    const outcome = closes ?? 'approved'
    const asks = findFlow(binding, row).asksAt(row.state)
    const over = asks.filter((a) => !kept.has(a.step))
    const which = { business, rowId: row.id }
    return [
      ...(one ? [closeOwn(ctx, row, asks, outcome, reason)] : []),
      ...(kept.size === 0 && over.length > 0
        ? [inbox.close(ctx, which, outcome, reason)]
        : over.map(({ step }) => inbox.close(ctx, { ...which, step }, outcome, reason))),
    ]
  }

  async function findAgain(ctx: Ctx, id: number): Promise<Row> {
    const row = await binding.find(ctx, id)
    if (!row) throw new Error(`${business} ${id} was just written`)
    return row
  }

  /** Opens the next tasks, sends the messages and runs the remaining effects of a step that is written. */
  async function follow(
    ctx: Ctx,
    row: Row,
    step: Step,
    move: Move<V>,
    { before, kept }: { before: Row; kept?: ReadonlySet<string> },
  ): Promise<Row> {
    // Sent together: none of these statements reads what another one writes.
    const ends = !move.then
    await together<readonly unknown[]>([
      ...ask(ctx, row, step, kept),
      makeNotice(ctx, row, step, move, before),
      ...(move.along ?? []).map((name) => effects[name as V['effect']](ctx, row, step)),
      ends && binding.afterEach?.(ctx, row, step),
    ])
    let now = row
    for (const name of move.then ?? []) now = (await effects[name as V['effect']](ctx, now, step)) ?? now
    if (!ends) await binding.afterEach?.(ctx, now, step)
    // The screens of the people who saw the row before, and of those who see it now.
    ctx.live(...new Set([before, row].flatMap((r) => binding.screensOf(r))))
    return now
  }

  async function makeNotice(
    ctx: Ctx,
    row: Row,
    step: Step,
    { tell: title }: Move<V>,
    before: Row,
  ): Promise<void> {
    if (title === null) return
    const about = { kind: findKind(binding), exceptUserId: ctx.actor?.id ?? null, mail: true }
    const told = binding.newsOf?.(row, step, ctx, before) ?? []
    const news = [told instanceof Promise ? await told : told].flat()
    await together(
      news.map((one) => {
        const called = one.title ?? title
        if (called === true) throw new Error(`news of ${business} ${step.event} has no title`)
        return tell(ctx, { ...about, ...one, title: called })
      }),
    )
  }

  return { begin, beginKnown, take, takeStep }
}

/** The steps of the inbox that are awaited both before and after, and so go on waiting. */
const keptBetween = <V extends Vocabulary>(
  { anew }: Move<V>,
  before: readonly Ask<V>[],
  after: readonly Ask<V>[],
): ReadonlySet<string> =>
  new Set(anew ? [] : before.map((a) => a.step).filter((step) => after.some((a) => a.step === step)))
