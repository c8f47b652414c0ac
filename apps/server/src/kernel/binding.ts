import type { ActorRole, AskedRole, Outcome } from '@portal/contract/approval/approval'
import type { Ctx } from './ctx.ts'
import type { LogEntry } from './flow-log.store.ts'
import type { Ask, ProcessFlow, Vocabulary } from './flow.ts'
import type { Topic } from './live.ts'
import type { Tell } from './outbox.store.ts'
import type { Placed } from './strip.rules.ts'

// Types between the process engine (process.ts and process/) and the modules: what a module declares, and
// what the engine returns.

/**
 * A step that waits at a row. With `task` only that entry of the inbox counts: if it
 * is closed, it asks nobody.
 */
export interface Asked {
  business: string
  rowId: number
  step: string
  task?: number | undefined
}
/** An entry of the inbox as the person saw it. */
export interface Entry {
  business: string
  rowId: number
  task: number
}
/** The inbox as the engine needs it; the approval module implements it. */
export interface Inbox {
  /** `named`: everybody who is asked by name at the same time, one task for each. */
  open(ctx: Ctx, task: TaskAsked, about: Case | null, named?: readonly number[]): Promise<{ role: ActorRole }>
  /** The same where nobody needs to know to whom it falls: the answer is not waited for. */
  put(ctx: Ctx, task: TaskAsked, about: Case | null, named?: readonly number[]): Promise<void>
  /** The sentence that names the deadline of such a task; null: it has none. */
  wordDeadline(
    ctx: Ctx,
    task: Pick<TaskAsked, 'business' | 'step' | 'single'>,
    about: Case,
  ): Promise<string | null>
  close(
    ctx: Ctx,
    which: { business: string; rowId: number; step?: string; userId?: number },
    outcome: Outcome,
    reason?: string | null,
  ): Promise<void>
  /** The steps that wait at a row for the caller. */
  stepsAt(ctx: Ctx, business: string, rowId: number): Promise<ReadonlySet<string>>
  /** The same for the rows of a list, in one statement. */
  stepsAmong(
    ctx: Ctx,
    business: string,
    rowIds: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlySet<string>>>
  /**
   * At a step that asks several people by name: the ids of those for whom the caller may answer,
   * as a rule only the caller.
   */
  askedFor(ctx: Ctx, which: Asked): Promise<number[]>
  /** True if this entry still waits at the row, no matter whom it asks. */
  waitsAt(ctx: Ctx, which: Entry): Promise<boolean>
  /** Who is awaited at a row, and until when. */
  awaitedAt(
    ctx: Ctx,
    business: string,
    rowId: number,
  ): Promise<readonly { names: readonly string[]; dueAt: Date | null }[]>
}

/** The facts by which the approval policy decides. */
export interface Case {
  deviceId: number | null
  labId: number | null
  deptId: number | null
  userType: string | null
  amountFen: number | null
}

/** The laboratory, instrument or department whose role holders are asked. */
export interface Place {
  labId?: number | null
  deviceId?: number | null
  /** For `dept_head`. */
  deptId?: number | null
}

/** What a task and its message say about a row. */
export interface Subject extends Place {
  /** A task is called “title：what”. */
  what: string
  /** The text of the message to those who are asked. */
  body: string
  link: string
  amountFen?: number | null
  /** A yes has to name more (a time, a card), so several rows cannot be approved at once. */
  single?: boolean
  /** This person may not act on the row, except where the ask is marked `own`. */
  requesterId: number | null
  /** This person gets no message about the ask; by default the person who acts. */
  exceptUserId?: number | null
}

export interface TaskAsked extends Required<Place> {
  business: string
  rowId: number
  step: string
  role: AskedRole
  userId: number | null
  requesterId: number | null
  barredId: number | null
  title: string
  amountFen: number | null
  single?: boolean
}

/** What one step of the inbox changes in what the table and the subject say. */
export interface Asking extends Partial<Subject> {
  /** The people it asks by name, in place of those behind the role. */
  userIds?: readonly number[]
  /** Which role is asked, where the table names several. */
  whom?: AskedRole
  /** This person may not act either: they would judge their own work. */
  barredId?: number | null
  title?: string
  news?: string | null
  /** Recipients and text of the message, where they depend on the role that the task fell to. */
  address?: (fellTo: ActorRole) => Pick<Tell, 'userIds' | 'role'> & { body: string }
  /** The task has no deadline, whatever the policy says. */
  untimed?: true
  /** The body names the deadline itself. */
  dated?: true
  /** True: nobody is asked now. */
  nobody?: boolean
}

/** The message about a step. Its title is the table's, and it also goes by mail, unless set here. */
export type Telling = Omit<Tell, 'kind' | 'title'> & { title?: string }

export interface AnyRow<V extends Vocabulary> {
  id: number
  state: V['state']
  stateAt: Date
  reason?: string | null
}

/**
 * A row as the person saw it: its state and, where known, since when it was in that state or at which
 * entry of the inbox it waited.
 */
export interface Seen<V extends Vocabulary> {
  state: V['state']
  stateAt?: string | null | undefined
  task?: number | null | undefined
}

/** The part of a row that is known without reading it from the database. */
export type Known<V extends Vocabulary, Row extends AnyRow<V>> = Partial<Row> & AnyRow<V>

/** A step as it is passed to its effects. */
export interface Doing<V extends Vocabulary, Changes> {
  event: V['event']
  from: V['state'] | null
  to: V['state']
  reason: string | null
  changes: Changes | undefined
}

export type Effect<V extends Vocabulary, Row, Changes> = (
  ctx: Ctx,
  row: Row,
  step: Doing<V, Changes>,
) => Promise<Row | void>

/**
 * What a module declares about its process. `Standing`: what a person is on the campus, read once for any
 * number of rows. `Listed`: the part of a row that the lists read.
 */
export interface Binding<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V> = Row,
  Told extends V['event'] = never,
> {
  business: V['business']
  /** With several flows `of` returns the flow of a row. */
  flow: ProcessFlow<V> | { all: readonly ProcessFlow<V>[]; of: (row: Listed) => ProcessFlow<V> }
  /** The noun for a row in refusals: not found, not visible. */
  noun: string
  /** The refusal for people who may not see the row, where it is not “您不能查看该…”. */
  unseen?: string
  /** The kind of its messages, where that is not the business itself. */
  kind?: Tell['kind']
  find(ctx: Ctx, id: number): Promise<Row | undefined>
  /** Locks these rows; only needed where steps must come one after the other. */
  lock?(ctx: Ctx, ids: readonly number[]): Promise<unknown>
  /**
   * Runs `update … where id = $1 and state = $2`. Returns false if another person was faster; a returned
   * `detail` is kept in the log.
   */
  write(ctx: Ctx, row: Row, step: Doing<V, Changes>): Promise<boolean | { detail: unknown }>
  /** The row after a step. Without this function, or if it returns undefined, the row is read again. */
  after?(row: Row, step: Doing<V, Changes>, ctx: Ctx): Row | undefined
  standingOf(ctx: Ctx, id: number | null): Promise<Standing>
  /** The roles that the person has at the row, independent of whom a step waits for. */
  rolesOf(row: Listed, standing: Standing): Iterable<V['role']>
  sees(row: Row, standing: Standing, roles: ReadonlySet<V['role']>, ctx: Ctx): boolean | Promise<boolean>
  /**
   * The role of a person whom a step waits for, where the case or the person's standing gives another one
   * than the table; null: no role.
   */
  awaitedAs?(row: Listed, ask: Ask<V>, standing: Standing): V['role'] | null
  /**
   * For processes whose rows mostly wait for nobody: `load` reads the row first, and reads who is awaited
   * only if the state awaits somebody.
   */
  looksFirst?: true
  /**
   * People for whom this is true are told that a row does not exist; others are only told
   * that they may not see it.
   */
  knowsAll?(standing: Standing): boolean
  /** In a batch, people who may not see a row are told that it does not exist. */
  hides?: true
  /** The people behind a role, for asks with `person`. */
  people?: {
    readonly [R in V['role']]?: (ctx: Ctx, row: Row) => readonly number[] | Promise<readonly number[]>
  }
  /** Required where the table asks somebody. */
  subjectOf?(row: Row, ctx: Ctx): Subject
  /**
   * What single steps of the inbox change. `step` is the step that led there; null when
   * the same is asked again.
   */
  asking?: {
    readonly [S in V['step']]?: (
      ctx: Ctx,
      row: Row,
      step: Doing<V, Changes> | null,
    ) => Asking | Promise<Asking>
  }
  /** The facts of the row for the approval policy; only where the policy applies. */
  caseOf?(row: Row): Case
  /** Events whose target state the caller names: `take` and `begin` then require `to`. */
  told?: readonly Told[]
  /** The target state of every other event that may lead to several states. */
  choose?: { readonly [E in V['event']]?: (ctx: Ctx, row: Row) => V['state'] | Promise<V['state']> }
  effects: Record<V['effect'], Effect<V, Row, Changes>>
  /** Runs after every step. */
  afterEach?(ctx: Ctx, row: Row, step: Doing<V, Changes>): Promise<void>
  /**
   * The messages about a step that has a title, to the people whose row it is. `before`: the row on
   * which the step was taken.
   */
  newsOf?(
    row: Row,
    step: Doing<V, Changes>,
    ctx: Ctx,
    before: Row,
  ): Telling | readonly Telling[] | Promise<Telling | readonly Telling[]>
  /** What the log keeps of a step beside its reason. */
  detailOf?(row: Row, step: Doing<V, Changes>): unknown
  screensOf(row: Row): readonly Topic[]
  /** Whom the progress strip names where nobody is asked: the owner of a draft. */
  unaskedOf?(row: Row): string | null
  /** What a batch answers to the person who decided. */
  doneWords(row: Row, verdict: DecisionVerdict): string
  /** The name of a step that is taken because nobody acted in time. */
  lateWords?: string
}

export const findFlow = <V extends Vocabulary, Listed>(
  { flow }: { flow: ProcessFlow<V> | { of: (row: Listed) => ProcessFlow<V> } },
  row: Listed,
): ProcessFlow<V> => ('of' in flow ? flow.of(row) : flow)

/** The message kind of a process: as a rule its business is also a kind of message. */
export const findKind = ({ kind, business }: { kind?: Tell['kind']; business: string }): Tell['kind'] =>
  kind ?? (business as Tell['kind'])

/** Requires `subjectOf` where the table has steps that ask somebody. */
export type Asks<V extends Vocabulary, Row> = [V['step']] extends [never]
  ? unknown
  : { subjectOf(row: Row, ctx: Ctx): Subject }

export interface Loaded<V extends Vocabulary, Row, Standing> {
  row: Row
  roles: ReadonlySet<V['role']>
  standing: Standing
}

export interface Taking<Changes> {
  reason?: string | null
  changes?: Changes
  /** Written to the log. */
  detail?: unknown
}

/** Requires `to` for an event whose target the process does not choose. */
export type Leading<V extends Vocabulary, Told, Event> = [Event] extends [Exclude<V['event'], Told>]
  ? { to?: V['state'] }
  : { to: V['state'] }
/** The argument of `take`: optional, unless the caller has to name the target state. */
export type Saying<V extends Vocabulary, Changes, Told, Event> = [Event] extends [Exclude<V['event'], Told>]
  ? [about?: Taking<Changes> & Leading<V, Told, Event>]
  : [about: Taking<Changes> & Leading<V, Told, Event>]

/** Further people who are asked by name at one step after it has begun. */
export interface AlsoAsked<V extends Vocabulary> {
  step: V['step']
  userIds: readonly number[]
}

/** What a batch may decide: yes, no, or back to the sender. */
export type DecisionVerdict = 'approve' | 'refuse' | 'send_back'

export interface Trail {
  log: LogEntry[]
  awaited: string | null
  /** When the awaited step is due. */
  dueAt: Date | null
  progress: Placed[]
  history: { event: string; title: string; who: string; reason: string | null; at: Date }[]
}
