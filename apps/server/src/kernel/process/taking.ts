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

/** Who is to be asked after a step, and whose task one of several has done: of asking.ts. */
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

/** Rows come into being and take steps, each with everything that belongs to it, in one order. */
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
   * A row comes into being. `add` writes it in the state it is given and answers its id; `to` says which,
   * where several are possible. Answers the row.
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
    // What the call is about already, where this row only follows from it.
    ctx.target ??= `${business} ${id}`
    const { reason = null, detail } = about
    const begun = { business, rowId: id, event, from: null, to, reason, detail }
    // What `add` wrote is no row yet: its names, pieces and shares lie in other tables.
    const [, row] = await together([logStep(ctx, begun), findAgain(ctx, id)])
    return carryOut(ctx, row, { event, from: null, to, reason, changes: undefined }, move)
  }

  /**
   * The same with a row that is known before it is written, as far as its effects, tasks and news go by it:
   * all of it is sent at once, to travel together. `add` writes it; what it answers is answered.
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
    const row = about.row as Row // what of it is read when one begins, the caller answers for
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
   * effects, the tasks that are done and those that open, the news. Of two people at once one gets through,
   * the other is told who was first.
   */
  const take = <Event extends V['event']>(
    ctx: Ctx,
    loaded: { row: Row; roles: ReadonlySet<V['role']> },
    event: Event,
    ...[about = {}]: Saying<V, Changes, Told, Event>
  ): Promise<Row> => takeStep(ctx, loaded, event, about)

  /**
   * The same for the engine itself: of its events the process chooses where they lead, or they lead to one
   * state.
   */
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
      // Nothing has to come in between: what follows is sent along, after what is closed.
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
    // Refused for its state or its actor before anything is asked.
    findFlow(binding, row).admit(row.state, event, roles)
    return binding.choose?.[event]?.(ctx, row)
  }

  /** The tasks that the step has done: those of one person, or all but what goes on waiting. */
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

  /** Who is awaited now, what is told, and what else comes of a step that is written. */
  async function follow(
    ctx: Ctx,
    row: Row,
    step: Step,
    move: Move<V>,
    { before, kept }: { before: Row; kept?: ReadonlySet<string> },
  ): Promise<Row> {
    // Sent at once, to travel together: none of it asks what another one wrote.
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
    // Whoever saw it, and whoever sees it now.
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

/** What goes on waiting: the steps of the inbox that are awaited before and after. */
const keptBetween = <V extends Vocabulary>(
  { anew }: Move<V>,
  before: readonly Ask<V>[],
  after: readonly Ask<V>[],
): ReadonlySet<string> =>
  new Set(anew ? [] : before.map((a) => a.step).filter((step) => after.some((a) => a.step === step)))
