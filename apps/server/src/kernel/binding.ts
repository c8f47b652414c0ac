import type { ActorRole, AskedRole, Outcome } from '@portal/contract/approval/approval'
import type { Ctx } from './ctx.ts'
import type { LogEntry } from './flow-log.store.ts'
import type { Ask, ProcessFlow, Vocabulary } from './flow.ts'
import type { Topic } from './live.ts'
import type { Tell } from './outbox.store.ts'
import type { Placed } from './strip.rules.ts'

// What the engine of processes (process.ts and its parts in process/) is told by a module, and what it
// answers.

/** A step that waits at a row. With `task` only that entry of the inbox: closed, it asks nobody. */
export interface Asked {
  business: string
  rowId: number
  step: string
  task?: number | undefined
}
/** An entry of the inbox as somebody saw it. */
export interface Entry {
  business: string
  rowId: number
  task: number
}
/** The inbox as the engine needs it; the approval module fills it. */
export interface Inbox {
  open(ctx: Ctx, task: TaskAsked, about: Case | null): Promise<{ role: ActorRole }>
  close(
    ctx: Ctx,
    which: { business: string; rowId: number; step?: string; userId?: number },
    outcome: Outcome,
    reason?: string | null,
  ): Promise<number>
  /** The steps that wait at a row for the person who asks. */
  stepsAt(ctx: Ctx, business: string, rowId: number): Promise<ReadonlySet<string>>
  /** The same for the rows of a list, in one statement. */
  stepsAmong(
    ctx: Ctx,
    business: string,
    rowIds: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlySet<string>>>
  /**
   * At a step that asks several people by name: those for whom the person who asks may answer, himself as a
   * rule.
   */
  askedFor(ctx: Ctx, which: Asked): Promise<number[]>
  /** Does this entry still wait at the row, for whomever? */
  waitsAt(ctx: Ctx, which: Entry): Promise<boolean>
  /** Who is awaited at a row, and until when. */
  awaitedAt(
    ctx: Ctx,
    business: string,
    rowId: number,
  ): Promise<readonly { names: readonly string[]; dueAt: Date | null }[]>
}

/** What the policy of approvals goes by. */
export interface Case {
  deviceId: number | null
  labId: number | null
  deptId: number | null
  userType: string | null
  amountFen: number | null
}

/** Where those who are asked stand, and what for. */
export interface Place {
  labId?: number | null
  deviceId?: number | null
  /** For `dept_head`. */
  deptId?: number | null
}

/** What a task and its message say of a row. */
export interface Subject extends Place {
  /** “title：what” is the name of its tasks. */
  what: string
  /** The text of the message to those who are asked. */
  body: string
  link: string
  amountFen?: number | null
  /** Who may never act on it himself, but where the ask is his `own`. */
  requesterId: number | null
  /** Is not told that somebody is asked; whoever acts, unless said otherwise. */
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
}

/** What differs at one step of the inbox from what the table and the subject say. */
export interface Asking extends Partial<Subject> {
  /** Whom it asks for by name, in place of those behind the role. */
  userIds?: readonly number[]
  /** Who is asked, where the table names several. */
  whom?: AskedRole
  /** May not act either: what is to be judged is his own doing. */
  barredId?: number | null
  title?: string
  news?: string | null
  /** Whom the message is for and what it says, where that depends on whom the task fell to. */
  address?: (fellTo: ActorRole) => Pick<Tell, 'userIds' | 'role'> & { body: string }
  /** Waits as long as it takes, whatever the policy says. */
  untimed?: true
  /** Nobody is asked now. */
  nobody?: boolean
}

/** The news of a step, under the title that the table has for it; by mail as well, unless said otherwise. */
export type Telling = Omit<Tell, 'kind' | 'title'> & { title?: string }

export interface AnyRow<V extends Vocabulary> {
  id: number
  state: V['state']
  stateAt: Date
  reason?: string | null
}

/**
 * A row as a person saw it: its state, and since when or at which entry of the inbox, where he could tell.
 */
export interface Seen<V extends Vocabulary> {
  state: V['state']
  stateAt?: string | null | undefined
  task?: number | null | undefined
}

/** What is known of a row that is not read from where it lies. */
export type Known<V extends Vocabulary, Row extends AnyRow<V>> = Partial<Row> & AnyRow<V>

/** A step as its effects see it. */
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
 * What a module says of its process. `Standing` is what a person is on the campus, read once for any number
 * of rows; `Listed` as much of a row as its lists read.
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
  /** Where there are several flows, `of` says which one a row has. */
  flow: ProcessFlow<V> | { all: readonly ProcessFlow<V>[]; of: (row: Listed) => ProcessFlow<V> }
  /** What it is called where it is not there, or not shown. */
  noun: string
  /** What whoever may not see it is told, where that is not “您不能查看该…”. */
  unseen?: string
  /** What its messages are filed under, where that is not the business itself. */
  kind?: Tell['kind']
  find(ctx: Ctx, id: number): Promise<Row | undefined>
  /** Waits for whoever is at these rows; only where steps have to come one after the other. */
  lock?(ctx: Ctx, ids: readonly number[]): Promise<unknown>
  /**
   * `update … where id = $1 and state = $2`; false: somebody was faster. What it found out may be kept in the
   * log.
   */
  write(ctx: Ctx, row: Row, step: Doing<V, Changes>): Promise<boolean | { detail: unknown }>
  /** The row after a step; without it, or where it does not say, the row is read again. */
  after?(row: Row, step: Doing<V, Changes>, ctx: Ctx): Row | undefined
  standingOf(ctx: Ctx, id: number | null): Promise<Standing>
  /** What the person is to the row, whoever is awaited. */
  rolesOf(row: Listed, standing: Standing): Iterable<V['role']>
  sees(row: Row, standing: Standing, roles: ReadonlySet<V['role']>, ctx: Ctx): boolean | Promise<boolean>
  /**
   * The role of whoever is awaited, where the case, or what he is to it, gives another one than the table;
   * null: none.
   */
  awaitedAs?(row: Listed, ask: Ask<V>, standing: Standing): V['role'] | null
  /**
   * Most of its rows wait for nobody: to look at one, it is read first, and who is awaited is asked only
   * where its state awaits somebody.
   */
  looksFirst?: true
  /** Is told that there is no such row; anybody else learns nothing. */
  knowsAll?(standing: Standing): boolean
  /** In a batch, whoever may not see a row is told that there is none. */
  hides?: true
  /** The people behind a role, where they are asked for by name. */
  people?: {
    readonly [R in V['role']]?: (ctx: Ctx, row: Row) => readonly number[] | Promise<readonly number[]>
  }
  /** Needed where somebody is asked. */
  subjectOf?(row: Row, ctx: Ctx): Subject
  /** What differs at single steps of the inbox. `step` led there; null where the same is asked again. */
  asking?: {
    readonly [S in V['step']]?: (
      ctx: Ctx,
      row: Row,
      step: Doing<V, Changes> | null,
    ) => Asking | Promise<Asking>
  }
  /** Where the policy has a say: what of the row it goes by. */
  caseOf?(row: Row): Case
  /** Of these events whoever takes them says where they lead: `take` and `begin` ask for `to`. */
  told?: readonly Told[]
  /** Where every other event leads that may lead to several states. */
  choose?: { readonly [E in V['event']]?: (ctx: Ctx, row: Row) => V['state'] | Promise<V['state']> }
  effects: Record<V['effect'], Effect<V, Row, Changes>>
  /** What follows from every step. */
  afterEach?(ctx: Ctx, row: Row, step: Doing<V, Changes>): Promise<void>
  /**
   * The news of a step that has a title, to those whose row it is. `before`: the row that the step was taken
   * on.
   */
  newsOf?(
    row: Row,
    step: Doing<V, Changes>,
    ctx: Ctx,
    before: Row,
  ): Telling | readonly Telling[] | Promise<Telling | readonly Telling[]>
  /** What the log keeps of a step besides its reason. */
  detailOf?(row: Row, step: Doing<V, Changes>): unknown
  screensOf(row: Row): readonly Topic[]
  /** Whose turn the strip says it is where nobody is asked: who has a draft. */
  unaskedOf?(row: Row): string | null
  /** What a batch answers to whoever decided. */
  doneWords(row: Row, verdict: DecisionVerdict): string
  /** What a step is called that is taken because nobody did in time. */
  lateWords?: string
}

export const findFlow = <V extends Vocabulary, Listed>(
  { flow }: { flow: ProcessFlow<V> | { of: (row: Listed) => ProcessFlow<V> } },
  row: Listed,
): ProcessFlow<V> => ('of' in flow ? flow.of(row) : flow)

/** What the messages of a process are filed under: as a rule a business is a kind of message. */
export const findKind = ({ kind, business }: { kind?: Tell['kind']; business: string }): Tell['kind'] =>
  kind ?? (business as Tell['kind'])

/** Where somebody is asked, the binding says what for. */
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
  /** Kept in the log. */
  detail?: unknown
}

/** Where an event leads has to be said if the process does not choose. */
export type Leading<V extends Vocabulary, Told, Event> = [Event] extends [Exclude<V['event'], Told>]
  ? { to?: V['state'] }
  : { to: V['state'] }
/** What is said of a step: as little as nothing, unless it has to be said where it leads. */
export type Saying<V extends Vocabulary, Changes, Told, Event> = [Event] extends [Exclude<V['event'], Told>]
  ? [about?: Taking<Changes> & Leading<V, Told, Event>]
  : [about: Taking<Changes> & Leading<V, Told, Event>]

/** People who are asked by name at one step, beyond those who were when it began. */
export interface AlsoAsked<V extends Vocabulary> {
  step: V['step']
  userIds: readonly number[]
}

/** What a batch may say: yes, no, or back to whoever sent it. */
export type DecisionVerdict = 'approve' | 'refuse' | 'send_back'

export interface Trail {
  log: LogEntry[]
  awaited: string | null
  /** When what is awaited is due. */
  dueAt: Date | null
  progress: Placed[]
  history: { event: string; title: string; who: string; reason: string | null; at: Date }[]
}
