import { findFlow, type AnyRow, type Binding, type Inbox, type Loaded, type Seen } from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import { tooLate } from '../flow-log.store.ts'
import { rolesAwaited, type Vocabulary } from '../flow.ts'
import { forbidden, notFound } from '../refuse.ts'
import { together } from '../together.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Rows for people who have to do with them, and what they are to them. */
export function defineReading<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
>(inbox: Inbox, binding: Binding<V, Row, Standing, Changes, Listed, Told>) {
  const { business, noun, unseen = `您不能查看该${noun}` } = binding
  const onlyReminds = !('of' in binding.flow) && binding.flow.onlyReminds
  type Found = Promise<Row | undefined>

  /**
   * A row, for people who have to do with it; others learn nothing, not even whether it exists. `seen`: the
   * state in which whoever acts saw it, and since when; where it has gone on since, he is told who was first.
   */
  async function load(
    ctx: Ctx,
    id: number,
    seen?: V['state'] | Seen<V> | null,
  ): Promise<Loaded<V, Row, Standing>> {
    const rowFirst = binding.looksFirst === true
    const loaded = await requireRow(ctx, id, () => binding.find(ctx, id), { rowFirst })
    if (seen) await requireSeen(ctx, loaded.row, seen)
    return loaded
  }

  /**
   * The same to take a step on, with nobody else at it until the transaction ends, where the process locks
   * its rows.
   */
  async function hold(
    ctx: Ctx,
    id: number,
    seen?: V['state'] | Seen<V> | null,
  ): Promise<Loaded<V, Row, Standing>> {
    const loaded = await requireRow(ctx, id, async () => {
      await binding.lock?.(ctx, [id])
      return binding.find(ctx, id)
    })
    if (seen) await requireSeen(ctx, loaded.row, seen)
    return loaded
  }

  /** One of a batch, whose rows are locked. */
  async function loadSeen(ctx: Ctx, id: number, seen: Seen<V>): Promise<Loaded<V, Row, Standing>> {
    const hides = binding.hides === true
    const loaded = await requireRow(ctx, id, () => binding.find(ctx, id), { hides })
    await requireSeen(ctx, loaded.row, seen)
    return loaded
  }

  /** For timed work and other modules: the system acts. Undefined where there is no such row. */
  async function loadAsSystem(
    ctx: Ctx,
    id: number,
  ): Promise<{ row: Row; roles: ReadonlySet<V['role']> } | undefined> {
    await binding.lock?.(ctx, [id])
    const row = await binding.find(ctx, id)
    return row && { row, roles: new Set<V['role']>(['system']) }
  }

  /** Asked when somebody opens a file that hangs on it. */
  async function maySee(ctx: Ctx, id: number): Promise<boolean> {
    return (await look(ctx, id, () => binding.find(ctx, id))).seen === true
  }

  /**
   * What the person is to each row of a list, which has of it what `rolesOf` reads. Costs one statement, or
   * none where nobody is awaited.
   */
  async function rolesAmong(
    ctx: Ctx,
    rows: readonly Listed[],
    standing: Standing,
  ): Promise<(row: Listed) => ReadonlySet<V['role']>> {
    const asked = rows.filter((r) => asksAt(r).some((a) => !a.reminds))
    const waiting = await inbox.stepsAmong(
      ctx,
      business,
      asked.map((r) => r.id),
    )
    return (row) => rolesOn(row, standing, waiting.get(row.id) ?? NOTHING)
  }

  const listActions = (row: Listed, roles: ReadonlySet<V['role']>): V['event'][] =>
    findFlow(binding, row).can(row.state, roles)

  async function requireRow(
    ctx: Ctx,
    id: number,
    read: () => Found,
    { hides = false, rowFirst = false } = {},
  ): Promise<Loaded<V, Row, Standing>> {
    const { standing, row, roles, seen } = await look(ctx, id, read, rowFirst)
    if (hides ? !seen : !row && binding.knowsAll?.(standing)) throw notFound(noun)
    if (!row || !roles || !seen) throw forbidden(unseen)
    ctx.allow(true)
    ctx.target = `${business} ${id}`
    return { row, roles, standing }
  }

  async function requireSeen(ctx: Ctx, row: Row, seen: V['state'] | Seen<V>): Promise<void> {
    const { state, stateAt, task }: Seen<V> = typeof seen === 'object' ? seen : { state: seen }
    const same = row.state === state && (!stateAt || Date.parse(stateAt) === row.stateAt.getTime())
    // What was changed may wait in the same state again: it asks by another entry then.
    if (same && (!task || (await inbox.waitsAt(ctx, { business, rowId: row.id, task })))) return
    throw await tooLate(ctx, business, row.id)
  }

  async function look(ctx: Ctx, id: number, read: () => Found, rowFirst = false) {
    const { standing, waiting, row } = rowFirst
      ? await readRowFirst(ctx, id, read)
      : await readAll(ctx, id, read)
    const roles = row && rolesOn(row, standing, waiting)
    const seen = row && roles && (isAsked(row, waiting) || (await binding.sees(row, standing, roles, ctx)))
    return { standing, row, roles, seen }
  }

  async function readAll(ctx: Ctx, id: number, read: () => Found) {
    // The row is read last: whoever comes second to a decision hears that it is taken, not that it was never
    // his.
    const [standing, waiting, row] = await together([
      binding.standingOf(ctx, id),
      onlyReminds ? NOTHING : inbox.stepsAt(ctx, business, id),
      read(),
    ])
    return { standing, waiting, row }
  }

  async function readRowFirst(ctx: Ctx, id: number, read: () => Found) {
    const [standing, row] = await together([binding.standingOf(ctx, id), read()])
    const asks = row && asksAt(row).length > 0
    const waiting = asks ? await inbox.stepsAt(ctx, business, id) : NOTHING
    return { standing, waiting, row }
  }

  const asksAt = (row: Listed) => findFlow(binding, row).asksAt(row.state)

  /** What a person is to a row. `waiting`: the steps that wait there for him. */
  function rolesOn(row: Listed, standing: Standing, waiting: ReadonlySet<string>): Set<V['role']> {
    const { awaitedAs } = binding
    const own = binding.rolesOf(row, standing)
    return rolesAwaited<V>(asksAt(row), own, waiting, awaitedAs && ((ask) => awaitedAs(row, ask, standing)))
  }

  /** Is something awaited of the person that lets him see the row? */
  function isAsked(row: Row, waiting: ReadonlySet<string>): boolean {
    const reminders = asksAt(row).filter((a) => a.reminds && waiting.has(a.step))
    return waiting.size > reminders.length
  }

  return { load, hold, loadSeen, loadAsSystem, maySee, rolesAmong, listActions }
}
