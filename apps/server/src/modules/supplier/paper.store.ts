import type { PaperBody } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { ShownFile } from '../file/file.service.ts'

export interface PaperRow {
  fileId: string
  kind: string
  number: string | null
  validFrom: string | null
  validTo: string | null
  /** In one statement with the paper: the company may replace both while the office reads them. */
  file: ShownFile
}
const PAPERS = `select p.file_id as "fileId", p.kind, p.number, p.valid_from as "validFrom",
    p.valid_to as "validTo", f.name, f.mime, f.bytes, f.created_at as "createdAt"
  from supplier_paper p join file f on f.id = p.file_id
  where p.supplier_id = $1 order by p.kind, p.valid_to desc nulls first, p.id`
export const listPapers = async (db: Db, supplierId: number): Promise<PaperRow[]> =>
  (await run<Omit<PaperRow, 'file'> & Omit<ShownFile, 'id'>>(db, PAPERS, [supplierId])).map(
    ({ name, mime, bytes, createdAt, ...paper }) => ({
      ...paper,
      file: { id: paper.fileId, name, mime, bytes, createdAt },
    }),
  )

const REMOVE =
  'delete from supplier_paper where supplier_id = $1 and file_id <> all($2::uuid[]) returning file_id as id'
/** Removes all papers but these; returns the files that are no longer needed. */
export const removeOthers = async (
  ctx: Ctx,
  supplierId: number,
  fileIds: readonly string[],
): Promise<string[]> => (await run<{ id: string }>(ctx.db, REMOVE, [supplierId, fileIds])).map((r) => r.id)

const PUT = `insert into supplier_paper (supplier_id, kind, number, file_id, valid_from, valid_to, created_at)
  select $1, k, n, f, a, b, $7
  from unnest($2::text[], $3::text[], $4::uuid[], $5::date[], $6::date[]) u(k, n, f, a, b)
  on conflict on constraint supplier_paper_file do update set kind = excluded.kind, number = excluded.number,
    valid_from = excluded.valid_from, valid_to = excluded.valid_to,
    warned_on = case when supplier_paper.valid_to is distinct from excluded.valid_to then null
      else supplier_paper.warned_on end
  where supplier_paper.supplier_id = excluded.supplier_id`
export const put = (ctx: Ctx, supplierId: number, all: readonly PaperBody[]) =>
  run(ctx.db, PUT, [
    supplierId,
    all.map((p) => p.kind),
    all.map((p) => p.number),
    all.map((p) => p.fileId),
    all.map((p) => p.validFrom),
    all.map((p) => p.validTo),
    ctx.now,
  ])

// ── Time ─────────────────────────────────────────────────────────────────────

const LAPSED = `select s.id from supplier s
  where s.state = 'approved'
    and not exists (select from supplier_paper p
      where p.supplier_id = s.id and p.kind = 'licence' and (p.valid_to is null or p.valid_to >= $1))
  order by s.id limit $2`
/** Approved companies without a licence that is valid on this day. */
export const findLapsed = async (db: Db, today: string, limit: number): Promise<number[]> =>
  (await run<{ id: number }>(db, LAPSED, [today, limit])).map((r) => r.id)

export interface RunningOut {
  supplierId: number
  supplier: string
  kind: string
  validTo: string
}
const WARN = `with due as (select p.id from supplier_paper p join supplier s on s.id = p.supplier_id
      where p.valid_to between $1 and $2 and p.warned_on is null and s.state = 'approved' order by p.id
      limit $3 for update of p skip locked)
  update supplier_paper p set warned_on = $1 from due, supplier s where p.id = due.id and s.id = p.supplier_id
  returning p.supplier_id as "supplierId", s.name as supplier, p.kind, p.valid_to as "validTo"`
/** Takes papers of approved companies that expire between these days; each is returned only once. */
export const takeRunningOut = (ctx: Ctx, today: string, until: string, limit: number) =>
  run<RunningOut>(ctx.db, WARN, [today, until, limit])
