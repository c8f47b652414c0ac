import { findFlow, type AnyRow, type Binding, type Inbox, type Loaded, type Seen } from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import { tooLate } from '../flow-log.store.ts'
import { rolesAwaited, type Vocabulary } from '../flow.ts'
import { forbidden, notFound } from '../refuse.ts'
import { together } from '../together.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Reads rows for people who may see them, with their roles at each row. */
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
   * Reads a row for people who may see it; others learn nothing, not even whether it exists.
   * `seen`: the state in which the caller saw it, and since when; if it has changed since, the
   * refusal names who was first.
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
   * The same for taking a step: locks the row until the transaction ends, where the process locks its rows.
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

  /** Reads one row of a batch, whose rows are locked already. */
  async function loadSeen(ctx: Ctx, id: number, seen: Seen<V>): Promise<Loaded<V, Row, Standing>> {
    const hides = binding.hides === true
    const loaded = await requireRow(ctx, id, () => binding.find(ctx, id), { hides })
    await requireSeen(ctx, loaded.row, seen)
    return loaded
  }

  /** For timed work and other modules: the system is the actor. Undefined if there is no such row. */
  async function loadAsSystem(
    ctx: Ctx,
    id: number,
  ): Promise<{ row: Row; roles: ReadonlySet<V['role']> } | undefined> {
    await binding.lock?.(ctx, [id])
    const row = await binding.find(ctx, id)
    return row && { row, roles: new Set<V['role']>(['system']) }
  }

  /** True if the caller may see the row; checked when they open a file attached to it. */
  async function maySee(ctx: Ctx, id: number): Promise<boolean> {
    return (await look(ctx, id, () => binding.find(ctx, id))).seen === true
  }

  /**
   * The roles of the person at each row of a list; the rows must have the columns that `rolesOf` reads. Costs
   * one statement, or none where nobody is awaited.
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
    // A changed row may wait in the same state again; then it has another inbox entry.
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
    // The row is read last: the second person to decide then learns that it is decided, and not
    // that they may not decide.
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

  /** The roles of a person at a row. `waiting`: the steps that wait there for them. */
  function rolesOn(row: Listed, standing: Standing, waiting: ReadonlySet<string>): Set<V['role']> {
    const { awaitedAs } = binding
    const own = binding.rolesOf(row, standing)
    return rolesAwaited<V>(asksAt(row), own, waiting, awaitedAs && ((ask) => awaitedAs(row, ask, standing)))
  }

  /** True if a step waits for the person that lets them see the row; a reminder does not. */
  function isAsked(row: Row, waiting: ReadonlySet<string>): boolean {
    const reminders = asksAt(row).filter((a) => a.reminds && waiting.has(a.step))
    return waiting.size > reminders.length
  }

  return { load, hold, loadSeen, loadAsSystem, maySee, rolesAmong, listActions }
}
