import { parentPort, workerData } from 'node:worker_threads'

// Reads a spreadsheet in a thread of its own, in batches, so that the main thread can answer requests.

export interface SheetTask {
  content: Uint8Array
  maxRows: number
  maxColumns: number
  maxCell: number
}
/** A row of the file, and its number as the spreadsheet shows it. */
export interface SheetRow {
  line: number
  values: readonly unknown[]
}
export type SheetNews =
  | { rows: SheetRow[]; last: boolean }
  /** A limit is exceeded in this line. */
  | { beyond: 'columns' | 'cell'; line: number }
  | { failed: { name: string; message: string } }

const BATCH = 500
const task = workerData as SheetTask // sheets.ts sends it
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node's has no origin
const say = (news: SheetNews) => parentPort?.postMessage(news)

class Beyond extends Error {
  readonly news: SheetNews
  constructor(beyond: 'columns' | 'cell', line: number) {
    super(beyond)
    this.news = { beyond, line }
  }
}

/**
 * Chinese Excel saves CSV in its own code page, which is read as GB 18030, and Unicode 文本 as UTF-16.
 */
function decode(content: Uint8Array): string {
  const mark = content[0] === 0xff ? content[1] === 0xfe : content[0] === 0xfe && content[1] === 0xff
  if (mark) return new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('gb18030').decode(content)
  }
}

const SEPARATORS = [',', ';', '\t', '|'].map((c) => c.charCodeAt(0))
const [QUOTE, LF] = [34, 10]
/**
 * Checks the limits before the text is parsed: millions of cells would take a hundred
 * times its size in memory.
 */
function judgeText(text: string): void {
  const seen = [0, 0, 0, 0]
  let [line, cell, quoted] = [1, 0, false]
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const separator = quoted ? -1 : SEPARATORS.indexOf(c)
    if (c === QUOTE) quoted = !quoted
    if (c === LF && !quoted) {
      seen.fill(0)
      line += 1
      cell = 0
    } else if (separator >= 0) {
      const columns = (seen[separator] ?? 0) + 2
      if (columns > task.maxColumns) throw new Beyond('columns', line)
      seen[separator] = columns - 1
      cell = 0
    } else if (++cell > task.maxCell + 2) throw new Beyond('cell', line)
  }
}

async function* rows(): AsyncGenerator<SheetRow> {
  const { content, maxRows } = task
  if (content[0] === 0x50 && content[1] === 0x4b) {
    const { streamXlsxRows } = await import('hucre/xlsx')
    for await (const { index, values } of streamXlsxRows(content, { sheet: 0, maxRows }))
      yield { line: index + 1, values }
    return
  }
  const { streamCsvRows } = await import('hucre/csv')
  const text = decode(content)
  judgeText(text)
  let line = 0
  for (const values of streamCsvRows(text, { maxRows })) yield { line: ++line, values }
}

/** The main thread asks for the next batch when it has worked on this one. */
const asked = () => new Promise<void>((resolve) => parentPort?.once('message', () => resolve()))

async function read(): Promise<void> {
  let batch: SheetRow[] = []
  for await (const { line, values } of rows()) {
    if (values.length > task.maxColumns) throw new Beyond('columns', line)
    if (values.some((v) => typeof v === 'string' && v.length > task.maxCell)) throw new Beyond('cell', line)
    batch.push({ line, values })
    if (batch.length < BATCH) continue
    say({ rows: batch, last: false })
    batch = []
    await asked()
  }
  say({ rows: batch, last: true })
}

try {
  await read()
} catch (e) {
  const { name, message } = e as Error
  say(e instanceof Beyond ? e.news : { failed: { name, message } })
}
