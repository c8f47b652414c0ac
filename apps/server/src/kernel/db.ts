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
import { together } from './together.ts'

// Keys, counts and fen are int8: all of them stay below 2^53, so they are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY = 1016 as never // the types of pg name no arrays
const parseList = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => string[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) => parseList(text).map(Number))
// Days are days of the campus, not instants: they stay 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, (s) => s)

export type Db = Kysely<DB>
export type Pool = pg.Pool

// Left to itself PostgreSQL plans our longer statements anew every time, because their general plan looks a
// little dearer than the one for these values: a device's week took 2 ms to run and 8 to plan (decision 3).
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** So long somebody waits for a connection before he is told to come back later. */
const PATIENCE_MS = 15_000
/** A machine that went away without a word is noticed after this long, and ten seconds more. */
const SILENCE_MS = 10_000

/**
 * `longestMs`: a statement that takes longer is given up, and its connection with it. `verify` looks at each
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
  // The statements on it fail with the same error. But the pool hears of connections only while they are
  // idle: one that breaks in somebody's hands would end the process (decision 45).
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

// A process hears of others' changes a moment after their commit (kernel/live.ts). What it has changed itself
// the triggers also say on the connection that does it (0132), so that nobody gets an answer after which it
// still believes the old.
const CHANGE_CODE = 'PT132'
const ownListeners = new WeakMap<Pool, Set<(topic: string) => void>>()
/** `listener` is told the topic of each change that this pool has committed. Returns how to stop. */
export function onOwnChange(pool: Pool, listener: (topic: string) => void): () => void {
  const listeners = ownListeners.get(pool) ?? new Set()
  ownListeners.set(pool, listeners.add(listener))
  return () => void listeners.delete(listener)
}
function tellOwn(pool: Pool, topics: Iterable<string>): void {
  for (const topic of topics) for (const listener of ownListeners.get(pool) ?? []) listener(topic)
}
/** What the transaction that runs on a connection has changed. */
const uncommitted = new WeakMap<pg.ClientBase, Set<string>>()

/** Ends a connection that does not answer: a polite end would wait for it. */
export function breakOff(client: pg.ClientBase): void {
  findStream(client).destroy()
}
// Public in pg for years, but missing from its types.
const findStream = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

// Statements are prepared once per connection under a name made from their text, so that PostgreSQL plans
// them once.
// Lists whose text varies without end would fill its memory: beyond this many texts, they go unnamed.
const MAX_NAMED = 2000
const names = new Map<string, string>()
function nameStatement(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_NAMED) names.set(text, (name = `s${names.size}`))
  return name
}

/**
 * Statements that are sent in one go leave in one write: each write wakes PostgreSQL, which costs more than
 * many a statement. Whatever follows without waiting for the network (also over awaits that are already
 * fulfilled) belongs to the same go.
 */
function sendTogether(client: pg.ClientBase): void {
  const stream = findStream(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

class Connection implements DatabaseConnection {
  readonly client: pg.ClientBase
  /** Over which error the connection was lost: it goes back to no pool. */
  lost: Error | undefined
  /** Its transaction has ended, or is told to: what came now would stand outside of it. */
  over = false
  constructor(client: pg.ClientBase) {
    this.client = client
  }
  /** Has gone out when this returns: whoever sends next comes after it. */
  send<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    if (this.over) throw new Error('a statement came after the end of its transaction')
    const name = nameStatement(text)
    sendTogether(this.client)
    const answer = this.client.query<R>({ ...(name && { name }), text, values: values as unknown[] })
    // Who asked hears of it too. PostgreSQL's last word may come some time before the connection closes.
    answer.catch((e: Error) => {
      if (isAway(e)) this.lost = e
    })
    return answer
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.send(query.sql, query.parameters)
    const rows = result.rows as R[] // what they are, only the statement knows
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
    super(undefined as never) // the pool is never asked: both methods that would are replaced below
    this.#connection = connection
  }
  override async acquireConnection() {
    return this.#connection
  }
  override async releaseConnection() {}
}

// Neither keeps anything from one query to the next: each transaction would make its own, a hundred functions
// and five kilobytes.
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
 * Where the fixed statements of a `Db` go, past Kysely: the one connection of a transaction, or any free one.
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
    return this.#connection as Connection // given back to `executeQuery` and `releaseConnection` only
  }
  override async releaseConnection() {}
}

/** Queries outside a transaction, for each of which `ask` chooses where. */
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
 * transaction statements go out in the order in which this is called, waited for or not.
 */
export async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await findSender(db).send(text, values)).rows as Row[] // what they are, only the statement knows
}

/** Does it stand for one transaction, rather than for any free connection? */
export const isTransaction = (db: Db): boolean => senders.get(db) instanceof Connection

/** The row of a statement that always answers one: an insert with `returning`, a select of sums. */
export async function runOne<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row> {
  const [row] = await run<Row>(db, text, values)
  if (row === undefined) throw new Error('the statement was to answer a row')
  return row
}

/** What was sent ahead of its commit could not be written (`must_be_written`, 0140). */
const NOT_WRITTEN = 'PT140'
const RETRYABLE = new Set(['40001', '40P01', NOT_WRITTEN])
/** Did PostgreSQL ask for the whole transaction to be tried again? */
export const isRetryable = (e: unknown): boolean => RETRYABLE.has((e as { code?: string } | null)?.code ?? '')

/**
 * Resolves once everything has been sent that waits for no answer: promises that are fulfilled already are
 * run through first. What is to travel in one go with the commit is handed to `last`, and then this is
 * waited for.
 */
export const allSent = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

/**
 * What is done in a transaction. `attempt`: 0, and more when it is tried again. `undo`: takes everything back
 * behind what was sent before, whose answers still come; who calls it can do nothing more but refuse.
 */
export type Work<T> = (
  db: Db,
  last: (statement: Promise<unknown>) => void,
  attempt: number,
  undo: () => void,
) => Promise<T>

// In one message. From here to the end of the transaction, triggers note what changes (0053).
const BEGIN_NOTING = `begin; set local portal.noting = 'on'; set local portal.noted = ''`

/**
 * Everything `work` writes becomes true at once or not at all. Retried when PostgreSQL asks for that
 * (deadlock). A statement of `run` whose answer nobody needs is handed to `last` instead of being waited for:
 * it travels with the commit, which fails if it does. `noting`: for the operation log.
 */
export async function transaction<T>(
  pool: Pool,
  work: Work<T>,
  { noting = false, attempt = 0, retries = 3 } = {},
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let committed: Promise<pg.QueryResult> | undefined
  let undoing: Promise<pg.QueryResult> | undefined
  const parting: Promise<unknown>[] = []
  const last = (statement: Promise<unknown>) => {
    statement.catch(() => {}) // waited for below
    parting.push(statement)
  }
  const changed = new Set<string>()
  uncommitted.set(client, changed)
  const connection = new Connection(client)
  const undo = () => {
    sendTogether(client)
    connection.over = true
    undoing ??= client.query('rollback')
    undoing.catch(() => {}) // waited for below
  }
  const release = () => {
    uncommitted.delete(client)
    client.release(broken)
  }
  try {
    // Not awaited: it travels with the first statement. Should it fail, so does that one.
    sendTogether(client)
    client.query(noting ? BEGIN_NOTING : 'begin').catch(() => {})
    const result = await work(transactionDb(connection), last, attempt, undo)
    if (undoing) throw new Error('what has undone its transaction was to refuse')
    sendTogether(client)
    connection.over = true
    committed = client.query('commit')
    committed.catch(() => {}) // of two that fail, only the first is waited for
    await together(parting)
    const { command } = await committed
    if (command !== 'COMMIT')
      throw new Error('a statement failed and its error was swallowed: the transaction was rolled back')
    tellOwn(pool, changed)
    release()
    return result
  } catch (e) {
    if (isAway(e)) {
      broken = e as Error // as isAway has it
      release()
      // Whether PostgreSQL still heard the commit, nobody knows.
      throw committed ? fail('UNAVAILABLE', '连接中断，操作可能已经完成，请刷新后核对，再决定是否重试') : e
    }
    connection.over = true
    // A commit after a statement that failed is a rollback. Whoever is refused does not wait for either.
    const undone = (committed ?? undoing ?? client.query('rollback'))
      .then(
        () => {},
        (fault: Error) => {
          // A commit that fails has undone everything, too.
          if (!committed || isAway(fault)) broken = fault
        },
      )
      .finally(release)
    if (retries === 0 || !isRetryable(e)) throw e
    await undone
    if (broken) throw e
  }
  // Only now, with its connection free: many that are tried again would else hold one each and wait for more.
  return transaction(pool, work, { noting, attempt: attempt + 1, retries: retries - 1 })
}

/**
 * States and other words of the contract inside of a fixed text: a partial index is found by literals only.
 * Never for what people type.
 */
export const literals = (words: readonly string[]): string => words.map((w) => `'${w}'`).join(', ')
