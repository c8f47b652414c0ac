import type { BenefitState, YearKind } from '@portal/contract/benefit/benefit'
import type { BenefitFilters } from '@portal/contract/benefit/evaluation'
import type { Evaluated } from '@portal/contract/benefit/score'
import type { BenefitGrade, BenefitInputs, BenefitItem, Figure } from '@portal/contract/benefit/scheme'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne } from '../../kernel/db.ts'
import {
  defineDeviceList,
  DEVICE,
  DEVICE_JOINS,
  matchDevices,
  type DeviceColumns,
} from '../../kernel/of-device.store.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'
import { OPEN_CONTACT } from './scheme.store.ts'

export type Corrections = Partial<Record<Figure, { value: number; reason: string }>>
export type Judged = Partial<Record<BenefitItem, { score: number; reason: string }>>

export interface Evaluation extends DeviceColumns {
  id: number
  state: BenefitState
  stateAt: Date
  reason: string | null
  schemeId: number
  yearKind: YearKind
  year: number
  dueOn: string | null
  startedBy: number | null
  submittedBy: number | null
  /** The contact and the person who submitted it, if their accounts are open. */
  heardBy: number[]
  functionsTotal: number | null
  functionsUsed: number | null
  functionsNew: number | null
  note: string | null
  corrections: Corrections
  judged: Judged
  /** Number of times its content was saved. */
  revision: number
  /** Null until it is published. */
  inputs: BenefitInputs | null
  total: number | null
  grade: BenefitGrade | null
  /** As the instrument's record has them now. */
  moeCode: string | null
  design: 'general' | 'special' | null
  priceFen: number | null
  deptId: number
  deptName: string
}
type Own = Pick<BenefitFilters, 'state' | 'scope' | 'schemeId'>

/** The instruments whose evaluations a person sees; null: all. Rankings and trials use it too. */
export const devicesSeenBy = (w: World) => (w.office ? null : matchDevices(seenLabs(w), w.userId))

export const { find, list, all } = defineDeviceList<Evaluation, World, Own>({
  table: 'benefit_evaluation',
  as: 'x',
  row: `x.id, x.state, x.state_at as "stateAt", x.reason, x.scheme_id as "schemeId",
    s.year_kind as "yearKind", s.year, s.due_on as "dueOn", x.started_by as "startedBy",
    x.submitted_by as "submittedBy", array(select u.id from user_account u
      where u.id in (d.contact_id, x.submitted_by) and u.enabled
      order by u.id is distinct from d.contact_id) as "heardBy", x.functions_total as "functionsTotal",
    x.functions_used as "functionsUsed", x.functions_new as "functionsNew", x.note, x.corrections, x.judged,
    x.revision, x.inputs, x.total_score as total, x.grade, d.moe_code as "moeCode", d.design,
    d.price_fen as "priceFen", t.id as "deptId", t.name as "deptName", ${DEVICE}`,
  // The department at publication or, before that, the present one.
  joins: `${DEVICE_JOINS} join dept t on t.id = coalesce(x.dept_id, d.dept_id)
    join benefit_scheme s on s.id = x.scheme_id`,
  letters: 'xy',
  sorts: { id: 'id', stateAt: 'state_at' },
  owner: 'submitted_by',
  seenBy(w) {
    const seen = devicesSeenBy(w)
    return seen && sql`x.device_id in ${seen}`
  },
  further: ({ schemeId }) => (schemeId === undefined ? [] : [sql`x.scheme_id = ${schemeId}`]),
})

const LOCK = 'select id from benefit_evaluation where id = any ($1::int8[]) order by id for no key update'
export const lock = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, LOCK, [ids])

const ADD = `insert into benefit_evaluation (scheme_id, device_id, state, state_at, started_by, created_at)
  values ($1, $2, 'draft', $3, $4, $3) returning id`
export async function add(ctx: Ctx, schemeId: number, deviceId: number): Promise<number> {
  return (await runOne<{ id: number }>(ctx.db, ADD, [schemeId, deviceId, ctx.now, ctx.me.id])).id
}

const STEP = `update benefit_evaluation set state = $3,
    state_at = case when $3 = $2 then state_at else $4 end, reason = $5,
    submitted_by = case when $2 = 'draft' and $3 = 'submitted' then $6 else submitted_by end
  where id = $1 and state = $2 returning id`
export const step = async (
  ctx: Ctx,
  id: number,
  s: { from: BenefitState; to: BenefitState; reason: string | null },
): Promise<boolean> =>
  (await run(ctx.db, STEP, [id, s.from, s.to, ctx.now, s.reason, ctx.actor?.id ?? null])).length === 1

const PUBLISH = `update benefit_evaluation x set state = 'published', state_at = $2,
  reason = null, inputs = $3, class_code = $4, lab_id = d.lab_id, dept_id = d.dept_id, hours_score = $5,
  talent_score = $6, results_score = $7, income_score = $8, functions_score = $9, total_score = $10,
  grade = $11
  from device d where x.id = $1 and x.state = 'submitted' and d.id = x.device_id returning x.id`
export async function publish(
  ctx: Ctx,
  id: number,
  inputs: BenefitInputs,
  { items, total, grade }: Evaluated,
): Promise<boolean> {
  const scores = [items.hours, items.talent, items.results, items.income, items.functions].map((i) => i.score)
  const values = [id, ctx.now, JSON.stringify(inputs), inputs.classCode, ...scores, total, grade]
  return (await run(ctx.db, PUBLISH, values)).length === 1
}

const CHANGE = `update benefit_evaluation set functions_total = $2, functions_used = $3, functions_new = $4,
  note = $5, corrections = $6, revision = revision + 1 where id = $1`
interface Said {
  functionsTotal: number | null
  functionsUsed: number | null
  functionsNew: number | null
  note: string | null
  corrections: Corrections
}
/** No check of the state: the step before it in the same transaction has checked it. */
export const change = (ctx: Ctx, id: number, s: Said) =>
  run(ctx.db, CHANGE, [
    id,
    s.functionsTotal,
    s.functionsUsed,
    s.functionsNew,
    s.note,
    JSON.stringify(s.corrections),
  ])
const JUDGE = 'update benefit_evaluation set judged = $2, revision = revision + 1 where id = $1'
/** Like `change`, without a check of the state. */
export const judge = (ctx: Ctx, id: number, judged: Judged) =>
  run(ctx.db, JUDGE, [id, JSON.stringify(judged)])

// ── Whoever has not reported ─────────────────────────────────────────────────

const REMIND = `update benefit_evaluation x set reminded_on = $1::date
  from benefit_scheme s, device d
  where x.id = any(array(select e.id from benefit_evaluation e join benefit_scheme s on s.id = e.scheme_id
      where e.state = 'draft' and s.due_on - $1::date <= 7
        and (e.reminded_on is null or e.reminded_on <= $1::date - 7 or s.due_on - $1::date = 1
          and e.reminded_on < $1::date)
      order by e.id limit $2 for update of e skip locked))
    and s.id = x.scheme_id and d.id = x.device_id
  returning ${OPEN_CONTACT}, d.lab_id as "labId", d.name as "deviceName", s.due_on as "dueOn",
    s.year_kind as "yearKind", s.year`
export interface Due {
  /** Null also if the contact's account is closed. */
  contactId: number | null
  labId: number
  deviceName: string
  dueOn: string
  yearKind: YearKind
  year: number
}
/**
 * Marks and returns the drafts whose keepers are reminded now:
 * in the last week, on the day before, and each week after.
 */
export const takeDue = (ctx: Ctx, today: string, most: number): Promise<Due[]> =>
  run<Due>(ctx.db, REMIND, [today, most])
