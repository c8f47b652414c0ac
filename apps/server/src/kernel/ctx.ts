import type { Permission } from '@portal/contract/kernel/permissions'
import { holdsAny } from '@portal/contract/kernel/permissions'
import type { Adapters } from '../adapters/adapters.ts'
import type { Received } from '../adapters/files/files.ts'
import { allSent, isTransaction, run, type Db, type Pool } from './db.ts'
import type { Env } from './env.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Live, Topic } from './live.ts'
import type { Metrics } from './metrics.ts'
import { fail, forbidden } from './refuse.ts'
import type { Replica } from './replica.ts'

/** The signed-in person, with everything that rules need to know about them. */
export interface Actor {
  id: number
  username: string
  name: string
  email: string | null
  userType: string
  /** The price tier of the person: campus, another school, or company. */
  tier: 'campus' | 'school' | 'company'
  /**
   * Belongs to the campus, whatever tier they pay; checked for what is open to the campus's own people only.
   */
  onCampus: boolean
  deptId: number | null
  suspendedUntil: Date | null
  /**
   * Signed in with a password that an administrator has set: until it is changed, only public calls and those
   * with `beforePasswordChange` are answered.
   */
  mustChangePassword?: boolean
  roles: readonly string[]
  permissions: ReadonlySet<string>
}

/** A file of a request; its content has already been checked. */
export interface UploadedFile {
  field: string
  /** The file name on the person's computer, cut to 200 characters. For display only. */
  name: string
  mime: string
  extension: string
  /**
   * The bytes on the disk; read into memory only what must be looked at as a whole. Not available after the
   * request has been answered.
   */
  received: Received
}

/** What the process provides; everything that does not come with a request. */
export interface Deps {
  env: Env
  pool: Pool
  /** The read replica for lists and sums, where one is configured. */
  replica?: Replica
  live: Live
  adapters: Adapters
  /**
   * Wakes the courier of the outbox; unset where only the job delivers it (scripts, tests without an app).
   */
  posted?: () => void
  /**
   * Wakes the part that holds the connection to the gateways, to send commands, lists, or (without `what`)
   * all of it; unset in a process that does not hold the connection.
   */
  wakeGates?: (what?: 'commands' | 'lists') => void
  /** All timed jobs. */
  jobs: readonly Job[]
  metrics: Metrics
  /** Runs the jobs; unset in a process that only answers requests. */
  runner?: Jobs
}

/**
 * One request or one run of a job: the person, the time, the address, and the database. In a writing call the
 * database is the transaction of the call.
 */
export class Ctx {
  readonly deps: Deps
  readonly db: Db
  readonly now: Date
  readonly requestId: string
  readonly actor: Actor | null
  readonly ip: string | null
  readonly userAgent: string | null
  readonly token: string | null
  readonly files: readonly UploadedFile[]
  /** Cookies of the request, and those to be set. */
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly setCookies: { name: string; value: string; maxAgeSeconds?: number | undefined; path?: string }[] =
    []
  /** The row that the operation log names: `booking 12`. */
  target: string | undefined
  /**
   * The caller is not signed in, and the site opens this call to visitors: the reply must not name people.
   */
  readonly visitor: boolean
  allowed = false
  /** How often this call was tried before: its transaction was rolled back and is retried. */
  readonly attempt: number
  readonly #last: ((statement: Promise<unknown>) => void) | undefined
  readonly #undo: (() => void) | undefined
  /** How many parts of this call are running that may fail alone. */
  #alone = 0
  readonly #after: (() => void)[] = []
  readonly #ifRefused: (() => void)[] = []
  readonly #either: (() => Promise<void>)[] = []

  constructor(
    deps: Deps,
    db: Db,
    more: Partial<
      Pick<
        Ctx,
        'now' | 'requestId' | 'actor' | 'visitor' | 'ip' | 'userAgent' | 'token' | 'files' | 'cookies'
      >
    > & {
      attempt?: number | undefined
      last?: ((statement: Promise<unknown>) => void) | undefined
      undo?: (() => void) | undefined
    } = {},
  ) {
    this.deps = deps
    this.db = db
    this.now = more.now ?? new Date()
    this.requestId = more.requestId ?? 'system'
    this.actor = more.actor ?? null
    this.visitor = more.visitor ?? false
    this.ip = more.ip ?? null
    this.userAgent = more.userAgent ?? null
    this.token = more.token ?? null
    this.files = more.files ?? []
    this.cookies = more.cookies ?? {}
    this.attempt = more.attempt ?? 0
    this.#last = more.last
    this.#undo = more.undo
  }

  get env(): Env {
    return this.deps.env
  }

  /**
   * The same moment and database with another person as the caller, to ask what that person may do. It is no
   * request: nothing is written with it.
   */
  withActor(actor: Actor): Ctx {
    return new Ctx(this.deps, this.db, { now: this.now, actor })
  }
  /** True if `db` is one transaction; false if each statement runs by itself. */
  get isTransaction(): boolean {
    return isTransaction(this.db)
  }

  /** The signed-in person. Calls that are neither public nor for visitors always have one. */
  get me(): Actor {
    if (!this.actor) throw fail('UNAUTHENTICATED')
    return this.actor
  }

  /** The file of a request that carries one; without it the person is asked to choose `what`. */
  requireFile(what = '要上传的文件'): UploadedFile {
    const [file] = this.files
    if (!file) throw fail('BAD_REQUEST', `请选择${what}`)
    return file
  }

  holds(...codes: Permission[]): boolean {
    return this.actor !== null && holdsAny(this.actor.permissions, codes)
  }

  /**
   * The row-level check of a call's access: throws FORBIDDEN unless the person may do it with this row. Calls
   * with `onRow` or `onEach` must make it.
   */
  allow(condition: boolean, message?: string): void {
    if (!condition) throw forbidden(message)
    this.allowed = true
  }

  /**
   * Sends these writes in one network write with the commit, which fails if one of them does. They must not
   * depend on any answer. They are awaited only where there is no commit to send them with.
   */
  async sendLast(writes: Promise<unknown>): Promise<void> {
    if (!this.#last) return void (await writes)
    this.#last(writes)
    await allSent()
  }
  /**
   * True if a write may leave without waiting for its answer: there is a commit that fails with it, which is
   * then tried again step by step, and no savepoint that could be rolled back without it.
   */
  get leaves(): boolean {
    return this.#last !== undefined && this.attempt === 0 && this.#alone === 0
  }
  /**
   * Sends a write whose answer the call does not need. What is sent later still runs after it, and nobody
   * waits for the network in between. If it fails, the whole call is rolled back and tried again, and then
   * waits for each write and throws its error here. `hear` gets the rows, before the commit at the latest.
   */
  async leave<Row>(text: string, values: readonly unknown[], hear?: (rows: Row[]) => void): Promise<void> {
    // The statement has to be on its way before anything is awaited: it could miss the commit.
    const written = run<Row>(this.db, text, values).then((rows) => hear?.(rows))
    if (!this.#last || !this.leaves) return written
    this.#last(written)
  }
  /** Runs work that may fail alone, behind a savepoint: its writes are waited for. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#alone++
    try {
      return await work()
    } finally {
      this.#alone--
    }
  }
  /**
   * Sends ROLLBACK together with the statements sent just before. The caller must then refuse and send
   * nothing more. Does nothing in a call that does not write.
   */
  undo(): void {
    this.#undo?.()
  }
  /** Runs `work` once the transaction is committed, never if it was rolled back. */
  afterCommit(work: () => void): void {
    this.#after.push(work)
  }
  /** Tells browsers that watch these topics to load them again, after the commit. */
  live(...topics: Topic[]): void {
    this.afterCommit(() => topics.forEach((t) => this.deps.live.publish(t)))
  }
  committed(): void {
    for (const work of this.#after) work()
  }
  /**
   * Registers work that undoes what a rollback does not undo. Not run if it is unknown whether the
   * transaction was committed; what is then left over is removed later.
   */
  ifRefused(work: () => void): void {
    this.#ifRefused.push(work)
  }
  refused(): void {
    for (const work of this.#ifRefused) work()
  }
  /**
   * Registers work that is done even if this call is refused and writes nothing else. The reply waits for
   * it; see `writeEitherWay`.
   */
  eitherWay(work: () => Promise<void>): void {
    this.#either.push(work)
  }
  async ended(): Promise<void> {
    for (const work of this.#either) await work()
  }
}
