import type { Ctx } from './ctx.ts'
import { run } from './db.ts'
import { listActorColumns, LOG_ACTOR } from './flow-log.store.ts'
import { namePlace, type ProcessFlow, type TakenStep, type Vocabulary } from './flow.ts'

/** A step that rows of one process take together. */
export interface Joint<V extends Vocabulary> {
  event: V['event']
  /** The states in which the rows were judged: only rows that are still in one of them move. */
  from: readonly V['state'][]
  by: ReadonlySet<V['role']>
  reason?: string | null
  /** The values of $1, $2, … in `set` and `where`. */
  values: readonly unknown[]
}

/**
 * For rows that move together because something else did (a settlement's orders, a booking's samples): one
 * statement for any number of them writes state and log under one guard. The table judges the step once.
 * The step may only change states: where the table names effects or news, each row takes the step by
 * itself, through the engine.
 */
export function defineJointStep<Moved extends object>() {
  return <V extends Vocabulary>(
    flow: ProcessFlow<V>,
    {
      table,
      set = [],
      where,
      answers,
    }: { table: string; set?: readonly string[]; where: string; answers: string },
  ) => {
    // The engine's own values come after the statement's.
    const own = Math.max(0, ...[...`${set.join()} ${where}`.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
    const $ = (n: number) => `$${own + n}`
    // `old` and `new` in `returning`: the log gets the states that each row itself went through.
    const text = `with moved as (update ${table} set ${[`state = ${$(1)}`, ...set].join(', ')}
          where ${where} and state = any(${$(2)}::text[])
          returning id, old.state as from_state, new.state as to_state, ${answers}),
        entries as (insert into flow_log (business, row_id, event, from_state, to_state, reason, ${LOG_ACTOR})
          select ${$(3)}, id, ${$(4)}, from_state, to_state, ${$(5)}, ${[6, 7, 8, 9].map($).join(', ')}
          from moved order by id)
      select * from moved order by id`
    return async (ctx: Ctx, { event, from, by, reason = null, values }: Joint<V>): Promise<Moved[]> => {
      if (from.length === 0) return []
      const to = requireOneEnd(
        flow,
        event,
        from.map((state) => flow.judge(state, event, by, { reason })),
      )
      return run<Moved>(ctx.db, text, [
        ...values,
        to,
        from,
        flow.business,
        event,
        reason,
        ...listActorColumns(ctx),
      ])
    }
  }
}

function requireOneEnd<V extends Vocabulary>(
  { business }: ProcessFlow<V>,
  event: V['event'],
  steps: readonly TakenStep<V>[],
): V['state'] {
  for (const { from, to, move } of steps) {
    const place = `${namePlace(business, event, from)} is taken jointly, and`
    if (move.do || move.along || move.then || move.tell) throw new Error(`${place} the table has more to it`)
    if (to !== steps[0]?.to) throw new Error(`${place} does not lead where the others do`)
  }
  return steps[0]?.to as V['state'] // there is a step, because `from` is not empty
}
