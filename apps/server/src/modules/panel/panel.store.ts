import type { PanelKind, PanelState, PanelVerdict, Profession } from '@portal/contract/panel/panel'
import type { PanelNeeds } from '@portal/contract/panel/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { listGrams } from '../../kernel/search.rules.ts'

export type PanelBusiness = 'purchase' | 'scrap'

export interface PanelRecord extends PanelNeeds {
  id: number
  business: PanelBusiness
  rowId: number
  kind: PanelKind
  state: PanelState
  stateAt: Date
  title: string
  statement: string
  revision: number
  conclusion: string | null
  requesterId: number
  requesterName: string
  requesterDeptId: number | null
  createdAt: Date
  experts: number
  signed: number
  agreed: number
  /** The caller is an expert on it and has not signed. */
  unsignedMe: boolean
  /** The caller is an expert on it. */
  onIt: boolean
  /** Ids of all its experts. */
  seated: number[]
}
export interface PanelRow extends Omit<PanelRecord, 'unsignedMe' | 'onIt'> {
  /** Ids of the experts who have not signed. */
  unsigned: number[]
}
export const recordFor = (ctx: Ctx, { unsigned, ...p }: PanelRow): PanelRecord => {
  const among = (ids: readonly number[]) => ctx.actor !== null && ids.includes(ctx.actor.id)
  return { ...p, unsignedMe: among(unsigned), onIt: among(p.seated) }
}
export const ROW = `p.id, p.business, p.row_id as "rowId", p.kind, p.state, p.state_at as "stateAt", p.title,
  p.statement, p.revision, p.conclusion, p.created_by as "requesterId", u.name as "requesterName",
  u.dept_id as "requesterDeptId", p.created_at as "createdAt", p.min_experts as "minExperts", p.odd,
  p.min_lawyers as "minLawyers", p.outside_only as "outsideOnly", p.unanimous, p.senior_only as "seniorOnly",
  p.own_third as "ownThird", p.campus_third as "campusThird", e.experts, e.signed, e.agreed,
  coalesce(e.seated, '{}') as seated, coalesce(e.unsigned, '{}') as unsigned`
export const JOINS = `join user_account u on u.id = p.created_by
    cross join lateral (select count(*)::int as experts, count(x.signed_at)::int as signed,
          count(*) filter (where x.verdict = 'agree')::int as agreed, array_agg(x.user_id) as seated,
          array_agg(x.user_id) filter (where x.signed_at is null) as unsigned
        from panel_expert x where x.panel_id = p.id) e`
const FIND = `select ${ROW} from panel p ${JOINS} where p.id = $1`
export const find = async (ctx: Ctx, panelId: number): Promise<PanelRecord | undefined> =>
  (await run<PanelRow>(ctx.db, FIND, [panelId])).map((p) => recordFor(ctx, p))[0]

const OF_ROW = `select ${ROW} from panel p ${JOINS} where p.business = $1 and p.row_id = $2
  order by p.id desc`
/** All panels of a row, also voided ones, newest first. */
export const listOfRow = async (ctx: Ctx, business: PanelBusiness, rowId: number): Promise<PanelRecord[]> =>
  (await run<PanelRow>(ctx.db, OF_ROW, [business, rowId])).map((p) => recordFor(ctx, p))

const SITS = `select from panel p join panel_expert x on x.panel_id = p.id
  where x.user_id = $1 and p.business = $2 and p.row_id = $3 and p.state <> 'draft' limit 1`
/** Is or was the caller asked for an opinion on this row? */
export const isSeated = async (ctx: Ctx, business: PanelBusiness, rowId: number): Promise<boolean> =>
  (await run(ctx.db, SITS, [ctx.me.id, business, rowId])).length > 0

const LOCK = 'select id from panel where id = any($1::int8[]) order by id for update'
export const lock = (ctx: Ctx, panelIds: readonly number[]) => run(ctx.db, LOCK, [panelIds])

export interface ExpertRow {
  id: number
  userId: number
  name: string
  profession: Profession
  outside: boolean
  unit: string
  title: string
  verdict: PanelVerdict | null
  opinion: string | null
  signedAt: Date | null
  seal: string | null
}
const EXPERTS = `select id, user_id as "userId", name, profession, outside, unit, title, verdict, opinion,
    signed_at as "signedAt", encode(seal, 'hex') as seal
  from panel_expert where panel_id = $1 order by id`
export const listExperts = (db: Db, panelId: number) => run<ExpertRow>(db, EXPERTS, [panelId])

export interface PersonFacts {
  id: number
  name: string
  deptId: number | null
  onCampus: boolean
  enabled: boolean
}
const PEOPLE = `select id, name, dept_id as "deptId", on_campus as "onCampus", enabled from user_account
  where id = any($1::int8[])`
export const findPeople = (db: Db, ids: readonly number[]) => run<PersonFacts>(db, PEOPLE, [ids])

export interface NewPanel extends PanelNeeds {
  business: PanelBusiness
  rowId: number
  kind: PanelKind
  title: string
  requesterId: number
}
const ADD = `insert into panel (business, row_id, kind, state, state_at, title, min_experts, odd, min_lawyers,
      outside_only, unanimous, created_by, created_at, search_text, search_grams, senior_only, own_third,
      campus_third)
  values ($1, $2, $3, 'draft', $4, $5, $6, $7, $8, $9, $10, $11, $4, $12, $13, $14, $15, $16) returning id`
export async function add(ctx: Ctx, p: NewPanel): Promise<number> {
  const { text, grams } = listGrams([p.title])
  const values = [
    p.business,
    p.rowId,
    p.kind,
    ctx.now,
    p.title,
    p.minExperts,
    p.odd,
    p.minLawyers,
    p.outsideOnly,
    p.unanimous,
    p.requesterId,
    text,
    grams,
    p.seniorOnly,
    p.ownThird,
    p.campusThird,
  ]
  return (await runOne<{ id: number }>(ctx.db, ADD, values)).id
}

const STATE_WORDS = 'update panel set statement = $2, revision = revision + 1 where id = $1'
export const setStatement = (ctx: Ctx, panelId: number, statement: string) =>
  run(ctx.db, STATE_WORDS, [panelId, statement])

export interface NewExpert {
  userId: number
  name: string
  profession: Profession
  outside: boolean
  unit: string
  title: string
}
const CLEAR = 'delete from panel_expert where panel_id = $1'
const SEAT = `insert into panel_expert (panel_id, user_id, name, profession, outside, unit, title)
  select $1, * from unnest($2::int8[], $3::text[], $4::text[], $5::bool[], $6::text[], $7::text[])`
export async function seat(ctx: Ctx, panelId: number, members: readonly NewExpert[]): Promise<void> {
  await run(ctx.db, CLEAR, [panelId])
  if (members.length === 0) return
  await run(ctx.db, SEAT, [
    panelId,
    members.map((m) => m.userId),
    members.map((m) => m.name),
    members.map((m) => m.profession),
    members.map((m) => m.outside),
    members.map((m) => m.unit),
    members.map((m) => m.title),
  ])
}

const STEP = `update panel set state = $3, state_at = $4, conclusion = coalesce($5, conclusion)
    where id = $1 and state = $2 returning id`
export const step = async (
  ctx: Ctx,
  panelId: number,
  s: { from: PanelState; to: PanelState; conclusion?: string | null },
): Promise<boolean> =>
  (await run(ctx.db, STEP, [panelId, s.from, s.to, ctx.now, s.conclusion ?? null])).length === 1

const SIGN = `update panel_expert set verdict = $3, opinion = $4, signed_at = $5, signed_from = $6, seal = $7
  where panel_id = $1 and user_id = $2 and signed_at is null returning id`
export const sign = async (
  ctx: Ctx,
  panelId: number,
  s: { verdict: PanelVerdict; opinion: string; seal: Buffer },
): Promise<boolean> =>
  (await run(ctx.db, SIGN, [panelId, ctx.me.id, s.verdict, s.opinion, ctx.now, ctx.ip, s.seal])).length === 1
