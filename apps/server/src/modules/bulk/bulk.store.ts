import type { BulkImport, ImportKind, ImportState, RowReason, RowVerdict } from '@portal/contract/bulk/bulk'
import { run, runOne, type Db } from '../../kernel/db.ts'
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
  json_build_object('new', new_count, 'changed', changed_count, 'same', same_count, 'bad', bad_count, 'warned', warned_count) as counts`

const ADD = `insert into bulk_import (kind, user_id, file_name, state, beat_at, created_at)
  values ($1, $2, $3, 'reading', $4, $4) returning ${IMPORT}`
export const add = (db: Db, kind: ImportKind, userId: number, fileName: string, now: Date) =>
  runOne<ImportRecord>(db, ADD, [kind, userId, fileName, now])

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
export const stage = (db: Db, id: number, rows: readonly StagedRow[]) =>
  run(db, STAGE, [id, JSON.stringify(rows)])

const COUNTED = `new_count = x.new, changed_count = x.changed, same_count = x.same, bad_count = x.bad, warned_count = x.warned`
const COUNTS = `(select count(*) filter (where verdict = 'new') as new,
    count(*) filter (where verdict = 'changed') as changed, count(*) filter (where verdict = 'same') as same,
    count(*) filter (where verdict = 'bad') as bad,
    count(*) filter (where reasons @> '[{"level": "warning"}]') as warned from bulk_row
    where import_id = $1) x`
/** Reading has come to its end. */
const READY = `update bulk_import set state = 'ready', ${COUNTED}, progress = $2, message = $3, beat_at = $4
  from ${COUNTS} where id = $1 and state = 'reading'`
export const ready = (db: Db, id: number, progress: number, message: string | null, now: Date) =>
  run(db, READY, [id, progress, message, now])

const FAIL = `update bulk_import set state = 'failed', message = $2, finished_at = $3 where id = $1 and state = 'reading'`
export const fail = (db: Db, id: number, message: string, now: Date) => run(db, FAIL, [id, message, now])

/** A sign of life. False: somebody took it away meanwhile. */
const BEAT = `update bulk_import set progress = $2, beat_at = $3 where id = $1 and state in ('reading', 'committing') returning id`
export const beat = async (db: Db, id: number, progress: number, now: Date): Promise<boolean> =>
  (await run(db, BEAT, [id, progress, now])).length > 0

const BEGIN = `update bulk_import set state = 'committing', progress = 0, message = null, beat_at = $2
  where id = $1 and state = 'ready' returning ${IMPORT}`
export const begin = async (db: Db, id: number, now: Date): Promise<ImportRecord | undefined> =>
  (await run<ImportRecord>(db, BEGIN, [id, now]))[0]

const TO_WRITE = `select line, cells from bulk_row where import_id = $1 and line > $2
    and verdict in ('new', 'changed') order by line limit $3`
export const toWrite = (db: Db, id: number, after: number, size: number) =>
  run<{ line: number; cells: Cells }>(db, TO_WRITE, [id, after, size])

/** The last statement of the transaction that writes. False: it was given up as dead, and what it wrote must not stay. */
const FINISH = `update bulk_import set state = 'done', progress = $2, finished_at = $3 where id = $1 and state = 'committing' returning id`
export const finish = async (db: Db, id: number, progress: number, now: Date): Promise<boolean> =>
  (await run(db, FINISH, [id, progress, now])).length > 0

const JUDGE_AGAIN = `update bulk_row b set verdict = 'bad', reasons = r.reasons
  from jsonb_to_recordset($2::jsonb) r (line int, reasons jsonb) where b.import_id = $1 and b.line = r.line`
/** Rows that turned out bad after all. */
export async function turnBad(
  db: Db,
  id: number,
  bad: readonly { line: number; reasons: RowReason[] }[],
): Promise<void> {
  if (bad.length) await run(db, JUDGE_AGAIN, [id, JSON.stringify(bad)])
}

const READY_AGAIN = `update bulk_import set state = 'ready', ${COUNTED}, message = $2, beat_at = $3
  from ${COUNTS} where id = $1 and state = 'committing'`
/** Nothing was written; rows that turned out bad are. */
export async function readyAgain(
  db: Db,
  id: number,
  bad: readonly { line: number; reasons: RowReason[] }[],
  message: string,
  now: Date,
): Promise<void> {
  await turnBad(db, id, bad)
  await run(db, READY_AGAIN, [id, message, now])
}

const ROWS = 'from bulk_row where import_id = $1 and ($2::text is null or verdict = $2)'
export async function rows(
  db: Db,
  id: number,
  verdict: RowVerdict | null,
  { page, size }: { page: number; size: number },
): Promise<{ rows: StagedRow[]; total: number }> {
  const { total } = await runOne<{ total: number }>(db, `select count(*) as total ${ROWS}`, [id, verdict])
  const found = await run<StagedRow>(
    db,
    `select line, verdict, cells, reasons ${ROWS} order by line limit $3 offset $4`,
    [id, verdict, size, page * size],
  )
  return { rows: found, total }
}
const BAD = `select line, verdict, cells, reasons from bulk_row where import_id = $1 and verdict = 'bad'
    and line > $2 order by line limit $3`
export const badAfter = (db: Db, id: number, line: number, size: number) =>
  run<StagedRow>(db, BAD, [id, line, size])

const REMOVE = `delete from bulk_import where id = $1 and state <> 'committing' returning id`
export const remove = async (db: Db, id: number): Promise<boolean> => (await run(db, REMOVE, [id])).length > 0

/** Whoever read or wrote these is gone: what was read halfway has to be sent again, what was to be written is as before. */
const GIVE_UP = `update bulk_import set state = case state when 'reading' then 'failed' else 'ready' end,
    message = case state when 'reading' then $2 else $3 end
  where state in ('reading', 'committing') and beat_at < $1 returning id`
export const giveUp = async (
  db: Db,
  silentSince: Date,
  ofReading: string,
  ofCommit: string,
): Promise<number> => (await run(db, GIVE_UP, [silentSince, ofReading, ofCommit])).length
export const sweep = async (db: Db, before: Date): Promise<number> =>
  (
    await run(
      db,
      `delete from bulk_import where created_at < $1 and state not in ('reading', 'committing') returning id`,
      [before],
    )
  ).length
