import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import pg from 'pg'
import { isAway } from './away.rules.ts'
import type { DB } from './db.types.ts'
import { fail } from './refuse.ts'
import { isEcho, together } from './together.ts'

// Keys, counts and fen are int8: all of them stay below 2^53, so they are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY = 1016 as never // the types of pg name no arrays
const parseList = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => string[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) => parseList(text).map(Number))
// Days are days of the campus, not instants, so they stay 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, (s) => s)

export type Db = Kysely<DB>
export type Pool = pg.Pool

// By default PostgreSQL plans our longer statements at every run, because the generic plan looks
// slightly more expensive than one for the given values: a device's week took 2 ms to run and 8
// ms to plan (decision 3).
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** How long a request waits for a connection before it is refused. */
const PATIENCE_MS = 15_000
/** A machine that vanished silently is noticed after this time plus ten seconds (TCP keep-alive). */
const SILENCE_MS = 10_000

/**
 * `longestMs`: a statement that takes longer fails, and its connection is closed. `verify` checks each
 * connection before it is used, and refuses it by throwing.
 */
export function createPool(
  url: string,
  max: number,
  applicationName = 'portal',
  { longestMs, verify }: { longestMs?: number; verify?: (client: pg.ClientBase) => Promise<void> } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(longestMs !== undefined && { query_timeout: longestMs }),
    ...(verify && { verify: callbackify(verify) }),
    // Statements are sent without waiting for the answer of the one before: `begin` costs no round trip.
    pipeline: true,
    application_name: applicationName,
    options: PLANNED_ONCE,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
  } as pg.PoolConfig)
  // Statements on the connection fail with the same error. The pool itself handles errors of idle connections
  // only: an error of one in use would end the process (decision 45).
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ code, message }) => {
      if (code !== CHANGE_CODE || !message) return
      const topics = uncommitted.get(client)
      if (topics) topics.add(message)
      else tellOwn(pool, [message])
    })
  })
  pool.on('error', () => {})
  return pool
}

// A process hears of changes by other processes shortly after their commit (kernel/live.ts). The triggers
// also report each change on the connection that makes it (0132), so that a process does not reply while its
// own caches still hold the old value.
const CHANGE_CODE = 'PT132'
const ownListeners = new WeakMap<Pool, Set<(topic: string) => void>>()
/**
 * Calls `listener` with the topic of each change that this pool has committed. Returns
 * a function that stops it.
 */
export function onOwnChange(pool: Pool, listener: (topic: string) => void): () => void {
  const listeners = ownListeners.get(pool) ?? new Set()
  ownListeners.set(pool, listeners.add(listener))
  return () => void listeners.delete(listener)
}
function tellOwn(pool: Pool, topics: Iterable<string>): void {
  for (const topic of topics) for (const listener of ownListeners.get(pool) ?? []) listener(topic)
}
/** Topics that the transaction running on a connection has changed. */
const uncommitted = new WeakMap<pg.ClientBase, Set<string>>()

/** Closes a connection that does not answer; an orderly end would wait for the answer. */
export function breakOff(client: pg.ClientBase): void {
  findStream(client).destroy()
}
// pg has had this property for years, but its types lack it.
const findStream = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

// Statements are prepared once per connection under a name made from their text, so that PostgreSQL
// plans them once. Beyond this many texts they go unnamed: lists whose text varies without end would
// fill PostgreSQL's memory.
const MAX_NAMED = 2000
const names = new Map<string, string>()
function nameStatement(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_NAMED) names.set(text, (name = `s${names.size}`))
  return name
}

/**
 * Collects the statements that are sent in one tick into one network write: each write wakes PostgreSQL,
 * which costs more than many a statement. Statements that follow without waiting for the network, also after
 * awaits of fulfilled promises, are part of the same write.
 */
function sendTogether(client: pg.ClientBase): void {
  const stream = findStream(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

class Connection implements DatabaseConnection {
  readonly client: pg.ClientBase
  /** The error by which the connection was lost; the pool then closes it. */
  lost: Error | undefined
  /** Its transaction has ended or is about to: further statements would run outside of it. */
  over = false
  constructor(client: pg.ClientBase) {
    this.client = client
  }
  /**
   * The statement is on its way when this returns, so statements run in the order of the calls. Throws after
   * the end of the transaction.
   */
  send<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    if (this.over) throw new Error('a statement came after the end of its transaction')
    const name = nameStatement(text)
    sendTogether(this.client)
    const answer = this.client.query<R>({ ...(name && { name }), text, values: values as unknown[] })
    // The caller gets the error too. PostgreSQL may report the end of a connection some
    // time before it closes it.
    answer.catch((e: Error) => {
      if (isAway(e)) this.lost = e
    })
    return answer
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.send(query.sql, query.parameters)
    const rows = result.rows as R[] // only the statement knows the type of its rows
    return result.rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount) }
  }
  streamQuery = walkInstead
}

// oxlint-disable-next-line require-yield
async function* walkInstead(): AsyncIterableIterator<never> {
  throw new Error('what grows without end is walked by key: walkList of kernel/list.store.ts')
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }
  async init() {}
  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool.connect())
  }
  async releaseConnection(connection: Connection) {
    ;(connection.client as pg.PoolClient).release(connection.lost)
  }
  async beginTransaction(): Promise<void> {
    throw new Error('transactions are opened by serve() or transaction(), never here')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async destroy() {}
}

class ClientDriver extends PoolDriver {
  readonly #connection: Connection
  constructor(connection: Connection) {
    super(undefined as never) // never used: both methods that need the pool are overridden
    this.#connection = connection
  }
  override async acquireConnection() {
    return this.#connection
  }
  override async releaseConnection() {}
}

// Shared by all, because neither keeps state between queries: one for each transaction would cost a hundred
// functions and five kilobytes.
const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const kyselyOver = (driver: Driver): Db =>
  new Kysely<DB>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

/**
 * Sends the fixed statements of a `Db` without Kysely: on the one connection of a
 * transaction, or on any free one.
 */
const senders = new WeakMap<Db, Pick<Connection, 'send'>>()

/** Queries outside a transaction, each on any free connection. */
export function poolDb(pool: Pool): Db {
  const db = kyselyOver(new PoolDriver(pool))
  senders.set(db, {
    async send<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) {
      const client = await pool.connect()
      const connection = new Connection(client)
      try {
        return await connection.send<R>(text, values)
      } finally {
        client.release(connection.lost)
      }
    },
  })
  return db
}

function transactionDb(connection: Connection): Db {
  const db = kyselyOver(new ClientDriver(connection))
  senders.set(db, connection)
  return db
}

type Ask = <T>(work: (db: Db) => Promise<T>) => Promise<T>
class AskingDriver extends PoolDriver {
  readonly #connection: DatabaseConnection
  constructor(ask: Ask) {
    super(undefined as never) // as ClientDriver
    this.#connection = {
      executeQuery: (query) => ask((db) => db.executeQuery(query)) as Promise<QueryResult<never>>,
      streamQuery: walkInstead,
    }
  }
  override async acquireConnection() {
    return this.#connection as Connection // Kysely hands it to `executeQuery` and `releaseConnection` only
  }
  override async releaseConnection() {}
}

/** Queries outside a transaction; `ask` chooses the database of each. */
export function askingDb(ask: Ask): Db {
  const db = kyselyOver(new AskingDriver(ask))
  senders.set(db, {
    send: <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      ask((chosen) => findSender(chosen).send<R>(text, values)),
  })
  return db
}

function findSender(db: Db): Pick<Connection, 'send'> {
  const sender = senders.get(db)
  if (!sender) throw new Error('only a Db of this file sends statements')
  return sender
}

/**
 * Runs fixed SQL, prepared: for hot paths, where building a query costs more than running it. Within a
 * transaction statements go out in the order in which this is called, whether it is awaited or not.
 */
export async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await findSender(db).send(text, values)).rows as Row[] // only the statement knows the row type
}

/** True if it is one transaction, false if each statement takes any free connection. */
export const isTransaction = (db: Db): boolean => senders.get(db) instanceof Connection

/**
 * The row of a statement that always has one: an insert with `returning`, a select of sums.
 * Throws if there is none.
 */
export async function runOne<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row> {
  const [row] = await run<Row>(db, text, values)
  if (row === undefined) throw new Error('the statement was to answer a row')
  return row
}

/**
 * SQLSTATE of `must_be_written` (0140): a statement that was sent together with its
 * commit could not be written.
 */
const NOT_WRITTEN = 'PT140'
const RETRYABLE = new Set(['40001', '40P01', NOT_WRITTEN])
/** True if the whole transaction should be retried: serialisation failure, deadlock, or NOT_WRITTEN. */
export const isRetryable = (e: unknown): boolean => RETRYABLE.has((e as { code?: string } | null)?.code ?? '')

/** True for an error that PostgreSQL gave a statement. */
const isOfStatement = (e: unknown): boolean => e instanceof pg.DatabaseError

/**
 * Resolves once all statements that wait for no answer have been sent: callbacks of fulfilled promises run
 * first. Hand statements that are to leave with the commit to `last`, then await this.
 */
export const allSent = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

/**
 * The work of a transaction. `attempt`: 0, and more when it is retried. `undo` sends ROLLBACK behind the
 * statements already sent, whose answers still arrive; afterwards the caller must refuse.
 */
export type Work<T> = (
  db: Db,
  last: (statement: Promise<unknown>) => void,
  attempt: number,
  undo: () => void,
) => Promise<T>

// One message. From here to the end of the transaction the triggers of 0053 note what changes.
const BEGIN_NOTING = `begin; set local portal.noting = 'on'; set local portal.noted = ''`

/**
 * Commits everything that `work` writes, or nothing. Retries when PostgreSQL asks for it (deadlock), at most
 * `retries` times. A statement of `run` whose answer nobody needs is handed to `last` instead of being
 * awaited: it is sent with the commit, which fails if it does. `noting` collects the changes for the
 * operation log. `waitForUndo` throws a fault only after the rollback, when all locks are released; otherwise
 * the caller is not kept waiting for it. Throws UNAVAILABLE if the connection breaks during the commit.
 */
export async function transaction<T>(
  pool: Pool,
  work: Work<T>,
  { noting = false, waitForUndo = false, attempt = 0, retries = 3 } = {},
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let committed: Promise<pg.QueryResult> | undefined
  let undoing: Promise<pg.QueryResult> | undefined
  const parting: Promise<unknown>[] = []
  /** The error of a statement that nobody waited for. */
  let left: unknown
  const last = (statement: Promise<unknown>) => {
    statement.catch((e: unknown) => (left ??= isEcho(e) ? undefined : e)) // awaited below
    parting.push(statement)
  }
  const changed = new Set<string>()
  uncommitted.set(client, changed)
  const connection = new Connection(client)
  const undo = () => {
    sendTogether(client)
    connection.over = true
    undoing ??= client.query('rollback')
    undoing.catch(() => {}) // awaited below
  }
  const release = () => {
    uncommitted.delete(client)
    client.release(broken)
  }
  try {
    // Not awaited: it is sent with the first statement, which fails if this one does.
    sendTogether(client)
    client.query(noting ? BEGIN_NOTING : 'begin').catch(() => {})
    const result = await work(transactionDb(connection), last, attempt, undo)
    if (undoing) throw new Error('what has undone its transaction was to refuse')
    sendTogether(client)
    connection.over = true
    committed = client.query('commit')
    committed.catch(() => {}) // if both fail, only the first is awaited
    await together(parting)
    const { command } = await committed
    if (command !== 'COMMIT')
      throw new Error('a statement failed and its error was swallowed: the transaction was rolled back')
    tellOwn(pool, changed)
    release()
    return result
  } catch (thrown) {
    if (isEcho(thrown)) await Promise.allSettled(parting)
    const e = isEcho(thrown) ? (left ?? thrown) : thrown
    if (isAway(e)) {
      broken = e as Error // isAway accepts only objects like this
      release()
      // It is unknown whether PostgreSQL received the commit.
      throw committed ? fail('UNAVAILABLE', '连接中断，操作可能已经完成，请刷新后核对，再决定是否重试') : e
    }
    connection.over = true
    // A commit after a failed statement is a rollback.
    const undone = (committed ?? undoing ?? client.query('rollback'))
      .then(
        () => {},
        (fault: Error) => {
          // A failed commit has also rolled back, so the connection can be used again.
          if (!committed || isAway(fault)) broken = fault
        },
      )
      .finally(release)
    // What was not waited for fails in the wrong place: tried again, the call waits and explains it.
    const again = retries > 0 && (isRetryable(e) || (attempt === 0 && e === left && isOfStatement(e)))
    if (again || waitForUndo) await undone
    if (!again || broken) throw e
  }
  // Retry only after the connection is released; otherwise retries would hold
  // connections and exhaust the pool.
  return transaction(pool, work, { noting, waitForUndo, attempt: attempt + 1, retries: retries - 1 })
}

/**
 * States and other words of the contract as SQL literals for a fixed text: PostgreSQL finds a partial index
 * by literals only. Not escaped, so never for what people type.
 */
export const literals = (words: readonly string[]): string => words.map((w) => `'${w}'`).join(', ')
