import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

export interface ContactValues {
  labId: number | null
  post: string
  name: string
  phone: string | null
  email: string | null
  office: string | null
  hours: string | null
  duty: string | null
  sort: number
}
export interface ContactRow extends Omit<ContactValues, 'labId'> {
  id: number
  lab: Ref | null
}
const LAB = 'left join lab l on l.id = c.lab_id'
const LIST = defineShortList(3, {
  as: 'c',
  row: `c.id, case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as lab,
    c.post, c.name, c.phone, c.email, c.office, c.hours, c.duty, c.sort`,
  from: `share_contact c ${LAB}`,
  joins: LAB,
  where: `($1::text is null or position(lower($1)
        in lower(c.post || ' ' || c.name || ' ' || coalesce(c.duty, '') || ' ' || coalesce(l.name, ''))) > 0)
    and ($2::boolean is null or (c.lab_id is not null) = $2)
    and ($3::int8[] is null or c.lab_id = any($3))`,
  order: 'c.lab_id nulls first, c.sort, c.id',
})

/** `ofLab` true: contacts of labs, false: of the campus, null: both; `labIds`: only of these labs. */
export const list = (
  db: Db,
  f: {
    keyword: string | null
    ofLab: boolean | null
    labIds: readonly number[] | null
    page: number
    size: number
  },
) => readShortPage<ContactRow>(db, LIST, [f.keyword, f.ofLab, f.labIds], f)

export const lockLab = async (ctx: Ctx, id: number) =>
  (
    await run<{ labId: number | null }>(
      ctx.db,
      'select lab_id as "labId" from share_contact where id = $1 for update',
      [id],
    )
  )[0]

const listValues = (ctx: Ctx, v: ContactValues) => [
  v.labId,
  v.post,
  v.name,
  v.phone,
  v.email,
  v.office,
  v.hours,
  v.duty,
  v.sort,
  ctx.now,
]
const ADD = `insert into share_contact (lab_id, post, name, phone, email, office, hours, duty, sort,
    updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`
export const add = (ctx: Ctx, v: ContactValues) => runOne<{ id: number }>(ctx.db, ADD, listValues(ctx, v))
const CHANGE = `update share_contact set lab_id = $1, post = $2, name = $3, phone = $4, email = $5,
    office = $6, hours = $7, duty = $8, sort = $9, updated_at = $10 where id = $11`
export const change = (ctx: Ctx, id: number, v: ContactValues) =>
  run(ctx.db, CHANGE, [...listValues(ctx, v), id])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from share_contact where id = $1', [id])
