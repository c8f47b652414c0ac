import type { BulkImport, ImportKind, ImportState, RowReason, RowVerdict } from '@portal/contract/bulk/bulk'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { Cells } from './sheet.rules.ts'

export interface ImportRecord {
  id: number
  kind: ImportKind
  userId: number
  fileName: string
  state: ImportState
  progress: number
  counts: BulkImport['counts']
  message: string | null
  createdAt: Date
  finishedAt: Date | null
}
const IMPORT = `id, kind, user_id as "userId", file_name as "fileName", state, progress, message,
    created_at as "createdAt", finished_at as "finishedAt",
  json_build_object('new', new_count, 'changed', changed_count, 'same', same_count, 'bad', bad_count,
    'warned', warned_count) as counts`

const ADD = `insert into bulk_import (kind, user_id, file_name, state, beat_at, created_at)
  values ($1, $2, $3, 'reading', $4, $4) returning ${IMPORT}`
export const add = (ctx: Ctx, kind: ImportKind, fileName: string) =>
  runOne<ImportRecord>(ctx.db, ADD, [kind, ctx.me.id, fileName, ctx.now])

export const find = async (db: Db, id: number): Promise<ImportRecord | undefined> =>
  (await run<ImportRecord>(db, `select ${IMPORT} from bulk_import where id = $1`, [id]))[0]

export interface StagedRow {
  line: number
  verdict: RowVerdict
  cells: Cells
  reasons: RowReason[]
}
const STAGE = `insert into bulk_row (import_id, line, verdict, cells, reasons)
  select $1, r.line, r.verdict, r.cells, r.reasons
  from jsonb_to_recordset($2::jsonb) r (line int, verdict text, cells jsonb, reasons jsonb)`
export const stage = (ctx: Ctx, id: number, rows: readonly StagedRow[]) =>
  run(ctx.db, STAGE, [id, JSON.stringify(rows)])

const COUNTED = `new_count = x.new, changed_count = x.changed, same_count = x.same, bad_count = x.bad,
  warned_count = x.warned`
const COUNTS = `(select count(*) filter (where verdict = 'new') as new,
    count(*) filter (where verdict = 'changed') as changed, count(*) filter (where verdict = 'same') as same,
    count(*) filter (where verdict = 'bad') as bad,
    count(*) filter (where reasons @> '[{"level": "warning"}]') as warned from bulk_row
    where import_id = $1) x`
const READY = `update bulk_import set state = 'ready', ${COUNTED}, progress = $2, message = $3, beat_at = $4
  from ${COUNTS} where id = $1 and state = 'reading'`
/** Marks a file as read completely: its preview is ready. */
export const finishReading = (ctx: Ctx, id: number, progress: number, message: string | null) =>
  run(ctx.db, READY, [id, progress, message, ctx.now])

const FAIL = `update bulk_import set state = 'failed', message = $2, finished_at = $3
  where id = $1 and state = 'reading'`
export const markFailed = (ctx: Ctx, id: number, message: string) => run(ctx.db, FAIL, [id, message, ctx.now])

const BEAT = `update bulk_import set progress = $2, beat_at = $3
  where id = $1 and state in ('reading', 'committing') returning id`
/** Updates progress and heartbeat. False: the import was discarded meanwhile. */
export const beat = async (ctx: Ctx, id: number, progress: number): Promise<boolean> =>
  (await run(ctx.db, BEAT, [id, progress, ctx.now])).length > 0

const BEGIN = `update bulk_import set state = 'committing', progress = 0, message = null, beat_at = $2
  where id = $1 and state = 'ready' returning ${IMPORT}`
export const begin = async (ctx: Ctx, id: number): Promise<ImportRecord | undefined> =>
  (await run<ImportRecord>(ctx.db, BEGIN, [id, ctx.now]))[0]

const TO_WRITE = `select line, verdict, cells, reasons from bulk_row where import_id = $1 and line > $2
    and verdict in ('new', 'changed') order by line limit $3`
/** The next `size` rows to write after a line. */
export const listToWrite = (db: Db, id: number, after: number, size: number) =>
  run<StagedRow>(db, TO_WRITE, [id, after, size])

const FINISH = `update bulk_import set state = 'done', progress = $2, finished_at = $3
  where id = $1 and state = 'committing' returning id`
/**
 * The last statement of the writing transaction. `at` is now, because `ctx.now` is the start of the
 * transaction. False: the sweep gave the import up as dead, and the caller must roll back.
 */
export const finish = async (ctx: Ctx, id: number, progress: number, at: Date): Promise<boolean> =>
  (await run(ctx.db, FINISH, [id, progress, at])).length > 0

/** A row's new verdict and reasons. */
export type MarkedRow = Omit<StagedRow, 'cells'>
const MARK = `update bulk_row b set verdict = r.verdict, reasons = r.reasons
  from jsonb_to_recordset($2::jsonb) r (line int, verdict text, reasons jsonb)
  where b.import_id = $1 and b.line = r.line`
/** Stores new verdicts of rows that changed since the preview. */
export async function markRows(ctx: Ctx, id: number, rows: readonly MarkedRow[]): Promise<void> {
  if (rows.length) await run(ctx.db, MARK, [id, JSON.stringify(rows)])
}

const READY_AGAIN = `update bulk_import set state = 'ready', ${COUNTED}, message = $2, beat_at = $3
  from ${COUNTS} where id = $1 and state = 'committing'`
/** Returns an import to its preview after a rollback, with the new verdicts of `rows`. */
export async function returnToReady(
  ctx: Ctx,
  id: number,
  rows: readonly MarkedRow[],
  message: string,
): Promise<void> {
  await markRows(ctx, id, rows)
  await run(ctx.db, READY_AGAIN, [id, message, ctx.now])
}

const ROWS = defineShortList(2, {
  as: 'b',
  row: 'b.line, b.verdict, b.cells, b.reasons',
  from: 'bulk_row b',
  where: 'b.import_id = $1 and ($2::text is null or b.verdict = $2)',
  order: 'b.line',
})
export const listRows = (
  db: Db,
  id: number,
  verdict: RowVerdict | null,
  page: { page: number; size: number },
) => readShortPage<StagedRow>(db, ROWS, [id, verdict], page)
const BAD = `select line, verdict, cells, reasons from bulk_row where import_id = $1 and verdict = 'bad'
    and line > $2 order by line limit $3`
/** The next `size` bad rows after a line. */
export const listBad = (db: Db, id: number, line: number, size: number) =>
  run<StagedRow>(db, BAD, [id, line, size])

const REMOVE = `delete from bulk_import where id = $1 and state <> 'committing' returning id`
/** False: the import is being written. */
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REMOVE, [id])).length > 0

const GIVE_UP = `update bulk_import set state = case state when 'reading' then 'failed' else 'ready' end,
    message = case state when 'reading' then $2 else $3 end
  where state in ('reading', 'committing') and beat_at < $1 returning id`
/**
 * Gives up imports whose process has died. A half-read file must be uploaded again; an import that was being
 * written returns to its preview.
 */
export const giveUp = async (
  ctx: Ctx,
  silentSince: Date,
  ofReading: string,
  ofCommit: string,
): Promise<number> => (await run(ctx.db, GIVE_UP, [silentSince, ofReading, ofCommit])).length
const SWEEP = `delete from bulk_import where created_at < $1 and state not in ('reading', 'committing')
  returning id`
export const sweep = async (ctx: Ctx, before: Date): Promise<number> =>
  (await run(ctx.db, SWEEP, [before])).length
