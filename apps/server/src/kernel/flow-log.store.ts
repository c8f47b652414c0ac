import type { Ctx } from './ctx.ts'
import { run } from './db.ts'
import { sayWhoWasFirst, type First } from './too-late.ts'

export interface Taken {
  business: string
  rowId: number
  event: string
  from: string | null
  to: string
  reason?: string | null
  detail?: unknown
}

/** Who took a step, when, and in which request. */
export const LOG_ACTOR = 'actor_id, actor_name, at, request_id'
const INSERT = `insert into flow_log (business, row_id, event, from_state, to_state, reason, detail,
    ${LOG_ACTOR})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
/** In the order of LOG_ACTOR. */
export const listActorColumns = (ctx: Ctx) => [
  ctx.actor?.id ?? null,
  ctx.actor?.name ?? '系统',
  ctx.now,
  ctx.requestId,
]

/** Writes the one log entry of a step. `actor_id` is null when the system acted. */
export async function logStep(ctx: Ctx, step: Taken): Promise<void> {
  await ctx.leave(INSERT, [
    step.business,
    step.rowId,
    step.event,
    step.from,
    step.to,
    step.reason ?? null,
    step.detail === undefined ? null : JSON.stringify(step.detail),
    ...listActorColumns(ctx),
  ])
}

export interface LogEntry {
  event: string
  from: string | null
  to: string
  actor: string | null
  reason: string | null
  at: Date
}
const HISTORY = `select event, from_state as "from", to_state as "to", actor_name as actor, reason, at
  from flow_log where business = $1 and row_id = $2 order by id`
export const history = (ctx: Ctx, business: string, rowId: number) =>
  run<LogEntry>(ctx.db, HISTORY, [business, rowId])

const LATEST = `select event, to_state as "to", actor_name as actor, at from flow_log
  where business = $1 and row_id = $2 order by id desc limit 1`
/** The refusal for the second of two people who act at once: it says who was first. */
export async function tooLate(ctx: Ctx, business: string, rowId: number): Promise<Error> {
  const [last] = await run<First>(ctx.db, LATEST, [business, rowId])
  return sayWhoWasFirst(ctx, last)
}
