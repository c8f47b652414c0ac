import type { AnswerRow, BatchRow } from '@portal/contract/national-report/national-report'
import type { NationalKind } from '@portal/contract/national-report/schema'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

const BEGIN = `insert into national_batch (report_id, kind, way, at, by_id) values ($1, $2, $3, $4, $5)
  returning id`
export const begin = async (ctx: Ctx, b: { reportId: number; kind: NationalKind; way: BatchRow['way'] }) =>
  (await runOne<{ id: number }>(ctx.db, BEGIN, [b.reportId, b.kind, b.way, ctx.now, ctx.me.id])).id

const END = 'update national_batch set ended_at = $2, trouble = $3 where id = $1'
export const end = (db: Db, id: number, at: Date, trouble: string | null) => run(db, END, [id, at, trouble])

export interface Answer {
  rowId: number
  key: string
  ok: boolean
  message: string
  hash: string
}
const ANSWER = `insert into national_answer (batch_id, row_id, key, ok, message, hash)
  select $1, a.* from unnest($2::int8[], $3::text[], $4::bool[], $5::text[], $6::text[]) as a`
export const answer = (db: Db, batchId: number, all: readonly Answer[]) =>
  run(db, ANSWER, [
    batchId,
    all.map((a) => a.rowId),
    all.map((a) => a.key),
    all.map((a) => a.ok),
    all.map((a) => a.message),
    all.map((a) => a.hash),
  ])

type BatchRecord = Omit<BatchRow, 'at'> & { at: Date }
const LIST = `select b.id, b.kind, b.way, b.at, u.name as by, n.rows, n.accepted,
  n.rows - n.accepted as refused, coalesce(b.trouble, case when b.ended_at is null then '上报中断，没有得到结果，可以重新上报'
  end) as trouble
  from (select * from national_batch where report_id = $1 order by id desc limit $2 offset $3) b
    join user_account u on u.id = b.by_id, lateral (select count(*)::int as rows,
      (count(*) filter (where a.ok))::int as accepted from national_answer a where a.batch_id = b.id) n
  order by b.id desc`
const TOTAL = 'select count(*)::int as total from national_batch where report_id = $1'
export async function list(db: Db, reportId: number, { page, size }: { page: number; size: number }) {
  const items = await run<BatchRecord>(db, LIST, [reportId, size, page * size])
  return { items, total: (await run<{ total: number }>(db, TOTAL, [reportId]))[0]?.total ?? 0 }
}

const ANSWERS = `select a.row_id as "rowId", a.key, a.ok, a.message,
    json_build_object('id', d.id, 'name', d.name, 'serialId', d.serial_id) as device
  from (select * from national_answer where batch_id = $1 order by ok, row_id limit $2 offset $3) a
    join national_row r on r.id = a.row_id join device d on d.id = r.device_id order by a.ok, a.row_id`
const ANSWERED = 'select count(*)::int as total from national_answer where batch_id = $1'
/** The platform's answers to a batch, refusals first. */
export async function answers(db: Db, batchId: number, { page, size }: { page: number; size: number }) {
  const items = await run<AnswerRow>(db, ANSWERS, [batchId, size, page * size])
  return { items, total: (await run<{ total: number }>(db, ANSWERED, [batchId]))[0]?.total ?? 0 }
}
