import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from 'pg'
import type { DB } from '../kernel/db.types.ts'

export type Cell =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | readonly string[]
  | { readonly json: unknown }

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const SPECIAL = /[\\\t\n\r]/
const escape = (text: string) =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c) : text
const QUOTED = /["\\]/
const quoteItem = (item: string) => `"${QUOTED.test(item) ? item.replace(/["\\]/g, '\\$&') : item}"`

/**
 * One value in COPY's text format. Called some hundred million times for a large campus, so frequent types
 * are tested first.
 */
function makeCell(value: Cell): string {
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if ('json' in value) return escape(JSON.stringify(value.json))
  return escape(`{${value.map(quoteItem).join(',')}}`)
}

/**
 * `copy … from stdin` with the lines of one batch. The lines are sent right after the command; if the command
 * fails, PostgreSQL ignores them.
 */
class CopyIn {
  readonly done: Promise<void>
  readonly #sql: string
  readonly #lines: string
  #settle!: { resolve: () => void; reject: (error: Error) => void }

  constructor(sql: string, lines: string) {
    this.#sql = sql
    this.#lines = lines
    this.done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }))
  }
  submit(plain: Connection): void {
    // pg's types do not declare the COPY methods
    const connection = plain as Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }
    connection.query(this.#sql)
    connection.sendCopyFromChunk(Buffer.from(this.#lines))
    connection.endCopyFrom()
  }
  handleCopyInResponse(): void {}
  handleError(error: Error): void {
    this.#settle.reject(error)
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#settle.resolve()
  }
}

const BATCH_ROWS = 8000

/** Rows of one table, buffered for COPY. Generated keys are given explicitly; COPY accepts them. */
export class Table<Column extends string> {
  readonly #copy: string
  readonly #columns: readonly Column[]
  #lines = ''
  #rows = 0

  constructor(name: string, columns: readonly Column[]) {
    this.#columns = columns
    this.#copy = `copy ${name} (${columns.join(', ')}) from stdin`
  }
  add(row: Record<Column, Cell>): void {
    let line = ''
    for (const column of this.#columns) line += `${line && '\t'}${makeCell(row[column])}`
    this.#lines += `${line}\n`
    this.#rows++
  }
  get full(): boolean {
    return this.#rows >= BATCH_ROWS
  }
  /** All buffered rows; undefined if there are none. */
  take(): CopyIn | undefined {
    if (this.#rows === 0) return undefined
    const copy = new CopyIn(this.#copy, this.#lines)
    this.#lines = ''
    this.#rows = 0
    return copy
  }
}

/**
 * Several tables filled together, in an order in which referenced rows come first. The next batch is
 * generated while PostgreSQL receives the previous one; memory use does not grow with the number of rows.
 */
export class Copier {
  readonly #client: pg.Client
  readonly #tables: Pick<Table<string>, 'full' | 'take'>[] = []
  #sending: Promise<void> = Promise.resolve()
  #calls = 0

  constructor(client: pg.Client) {
    this.#client = client
  }
  table<T extends keyof DB, C extends keyof DB[T] & string>(name: T, columns: readonly C[]): Table<C> {
    return this.scratch(name, columns)
  }
  /** A temporary table of the generator. */
  scratch<C extends string>(name: string, columns: readonly C[]): Table<C> {
    const table = new Table<C>(name, columns)
    this.#tables.push(table)
    return table
  }
  async flushFull(): Promise<void> {
    // Yields to the event loop now and then, so that the previous batch is sent.
    if (++this.#calls % 20 === 0) await nextTurn()
    if (!this.#tables.some((t) => t.full)) return
    await this.#sending
    this.#sending = this.#send()
    this.#sending.catch(() => undefined) // the next await reports the error
  }
  async flush(): Promise<void> {
    await this.#sending
    await this.#send()
  }
  /**
   * Sends what is buffered now. Rows added meanwhile must wait, because their references would arrive before
   * the referenced rows.
   */
  async #send(): Promise<void> {
    for (const copy of this.#tables.flatMap((t) => t.take() ?? [])) {
      this.#client.query(copy)
      await copy.done
    }
  }
}
