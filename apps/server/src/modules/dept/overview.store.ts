import type { DeptKind } from '@portal/contract/dept/dept'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

export interface OverviewRow {
  id: number
  name: string
  kind: DeptKind
  written: boolean
}
const WRITTEN = `(exists (select from dept_duty y where y.dept_id = d.id and y.body_html <> '')
      or exists (select from dept_contact c where c.dept_id = d.id))`
/** $1: these depts, null: all; $2: only depts with a text or contacts. */
const OVERVIEWS = `select d.id, d.name, d.kind, ${WRITTEN} as written from dept d
  where d.enabled and ($1::int8[] is null or d.id = any ($1)) and (not $2 or ${WRITTEN})
  order by array_position(array['office', 'center', 'college'], d.kind), d.sort, d.code`
export const listOverviews = (db: Db, ids: readonly number[] | null, writtenOnly: boolean) =>
  run<OverviewRow>(db, OVERVIEWS, [ids, writtenOnly])

export interface DutyRow {
  dept: {
    id: number
    name: string
    kind: DeptKind
    address: string | null
    phone: string | null
    email: string | null
  }
  bodyHtml: string
  updatedAt: Date | null
  updatedBy: string | null
}
const DUTY = `select jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind, 'address', d.address,
    'phone', d.phone, 'email', d.email) as dept,
    coalesce(y.body_html, '') as "bodyHtml", y.updated_at as "updatedAt", u.name as "updatedBy"
  from dept d left join dept_duty y on y.dept_id = d.id left join user_account u on u.id = y.updated_by
    where d.id = $1`
export const findDuty = async (db: Db, deptId: number): Promise<DutyRow | undefined> =>
  (await run<DutyRow>(db, DUTY, [deptId]))[0]

const WRITE = `insert into dept_duty (dept_id, body_html, updated_by, updated_at) values ($1, $2, $3, $4)
  on conflict (dept_id) do update set body_html = excluded.body_html, updated_by = excluded.updated_by,
    updated_at = excluded.updated_at`
export const writeDuty = (ctx: Ctx, deptId: number, bodyHtml: string) =>
  run(ctx.db, WRITE, [deptId, bodyHtml, ctx.me.id, ctx.now])

export interface ContactValues {
  post: string
  name: string
  phone: string | null
  email: string | null
  office: string | null
  duty: string | null
  sort: number
}
export interface ContactRow extends ContactValues {
  id: number
}
const CONTACTS = defineShortList(1, {
  as: 'c',
  row: 'c.id, c.post, c.name, c.phone, c.email, c.office, c.duty, c.sort',
  from: 'dept_contact c',
  where: 'c.dept_id = $1',
  order: 'c.sort, c.id',
})
export const listContacts = (db: Db, deptId: number, page: { page: number; size: number }) =>
  readShortPage<ContactRow>(db, CONTACTS, [deptId], page)
export const countContacts = async (db: Db, deptId: number): Promise<number> =>
  (await runOne<{ total: number }>(db, CONTACTS.total, [deptId])).total
/**
 * Locks the dept, so that of two concurrent additions of the last allowed contact one is refused. False: no
 * such dept.
 */
export const lockDept = async (ctx: Ctx, deptId: number): Promise<boolean> =>
  (await run(ctx.db, 'select from dept where id = $1 for no key update', [deptId])).length > 0

const listValues = (v: ContactValues) => [v.post, v.name, v.phone, v.email, v.office, v.duty, v.sort]
const ADD = `insert into dept_contact (post, name, phone, email, office, duty, sort, dept_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`
export const addContact = (ctx: Ctx, deptId: number, v: ContactValues) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listValues(v), deptId, ctx.now])
const CHANGE = `update dept_contact set post = $1, name = $2, phone = $3, email = $4, office = $5, duty = $6,
    sort = $7 where id = $8 and dept_id = $9 returning id`
export const changeContact = async (ctx: Ctx, id: number, deptId: number, v: ContactValues) =>
  (await run<{ id: number }>(ctx.db, CHANGE, [...listValues(v), id, deptId]))[0]
export const findDeptOfContact = async (db: Db, id: number): Promise<number | undefined> =>
  (await run<{ deptId: number }>(db, 'select dept_id as "deptId" from dept_contact where id = $1', [id]))[0]
    ?.deptId
export const removeContact = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from dept_contact where id = $1', [id])

/**
 * Moves a dept's contacts to another dept, and its text if that one has none. Returns whether the text was
 * moved.
 */
export async function moveOverview(ctx: Ctx, from: number, to: number): Promise<boolean> {
  await run(ctx.db, 'update dept_contact set dept_id = $2 where dept_id = $1', [from, to])
  return (
    (
      await run(
        ctx.db,
        `update dept_duty set dept_id = $2
          where dept_id = $1 and not exists (select from dept_duty where dept_id = $2) returning dept_id`,
        [from, to],
      )
    ).length > 0
  )
}
