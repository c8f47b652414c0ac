import { bulkRefusals, MAX_IMPORT_ROWS, type RowReason } from '@portal/contract/bulk/bulk'
import type { Actor, Ctx, Deps } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import { Refusal, findRefusal } from '../../kernel/refuse.ts'
import * as store from './bulk.store.ts'
import type { ImportDefinition, Judged, Written } from './definition.action.ts'
import { findFallen, beginFile, type FileSoFar } from './file.rules.ts'
import { describeChange, isAsShown } from './preview.rules.ts'
import { MAX_READ_ROWS, readRows } from './rows.action.ts'
import {
  readCells,
  isEmpty,
  isSample,
  mapHeaders,
  parseCells,
  readText,
  type Cells,
  type ImportValues,
} from './sheet.rules.ts'

// The work after the replies to upload and 确认: in steps of some hundred rows, so that one person's file
// occupies neither memory nor the event loop.

const STEP = 500

interface Work {
  deps: Deps
  d: ImportDefinition
  id: number
  actor: Actor
  requestId: string
}
const inStep = <T>({ deps, requestId, actor }: Work, work: (ctx: Ctx) => Promise<T>) =>
  inTransaction(deps, requestId, new Date(), work, actor)

interface Line {
  line: number
  cells: Cells
}
type Row = ImportValues<ImportDefinition['columns']>
interface Verdict extends Line {
  /** Set if all cells could be parsed. */
  row?: Row
  judged: Judged
  reasons: RowReason[]
}

function listReasons(d: ImportDefinition, { errors = [], warnings = [], was = [] }: Judged): RowReason[] {
  const as = (level: RowReason['level']) => (r: { column?: string; message: string }) => ({
    level,
    column: (r.column !== undefined && d.columns[r.column]?.header) || null,
    message: r.message,
  })
  return [...errors.map(as('error')), ...warnings.map(as('warning')), ...was.map(as('was'))]
}

/** Errors for unique values that an earlier row has. */
function findRepeats(d: ImportDefinition, row: Row, line: number, { seen }: FileSoFar): Judged['errors'] {
  const unique = Object.entries(d.uniqueOf(row)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const errors = unique.flatMap(([column, value]) => {
    const before = seen.get(`${column} ${value}`)
    // A retried step finds its own rows in `seen`.
    return before === undefined || before === line ? [] : [{ column, message: `与第 ${before} 行重复` }]
  })
  if (errors.length === 0) for (const [column, value] of unique) seen.set(`${column} ${value}`, line)
  return errors
}

/** Parses cells, finds repeats within the file, and asks the definition to judge the other rows. */
async function judgeLines(
  ctx: Ctx,
  d: ImportDefinition,
  lines: readonly Line[],
  file: FileSoFar,
): Promise<Verdict[]> {
  const all = lines.map((l): Verdict => {
    const parsed = parseCells(d.columns, l.cells)
    if (!parsed.ok) return { ...l, judged: { verdict: 'bad' }, reasons: parsed.reasons }
    const errors = findRepeats(d, parsed.row, l.line, file) ?? []
    if (errors.length)
      return { ...l, judged: { verdict: 'bad' }, reasons: listReasons(d, { verdict: 'bad', errors }) }
    return { ...l, row: parsed.row, judged: { verdict: 'new' }, reasons: [] }
  })
  const readable = all.filter((v): v is Verdict & { row: Row } => v.row !== undefined)
  const inFile = (column: string, value: string) => file.seen.has(`${column} ${value}`)
  const judged =
    readable.length === 0
      ? []
      : await d.judge(
          ctx,
          readable.map((v) => v.row),
          inFile,
        )
  readable.forEach((v, i) => {
    const verdict = judged[i]
    if (!verdict)
      throw new Error(`${d.kind}: judge answered ${judged.length} verdicts for ${readable.length} rows`)
    v.judged = verdict
    v.reasons = listReasons(d, verdict)
  })
  for (const {
    line,
    judged: { verdict, awaits },
  } of all) {
    // A retried step may judge the row differently.
    file.bad.delete(line)
    file.awaits.delete(line)
    if (verdict === 'bad') file.bad.add(line)
    else if (awaits) file.awaits.set(line, awaits)
  }
  return all
}

/** At the end of the file: rows that are bad because an awaited row is missing or bad, with reasons. */
const listFallen = (d: ImportDefinition, file: FileSoFar) =>
  findFallen(file).map(({ line, ...error }) => ({
    line,
    verdict: 'bad' as const,
    reasons: listReasons(d, { verdict: 'bad', errors: [error] }),
  }))

/** A message the person can act on; undefined if it is an internal error. */
const explainFailure = (e: unknown) => findRefusal(e)?.message

export async function readFile(work: Work, content: Buffer): Promise<void> {
  const { d, id } = work
  const file = beginFile()
  let at: (string | null)[] | undefined
  let ignored: string[] = []
  let lines: Line[] = []
  let count = 0
  let read = 0
  let lastLine = 0
  const flush = async () => {
    if (lines.length === 0) return
    const batch = lines
    lines = []
    await inStep(work, async (ctx) => {
      const judged = await judgeLines(ctx, d, batch, file)
      await store.stage(
        ctx,
        id,
        judged.map(({ line, cells, judged: j, reasons }) => ({ line, cells, verdict: j.verdict, reasons })),
      )
      if (!(await store.beat(ctx, id, count))) throw new Refusal('GONE', '该导入已被放弃')
    })
  }
  try {
    for await (const { line, values } of readRows(content)) {
      if (++read > MAX_READ_ROWS) break
      lastLine = line
      if (!at) {
        const headers = values.map(readText)
        if (headers.every((h) => h === '')) continue
        const mapped = mapHeaders(d.columns, headers)
        if (!mapped.ok) throw new Refusal('HEADERS', mapped.message)
        ;({ at, ignored } = mapped)
        continue
      }
      const cells = readCells(at, values, d.columns)
      if (isEmpty(cells) || isSample(d.columns, cells)) continue
      if (++count > MAX_IMPORT_ROWS)
        throw new Refusal('TOO_MANY_ROWS', `一次最多导入 ${MAX_IMPORT_ROWS} 行，请分成几个文件`)
      lines.push({ line, cells })
      if (lines.length === STEP) await flush()
    }
    await flush()
    if (count === 0) throw new Refusal('EMPTY', '文件中没有数据')
    const notes = [
      ...(ignored.length ? [`以下列不在模板中，已忽略：${ignored.slice(0, 10).join('、')}`] : []),
      // Among so many rows are empty ones, otherwise there were too many above.
      ...(read > MAX_READ_ROWS ? [`第 ${lastLine} 行之后没有读取，请删除空行后重新上传`] : []),
    ]
    const message = notes.join('；') || null
    await inStep(work, async (ctx) => {
      await store.markRows(ctx, id, listFallen(d, file))
      await store.finishReading(ctx, id, count, message)
    })
  } catch (e) {
    await giveUp(work, e, (ctx, message) => store.markFailed(ctx, id, message), bulkRefusals.BROKEN_SHEET)
  }
}

/** Thrown to roll back: rows no longer do what their preview showed. */
class NotAsShown extends Error {
  readonly rows: store.MarkedRow[]
  constructor(rows: store.MarkedRow[]) {
    super('rows are not as shown')
    this.rows = rows
  }
}

/** Rows that would do something other than the preview showed, with their new verdicts. */
function listSurprises(shown: readonly store.StagedRow[], judged: readonly Verdict[]): store.MarkedRow[] {
  const byLine = new Map(shown.map((s) => [s.line, s]))
  return judged.flatMap(({ line, judged: { verdict }, reasons }) => {
    const before = byLine.get(line)
    return before && isAsShown(before, { verdict, reasons }) ? [] : [{ line, verdict, reasons }]
  })
}

export async function writeRows(work: Work): Promise<void> {
  const { d, id, deps } = work
  try {
    await inStep(work, async (ctx) => {
      ctx.target = `导入 ${id}`
      const file = beginFile()
      const waiting: Written[] = []
      let written = 0
      for (let after = 0; ;) {
        const lines = await store.listToWrite(ctx.db, id, after, STEP)
        if (lines.length === 0) break
        after = lines.at(-1)?.line ?? after
        const judged = await judgeLines(ctx, d, lines, file)
        const surprises = listSurprises(lines, judged)
        if (surprises.length) throw new NotAsShown(surprises)
        const rows = judged.flatMap(({ row, judged: j }) =>
          row && (j.verdict === 'new' || j.verdict === 'changed')
            ? [{ verdict: j.verdict, row, plan: j.plan, waits: j.awaits !== undefined }]
            : [],
        )
        if (rows.length) await d.write(ctx, rows)
        waiting.push(...rows.filter((r) => r.waits))
        written += lines.length
        // On another connection, because the uncommitted transaction is invisible to readers.
        await inTransaction(deps, work.requestId, new Date(), (outside) => store.beat(outside, id, written))
      }
      const lost = listFallen(d, file)
      if (lost.length) throw new NotAsShown(lost)
      for (let i = 0; i < waiting.length; i += STEP) await d.link?.(ctx, waiting.slice(i, i + STEP))
      if (!(await store.finish(ctx, id, written, new Date()))) throw new Refusal('GONE', '该导入已被放弃')
    })
  } catch (e) {
    const rows = e instanceof NotAsShown ? e.rows : []
    await giveUp(
      work,
      rows.length ? new Refusal('NOT_AS_SHOWN', describeChange(rows)) : e,
      (ctx, text) => store.returnToReady(ctx, id, rows, text),
      '导入没有成功，没有写入任何内容，请重试',
    )
  }
}

/**
 * Puts the import into a state from which the person can continue; logs internal errors for administrators.
 */
async function giveUp(
  work: Work,
  e: unknown,
  leave: (ctx: Ctx, message: string) => Promise<unknown>,
  otherwise: string,
): Promise<void> {
  try {
    await inStep(work, (ctx) => leave(ctx, explainFailure(e) ?? otherwise))
    if (explainFailure(e) === undefined) await logFault(work.deps, `import ${work.d.kind}`, e as Error)
  } catch {
    // The database is unreachable or the server is stopping: the sweep will notice the missing heartbeat.
  }
}
