import type { Permission } from '@portal/contract/kernel/permissions'
import { holdsAny } from '@portal/contract/kernel/permissions'
import type { Adapters } from '../adapters/adapters.ts'
import type { Received } from '../adapters/files/files.ts'
import { allSent, isTransaction, type Db, type Pool } from './db.ts'
import type { Env } from './env.ts'
import type { Job, Jobs } from './jobs.ts'
import type { Live, Topic } from './live.ts'
import type { Metrics } from './metrics.ts'
import { fail, forbidden } from './refuse.ts'
import type { Replica } from './replica.ts'

/** Who is asking, with everything rules need to know of a person. */
export interface Actor {
  id: number
  username: string
  name: string
  email: string | null
  userType: string
  /** What the person pays: campus, school (another one), company. */
  tier: 'campus' | 'school' | 'company'
  /** Of the campus's own people, whatever he pays: what is the house's own asks for this. */
  onCampus: boolean
  deptId: number | null
  suspendedUntil: Date | null
  /**
   * Signed in with a password that an administrator has set: before it is changed, nothing else is answered.
   */
  mustChangePassword?: boolean
  roles: readonly string[]
  permissions: ReadonlySet<string>
}

/** A file that came with a request, already judged by its content. */
export interface UploadedFile {
  field: string
  /** As the person's computer called it, cut to 200 characters. For show only. */
  name: string
  mime: string
  extension: string
  /**
   * Its bytes, on the disk: only what must be looked at as a whole is read into memory. Gone once the request
   * has been answered.
   */
  received: Received
}

/** What the process has; everything a request does not bring along. */
export interface Deps {
  env: Env
  pool: Pool
  /** Asked for lists and sums, where there is one. */
  replica?: Replica
  live: Live
  adapters: Adapters
  /** Wakes whoever delivers the outbox; unset where only the job does (scripts, tests without an app). */
  posted?: () => void
  /**
   * Wakes whoever holds the line to the gateways, for what is to be sent, or else for all of it; unset in a
   * process that does not hold it.
   */
  wakeGates?: (what?: 'commands' | 'lists') => void
  /** All timed work there is. */
  jobs: readonly Job[]
  metrics: Metrics
  /** Who runs it; unset in a process that only answers requests. */
  runner?: Jobs
}

/**
 * One request (or one run of a job): who, when, from where, and the database, which in a writing call is its
 * transaction.
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
  /** What the operation log names as touched: `booking 12`. */
  target: string | undefined
  /** Nobody is signed in, and the call is one that the site opens to visitors: the answer names no person. */
  readonly visitor: boolean
  allowed = false
  /** How often this call was tried before: its transaction was rolled back, and begins once more. */
  readonly attempt: number
  readonly #last: ((statement: Promise<unknown>) => void) | undefined
  readonly #undo: (() => void) | undefined
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

  /** Does what it asks belong to one transaction? */
  get isTransaction(): boolean {
    return isTransaction(this.db)
  }

  /** The signed-in person. Calls that are neither public nor for visitors always have one. */
  get me(): Actor {
    if (!this.actor) throw fail('UNAUTHENTICATED')
    return this.actor
  }

  holds(...codes: Permission[]): boolean {
    return this.actor !== null && holdsAny(this.actor.permissions, codes)
  }

  /**
   * The row-level half of a call's access: says whether this person may, given the row. Calls with `onRow` or
   * `onEach` must ask.
   */
  allow(condition: boolean, message?: string): void {
    if (!condition) throw forbidden(message)
    this.allowed = true
  }

  /**
   * Writes that leave in one go with the commit, which fails if one of them does. What they send may depend
   * on no answer: they are waited for only where nothing else would do (work without a call).
   */
  async sendLast(writes: Promise<unknown>): Promise<void> {
    if (!this.#last) return void (await writes)
    this.#last(writes)
    await allSent()
  }
  /**
   * Takes back what this call has written, in one go with what it has asked just before: who knows that he
   * refuses, and asks for nothing more. A call that writes nothing has nothing to take back.
   */
  undo(): void {
    this.#undo?.()
  }
  /** Runs once the transaction is safely committed, never when it was not. */
  afterCommit(work: () => void): void {
    this.#after.push(work)
  }
  /** Tells browsers that watch this topic to ask again, once it is true. */
  live(...topics: Topic[]): void {
    this.afterCommit(() => topics.forEach((t) => this.deps.live.publish(t)))
  }
  committed(): void {
    for (const work of this.#after) work()
  }
  /**
   * Takes back what no transaction does. Not done where nobody knows whether it was committed: what stays is
   * swept up later.
   */
  ifRefused(work: () => void): void {
    this.#ifRefused.push(work)
  }
  refused(): void {
    for (const work of this.#ifRefused) work()
  }
  /**
   * For what must be known even if this call is refused and leaves nothing else. The answer waits for it; see
   * `writeEitherWay`.
   */
  eitherWay(work: () => Promise<void>): void {
    this.#either.push(work)
  }
  async ended(): Promise<void> {
    for (const work of this.#either) await work()
  }
}
