import type { Ballot } from '@portal/contract/tender/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Item, PersonFacts, Seat } from './committee.rules.ts'

export interface MemberRow extends Seat {
  id: number
  name: string
  own: boolean
  opinion: string | null
  signedAt: Date | null
  seal: string | null
}
const MEMBERS = `select id, user_id as "userId", name, unit, title, own, chair, opinion,
    signed_at as "signedAt", encode(seal, 'hex') as seal
  from tender_member where tender_id = $1 order by chair desc, id`
export const listMembers = (db: Db, tenderId: number) => run<MemberRow>(db, MEMBERS, [tenderId])

const SEAT = `select signed_at is not null as signed from tender_member where tender_id = $1 and user_id = $2`
/** The caller's seat in the committee; undefined without one. */
export const findSeat = async (ctx: Ctx, tenderId: number): Promise<{ signed: boolean } | undefined> =>
  (await run<{ signed: boolean }>(ctx.db, SEAT, [tenderId, ctx.me.id]))[0]

const UNSIGNED = `select tender_id as "tenderId" from tender_member
  where user_id = $1 and tender_id = any($2::int8[]) and signed_at is null`
/** Tenders of a list that wait for the caller's opinion. */
export const findUnsigned = async (ctx: Ctx, tenderIds: readonly number[]): Promise<Set<number>> =>
  new Set((await run<{ tenderId: number }>(ctx.db, UNSIGNED, [ctx.me.id, tenderIds])).map((r) => r.tenderId))

const PEOPLE = `select u.id, u.name, u.dept_id as "deptId", u.enabled,
    exists (select from supplier_user x where x.user_id = u.id) as "ofSupplier",
    exists (select from user_role ur join role_permission rp on rp.role_id = ur.role_id
        join permission p on p.id = rp.permission_id
      where ur.user_id = u.id and p.code = 'TENDER_ALL') as "ofOffice"
  from user_account u where u.id = any($1::int8[])`
export const findPeople = async (db: Db, ids: readonly number[]): Promise<Map<number, PersonFacts>> =>
  new Map((await run<PersonFacts>(db, PEOPLE, [ids])).map((p) => [p.id, p]))

const CLEAR = `delete from tender_member where tender_id = $1 and signed_at is null`
const NAME = `insert into tender_member (tender_id, user_id, name, unit, title, own, chair, named_at)
  select $1, n.*, $8 from unnest($2::int8[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::bool[]) n`
/** Replaces the members who have not signed. */
export async function nameMembers(
  ctx: Ctx,
  tenderId: number,
  named: readonly (Seat & { name: string; own: boolean })[],
): Promise<void> {
  await run(ctx.db, CLEAR, [tenderId])
  await run(ctx.db, NAME, [
    tenderId,
    named.map((m) => m.userId),
    named.map((m) => m.name),
    named.map((m) => m.unit),
    named.map((m) => m.title),
    named.map((m) => m.own),
    named.map((m) => m.chair),
    ctx.now,
  ])
}

const FIND = `select id from tender_member where tender_id = $1 and user_id = $2 and signed_at is null`
const CAST = `insert into tender_ballot (member_id, quotation_id, qualified, technical_score,
      commercial_score, words)
  select $1, * from unnest($2::int8[], $3::bool[], $4::numeric[], $5::numeric[], $6::text[])`
const SIGN = `update tender_member set opinion = $2, signed_at = $3, signed_from = $4, seal = $5
  where id = $1`
/** False if the caller has already signed or is no longer a member. */
export async function sign(
  ctx: Ctx,
  tenderId: number,
  s: { items: readonly Item[]; opinion: string | null; seal: Buffer },
): Promise<boolean> {
  const [seat] = await run<{ id: number }>(ctx.db, FIND, [tenderId, ctx.me.id])
  if (!seat) return false
  const { items } = s
  await run(ctx.db, CAST, [
    seat.id,
    items.map((i) => i.quotationId),
    items.map((i) => i.qualified),
    items.map((i) => i.technicalScore),
    items.map((i) => i.commercialScore),
    items.map((i) => i.words),
  ])
  await run(ctx.db, SIGN, [seat.id, s.opinion, ctx.now, ctx.ip, s.seal])
  return true
}

export interface BallotRow extends Ballot {
  userId: number
}
const BALLOTS = `select m.user_id as "userId", b.quotation_id as "quotationId", b.qualified,
    b.technical_score::float8 as "technicalScore", b.commercial_score::float8 as "commercialScore", b.words
  from tender_ballot b join tender_member m on m.id = b.member_id where m.tender_id = $1
  order by m.id, b.quotation_id`
export const listBallots = (db: Db, tenderId: number) => run<BallotRow>(db, BALLOTS, [tenderId])

const COMPANIES = `select s.name from supplier s
  where s.id in (select supplier_id from tender_invitation where tender_id = $1
      union select q.supplier_id from quotation q join tender t on t.id = q.tender_id
      where q.tender_id = $1 and t.opened_at is not null and q.withdrawn_at is null)`
/** Names of the invited companies and, after the opening, of those that quoted. */
export const listCompanies = async (db: Db, tenderId: number): Promise<string[]> =>
  (await run<{ name: string }>(db, COMPANIES, [tenderId])).map((s) => s.name)

const CONCLUDE = `update tender
  set state = 'evaluated', state_at = $2, evaluated_at = $2, evaluation_summary = $3
  where id = $1 and state = 'opened' returning id`
export const conclude = async (ctx: Ctx, tenderId: number, summary: string): Promise<boolean> =>
  (await run(ctx.db, CONCLUDE, [tenderId, ctx.now, summary])).length === 1
