import type { RankedBy } from '@portal/contract/benefit/ranking'
import type { BenefitGrade, BenefitInputs } from '@portal/contract/benefit/scheme'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import {
  joinConditions,
  readCarried,
  selectCalled,
  type At,
  type Condition,
} from '../../kernel/list.store.ts'
import { DEVICE, type DeviceColumns } from '../../kernel/of-device.store.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import type { World } from '../asset/asset.rules.ts'
import { devicesSeenBy, type Corrections, type Judged } from './benefit.store.ts'
import { IN_SCOPE } from './scheme.store.ts'

// Ranks are among all published evaluations of a year, whoever the
// caller is; which rows the caller sees is decided separately.

const columnOf: Record<RankedBy, string> = {
  total: 'total_score',
  hours: 'hours_score',
  talent: 'talent_score',
  results: 'results_score',
  income: 'income_score',
  functions: 'functions_score',
}
const published = (schemeId: number, column: RawBuilder<unknown>) => sql`
  with r as (select e.*, rank() over (order by ${column} desc)::int as rank, count(*) over ()::int as of
      from benefit_evaluation e where e.scheme_id = ${schemeId} and e.state = 'published'),
    l as (select e.device_id, ${column} as score, e.total_score,
      rank() over (order by ${column} desc)::int as rank
      from benefit_evaluation e join benefit_scheme b on b.id = e.scheme_id
      join benefit_scheme s on s.id = ${schemeId} and s.year_kind = b.year_kind and s.year = b.year + 1
      where e.state = 'published')`
function seen(who: World, column: RawBuilder<unknown>): Condition[] {
  const devices = devicesSeenBy(who)
  return devices ? [sql`${column} in ${devices}`] : []
}

export interface Ranked extends DeviceColumns {
  id: number
  rank: number
  of: number
  deptId: number
  dept: string
  thenLabId: number
  thenLab: string
  classCode: string
  minutes: number
  hours: number
  talent: number
  results: number
  income: number
  functions: number
  total: number
  grade: BenefitGrade
  lastScore: number | null
  lastRank: number | null
}
interface Asked {
  schemeId: number
  by: RankedBy
  deptIds: readonly number[] | null
  classPrefix?: string | undefined
  grade?: BenefitGrade | undefined
  keyword?: string | undefined
}

export async function ranking(db: Db, who: World, q: Asked, at: At) {
  const where = seen(who, sql`r.device_id`)
  if (q.deptIds) where.push(sql`r.dept_id = any(${q.deptIds}::int8[])`)
  if (q.classPrefix) where.push(sql`starts_with(r.class_code, ${q.classPrefix})`)
  if (q.grade) where.push(sql`r.grade = ${q.grade}`)
  const sought = q.keyword ? queryGrams(q.keyword) : undefined
  if (q.keyword) where.push(sought ? sql`r.device_id in (${selectCalled('device', sought)})` : sql`false`)
  const read = async ({ page, size }: At) =>
    (
      await sql<Ranked & { found: number }>`${published(q.schemeId, sql.ref(columnOf[q.by]))}
    select r.id, r.rank, r.of, r.dept_id as "deptId", t.name as dept, r.lab_id as "thenLabId",
      b.name as "thenLab", r.class_code as "classCode",
      coalesce((c.corrected ->> 'value')::int8, (r.inputs ->> 'minutes')::int8) as minutes,
      r.hours_score as hours, r.talent_score as talent, r.results_score as results, r.income_score as income,
      r.functions_score as functions, r.total_score as total, r.grade, p.score as "lastScore",
      p.rank as "lastRank",
      ${sql.raw(DEVICE)}, count(*) over ()::int as found
    from r join device d on d.id = r.device_id join lab l on l.id = d.lab_id join dept t on t.id = r.dept_id
      join lab b on b.id = r.lab_id left join l p on p.device_id = r.device_id
      cross join lateral (select r.corrections -> 'minutes' as corrected) c
    where ${joinConditions(where)} order by r.rank, r.id limit ${size} offset ${page * size}`.execute(db)
    ).rows
  const { rows, total } = await readCarried(at, read, (r) => r.found)
  return { items: rows, total }
}

export interface Grouped {
  key: string
  name: string
  devices: number
  total: number
  hours: number
  talent: number
  results: number
  income: number
  functions: number
  excellent: number
  good: number
  pass: number
  fail: number
  lastTotal: number | null
}
const keys = {
  dept: { key: sql`r.dept_id::text`, name: sql`t.name` },
  // Grouped like quotas: by class and design.
  class: {
    key: sql`left(r.class_code, 2) || ':' || coalesce(r.inputs ->> 'design', 'general')`,
    name: sql`left(r.class_code, 2)`,
  },
} as const
const average = (column: string) => sql`round(avg(${sql.ref(column)}))::int`
const graded = (grade: BenefitGrade) => sql`(count(*) filter (where r.grade = ${grade}))::int`

export async function groups(db: Db, who: World, q: { schemeId: number; by: keyof typeof keys }, at: At) {
  const { key, name } = keys[q.by]
  const where = joinConditions(seen(who, sql`r.device_id`))
  const read = async ({ page, size }: At) =>
    (
      await sql<Grouped & { found: number }>`${published(q.schemeId, sql.ref('total_score'))}
    select ${key} as key, ${name} as name, count(*)::int as devices, ${average('r.total_score')} as total,
      ${average('r.hours_score')} as hours, ${average('r.talent_score')} as talent,
        ${average('r.results_score')} as results,
      ${average('r.income_score')} as income, ${average('r.functions_score')} as functions,
        ${graded('excellent')} as excellent,
      ${graded('good')} as good, ${graded('pass')} as pass, ${graded('fail')} as fail,
      ${average('p.total_score')} as "lastTotal", count(*) over ()::int as found
    from r join dept t on t.id = r.dept_id left join l p on p.device_id = r.device_id
    where ${where} group by 1, 2 order by total desc, 1 limit ${size} offset ${page * size}`.execute(db)
    ).rows
  const { rows, total } = await readCarried(at, read, (r) => r.found)
  return { items: rows, total }
}

export interface Tried {
  deviceId: number
  name: string
  serialId: string
  dept: string
  moeCode: string | null
  design: 'general' | 'special' | null
  functionsTotal: number | null
  functionsUsed: number | null
  functionsNew: number | null
  corrections: Corrections | null
  judged: Judged | null
  inputs: BenefitInputs | null
}
/**
 * The first `most` instruments with a key above `after` that are evaluated by a scheme or are in its scope.
 * The evaluated and those in scope are limited each by themselves, so that an answer joins no more than twice
 * as many as it has.
 */
export async function tried(
  db: Db,
  who: World,
  q: { schemeId: number; deptIds: readonly number[] | null; after: number },
  most: number,
): Promise<Tried[]> {
  const where = [sql`d.id > ${q.after}`, ...seen(who, sql`d.id`)]
  if (q.deptIds) where.push(sql`d.dept_id = any(${q.deptIds}::int8[])`)
  const fits = joinConditions(where)
  const { rows } = await sql<Tried>`with chosen as (
      (select d.id from benefit_evaluation e join device d on d.id = e.device_id
        where e.scheme_id = ${q.schemeId} and e.state <> 'cancelled' and ${fits}
        order by d.id limit ${most})
      union
      (select d.id from benefit_scheme s, device d
        where s.id = ${q.schemeId} and ${sql.raw(IN_SCOPE)} and ${fits}
        order by d.id limit ${most})
      order by id limit ${most})
    select d.id as "deviceId", d.name, d.serial_id as "serialId", t.name as dept,
      d.moe_code as "moeCode", d.design, e.functions_total as "functionsTotal",
      e.functions_used as "functionsUsed", e.functions_new as "functionsNew", e.corrections, e.judged,
      e.inputs
    from device d join dept t on t.id = d.dept_id
      left join benefit_evaluation e on e.device_id = d.id and e.scheme_id = ${q.schemeId}
        and e.state <> 'cancelled'
    where d.id = any(array(select id from chosen))
    order by d.id`.execute(db)
  return rows
}
