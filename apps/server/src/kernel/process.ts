import type { Outcome } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import { eachByItself } from './batch.ts'
import type {
  AlsoAsked,
  AnyRow,
  Asks,
  Binding,
  DecisionVerdict,
  Doing,
  Inbox,
  Known,
  Leading,
  Loaded,
  Saying,
  Seen,
  Taking,
  Trail,
} from './binding.ts'
import type { Ctx } from './ctx.ts'
import { history, logStep, tooLate } from './flow-log.store.ts'
import {
  listOf,
  placeOf,
  rolesAwaited,
  type Ask,
  type Move,
  type ProcessFlow,
  type Vocabulary,
} from './flow.ts'
import { tell, type Tell } from './outbox.store.ts'
import { forbidden, notFound, refuse } from './refuse.ts'
import { placeOnStrip } from './strip.rules.ts'
import { together } from './together.ts'

// The one engine under every flow (docs/decisions/060). A table says what happens; a module says what it is about: its facts,
// words and effects. Whoever takes a step cannot forget its log, its tasks, its news or the race.

const answerOf = { approve: 'yes', refuse: 'no', send_back: 'back' } as const
const NOBODY_IN_TIME = '超时未处理，自动退回'
const NOTHING: ReadonlySet<string> = new Set()

/** `defineProcess<Transfer>()(inbox, { … })`: called twice, so that rows and standing are inferred. */
export function defineProcess<V extends Vocabulary>() {
  return <
    Row extends Listed,
    Standing,
    Changes = undefined,
    Listed extends AnyRow<V> = Row,
    Told extends V['event'] = never,
  >(
    inbox: Inbox,
    binding: Binding<V, Row, Standing, Changes, Listed, Told> & Asks<V, Row>,
  ): Process<V, Row, Standing, Changes, Listed, Told> => {
    requireChoices(binding)
    return new Engine(inbox, binding)
  }
}

/** Where an event may lead to several states, somebody says which, before anybody takes it. */
function requireChoices<V extends Vocabulary>({ flow, told = [], choose = {} }: Choices<V>): void {
  for (const { business, forks } of 'all' in flow ? flow.all : [flow])
    for (const { from, on } of forks) {
      if (told.includes(on)) continue
      const fork = `${placeOf(business, on, from)} leads to several states, and`
      // A row that does not exist yet cannot be looked at.
      if (from === null) throw new Error(`${fork} \`told\` does not name it`)
      if (!(on in choose)) throw new Error(`${fork} neither \`choose\` nor \`told\` names it`)
    }
}
interface Choices<V extends Vocabulary> {
  flow: ProcessFlow<V> | { all: readonly ProcessFlow<V>[] }
  told?: readonly V['event'][]
  choose?: { readonly [E in V['event']]?: unknown }
}

export type Process<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes = undefined,
  Listed extends AnyRow<V> = Row,
  Told extends V['event'] = never,
> = Pick<
  Engine<V, Row, Standing, Changes, Listed, Told>,
  | 'load'
  | 'hold'
  | 'loadAsSystem'
  | 'maySee'
  | 'rolesAmong'
  | 'canOf'
  | 'begin'
  | 'beginKnown'
  | 'take'
  | 'decide'
  | 'eachOf'
  | 'timeOut'
  | 'askAgain'
  | 'closeAsk'
  | 'excuse'
  | 'trailOf'
>

class Engine<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
> {
  readonly #inbox: Inbox
  readonly #of: Binding<V, Row, Standing, Changes, Listed, Told>

  constructor(inbox: Inbox, binding: Binding<V, Row, Standing, Changes, Listed, Told>) {
    this.#inbox = inbox
    this.#of = binding
  }

  get #kind(): Tell['kind'] {
    return this.#of.kind ?? (this.#of.business as Tell['kind']) // as a rule a business is a kind of message
  }

  #flowOf(row: Listed): ProcessFlow<V> {
    return 'of' in this.#of.flow ? this.#of.flow.of(row) : this.#of.flow
  }

  /** What a person is to a row. `waiting`: the steps that wait there for him. */
  #rolesOn(row: Listed, standing: Standing, waiting: ReadonlySet<string>): Set<V['role']> {
    const { rolesOf, awaitedAs } = this.#of
    const asks = this.#flowOf(row).asksAt(row.state)
    return rolesAwaited<V>(asks, rolesOf(row, standing), waiting, awaitedAs && ((ask) => awaitedAs(row, ask)))
  }

  get #onlyReminds(): boolean {
    return !('of' in this.#of.flow) && this.#of.flow.onlyReminds
  }

  /** Is something awaited of the person that lets him see the row? */
  #isAsked(row: Row, waiting: ReadonlySet<string>): boolean {
    const reminders = this.#flowOf(row)
      .asksAt(row.state)
      .filter((a) => a.reminds && waiting.has(a.step))
    return waiting.size > reminders.length
  }

  async #look(ctx: Ctx, id: number, read: () => Promise<Row | undefined>, rowFirst = false) {
    const { standing, waiting, row } = rowFirst
      ? await this.#readRowFirst(ctx, id, read)
      : await this.#readAll(ctx, id, read)
    const roles = row && this.#rolesOn(row, standing, waiting)
    const seen =
      row && roles && (this.#isAsked(row, waiting) || (await this.#of.sees(row, standing, roles, ctx)))
    return { standing, row, roles, seen }
  }

  async #readAll(ctx: Ctx, id: number, read: () => Promise<Row | undefined>) {
    // The row is read last: whoever comes second to a decision hears that it is taken, not that it was never his.
    const [standing, waiting, row] = await together([
      this.#of.standingOf(ctx, id),
      this.#onlyReminds ? NOTHING : this.#inbox.stepsAt(ctx, this.#of.business, id),
      read(),
    ])
    return { standing, waiting, row }
  }

  async #readRowFirst(ctx: Ctx, id: number, read: () => Promise<Row | undefined>) {
    const [standing, row] = await together([this.#of.standingOf(ctx, id), read()])
    const asks = row && this.#flowOf(row).asksAt(row.state).length > 0
    const waiting = asks ? await this.#inbox.stepsAt(ctx, this.#of.business, id) : NOTHING
    return { standing, waiting, row }
  }

  async #require(
    ctx: Ctx,
    id: number,
    read: () => Promise<Row | undefined>,
    { hides = false, rowFirst = false } = {},
  ): Promise<Loaded<V, Row, Standing>> {
    const { standing, row, roles, seen } = await this.#look(ctx, id, read, rowFirst)
    const { noun, business, knowsAll, unseen = `您不能查看该${noun}` } = this.#of
    if (hides ? !seen : !row && knowsAll?.(standing)) throw notFound(noun)
    if (!row || !roles || !seen) throw forbidden(unseen)
    ctx.allow(true)
    ctx.target = `${business} ${id}`
    return { row, roles, standing }
  }

  /**
   * A row, for people who have to do with it; others learn nothing, not even whether it exists. `seen`: the state in which whoever
   * acts saw it, and since when; where it has gone on since, he is told who was first.
   */
  async load(ctx: Ctx, id: number, seen?: V['state'] | Seen<V> | null): Promise<Loaded<V, Row, Standing>> {
    const rowFirst = this.#of.looksFirst === true
    const loaded = await this.#require(ctx, id, () => this.#of.find(ctx, id), { rowFirst })
    if (seen) await this.#requireSeen(ctx, loaded.row, typeof seen === 'object' ? seen : { state: seen })
    return loaded
  }

  /** The same to take a step on, with nobody else at it until the transaction ends, where the process locks its rows. */
  async hold(ctx: Ctx, id: number, seen?: V['state'] | Seen<V> | null): Promise<Loaded<V, Row, Standing>> {
    const loaded = await this.#require(ctx, id, async () => {
      await this.#of.lock?.(ctx, [id])
      return this.#of.find(ctx, id)
    })
    if (seen) await this.#requireSeen(ctx, loaded.row, typeof seen === 'object' ? seen : { state: seen })
    return loaded
  }

  async #requireSeen(ctx: Ctx, row: Row, { state, stateAt }: Seen<V>): Promise<void> {
    if (row.state === state && (!stateAt || Date.parse(stateAt) === row.stateAt.getTime())) return
    throw await tooLate(ctx, this.#of.business, row.id)
  }

  /** For timed work and other modules: the system acts. Undefined where there is no such row. */
  async loadAsSystem(ctx: Ctx, id: number): Promise<{ row: Row; roles: ReadonlySet<V['role']> } | undefined> {
    await this.#of.lock?.(ctx, [id])
    const row = await this.#of.find(ctx, id)
    return row && { row, roles: new Set<V['role']>(['system']) }
  }

  /** Asked when somebody opens a file that hangs on it. */
  async maySee(ctx: Ctx, id: number): Promise<boolean> {
    return (await this.#look(ctx, id, () => this.#of.find(ctx, id))).seen === true
  }

  /** What the person is to each row of a list, which has of it what `rolesOf` reads. Costs one statement, or none where nobody is awaited. */
  async rolesAmong(
    ctx: Ctx,
    rows: readonly Listed[],
    standing: Standing,
  ): Promise<(row: Listed) => ReadonlySet<V['role']>> {
    const asked = rows.filter((r) =>
      this.#flowOf(r)
        .asksAt(r.state)
        .some((a) => !a.reminds),
    )
    const waiting = await this.#inbox.stepsAmong(
      ctx,
      this.#of.business,
      asked.map((r) => r.id),
    )
    return (row) => this.#rolesOn(row, standing, waiting.get(row.id) ?? NOTHING)
  }

  canOf(row: Listed, roles: ReadonlySet<V['role']>): V['event'][] {
    return this.#flowOf(row).can(row.state, roles)
  }

  /**
   * A row comes into being. `add` writes it in the state it is given and answers its id; `to` says which, where several are
   * possible. Answers the row.
   */
  async begin<Event extends V['event']>(
    ctx: Ctx,
    flow: ProcessFlow<V>,
    event: Event,
    about: Pick<Taking<Changes>, 'reason' | 'detail'> &
      Leading<V, Told, Event> & {
        by: readonly V['role'][]
        add: (state: V['state']) => Promise<number>
      },
  ): Promise<Row> {
    const { move, to } = flow.judge(null, event, new Set(about.by), about)
    const id = await about.add(to)
    // What the call is about already, where this row only follows from it.
    ctx.target ??= `${this.#of.business} ${id}`
    const { reason = null, detail } = about
    const begun = { business: this.#of.business, rowId: id, event, from: null, to, reason, detail }
    // What `add` wrote is no row yet: its names, pieces and shares lie in other tables.
    const [, row] = await together([logStep(ctx, begun), this.#again(ctx, id)])
    return this.#carryOut(ctx, row, { event, from: null, to, reason, changes: undefined }, move)
  }

  /**
   * The same with a row that is known before it is written, as far as its effects, tasks and news go by it: all of it is sent at
   * once, to travel together. `add` writes it; what it answers is answered.
   */
  async beginKnown<Added>(
    ctx: Ctx,
    flow: ProcessFlow<V>,
    event: V['event'],
    about: Pick<Taking<Changes>, 'reason' | 'detail'> & {
      by: readonly V['role'][]
      row: Known<V, Row>
      add: () => Promise<Added>
    },
  ): Promise<Added> {
    const { by, add, reason = null, detail } = about
    const row = about.row as Row // what of it is read when one begins, the caller answers for
    const { move, to } = flow.judge(null, event, new Set(by), { reason, to: row.state })
    ctx.target ??= `${this.#of.business} ${row.id}`
    const step = { event, from: null, to, reason, changes: undefined }
    const begun = { business: this.#of.business, rowId: row.id, event, from: null, to, reason, detail }
    const added = add()
    await together([added, logStep(ctx, begun), this.#carryOut(ctx, row, step, move)])
    return added
  }

  async #carryOut(ctx: Ctx, row: Row, step: Doing<V, Changes>, move: Move<V>): Promise<Row> {
    for (const name of move.do ?? []) await this.#of.effects[name](ctx, row, step)
    return this.#follow(ctx, row, step, move, { before: row, kept: NOTHING })
  }

  /**
   * Takes one step that the flow allows these roles, with everything that belongs to it: the log, its effects, the tasks that are
   * done and those that open, the news. Of two people at once one gets through, the other is told who was first.
   */
  take<Event extends V['event']>(
    ctx: Ctx,
    loaded: { row: Row; roles: ReadonlySet<V['role']> },
    event: Event,
    ...[about = {}]: Saying<V, Changes, Told, Event>
  ): Promise<Row> {
    return this.#take(ctx, loaded, event, about)
  }

  async #take(
    ctx: Ctx,
    { row, roles }: { row: Row; roles: ReadonlySet<V['role']> },
    event: V['event'],
    about: Taking<Changes> & { to?: V['state'] },
  ): Promise<Row> {
    const flow = this.#flowOf(row)
    const { reason = null, changes } = about
    const { move, to } = flow.judge(row.state, event, roles, {
      reason,
      to: about.to ?? (await this.#choose(ctx, row, event, roles)),
    })
    const step: Doing<V, Changes> = { event, from: row.state, to, reason, changes }
    const { business } = this.#of
    const shown = move.reason || move.keeps ? reason : to === row.state ? (row.reason ?? null) : null

    const written = await this.#of.write(ctx, row, { ...step, reason: shown })
    if (!written) throw await tooLate(ctx, business, row.id)
    const detail = written === true ? (about.detail ?? this.#of.detailOf?.(row, step)) : written.detail
    const before = flow.asksAt(row.state)
    const kept = new Set(move.anew ? [] : stepsInBoth(before, flow.asksAt(to)))
    const over = before.filter((a) => !kept.has(a.step))
    const outcome = move.closes ?? 'approved'
    const closing: Promise<unknown>[] = [
      logStep(ctx, { business, rowId: row.id, event, from: row.state, to, reason, detail }),
      ...(move.one ? [this.#closeOwn(ctx, row, before, outcome, reason)] : []),
      ...(kept.size === 0 && over.length > 0
        ? [this.#inbox.close(ctx, { business, rowId: row.id }, outcome, reason)]
        : over.map(({ step: at }) =>
            this.#inbox.close(ctx, { business, rowId: row.id, step: at }, outcome, reason),
          )),
    ]
    const known = this.#of.after?.(row, { ...step, reason: shown }, ctx)
    if (known && !move.do && !move.one) {
      // Nothing has to come in between: what follows is sent along, after what is closed.
      const followed = this.#follow(ctx, known, step, move, { before: row, kept })
      await together([...closing, followed])
      return followed
    }
    await together(closing)
    for (const name of move.do ?? []) await this.#of.effects[name](ctx, row, step)
    return this.#follow(ctx, known ?? (await this.#again(ctx, row.id)), step, move, { before: row, kept })
  }

  async #again(ctx: Ctx, id: number): Promise<Row> {
    const row = await this.#of.find(ctx, id)
    if (!row) throw new Error(`${this.#of.business} ${id} was just written`)
    return row
  }

  #choose(
    ctx: Ctx,
    row: Row,
    event: V['event'],
    roles: ReadonlySet<V['role']>,
  ): V['state'] | undefined | Promise<V['state']> {
    // Refused for its state or its actor before anything is asked.
    this.#flowOf(row).admit(row.state, event, roles)
    return this.#of.choose?.[event]?.(ctx, row)
  }

  /** One of several has answered, for himself or for those whom he stands in for. */
  async #closeOwn(
    ctx: Ctx,
    row: Row,
    asks: readonly Ask<V>[],
    outcome: Outcome,
    reason: string | null,
  ): Promise<void> {
    const { business } = this.#of
    for (const { step, reminds } of asks.filter((a) => listOf(a.whom).includes('person'))) {
      const which = { business, rowId: row.id, step }
      const asked = reminds ? [ctx.me.id] : await this.#inbox.askedFor(ctx, which)
      const own = asked.includes(ctx.me.id) ? [ctx.me.id] : asked
      for (const userId of own) await this.#inbox.close(ctx, { ...which, userId }, outcome, reason)
    }
  }

  /** Who is awaited now, what is told, and what else comes of a step that is written. */
  async #follow(
    ctx: Ctx,
    row: Row,
    step: Doing<V, Changes>,
    move: Move<V>,
    { before, kept }: { before: Row; kept: ReadonlySet<string> },
  ): Promise<Row> {
    // Sent at once, to travel together: none of it asks what another one wrote.
    await together<readonly unknown[]>([
      ...this.#ask(ctx, row, step, kept),
      this.#tell(ctx, row, step, move, before),
      ...(move.along ?? []).map((name) => this.#of.effects[name as V['effect']](ctx, row, step)),
    ])
    let now = row
    for (const name of move.then ?? []) now = (await this.#of.effects[name](ctx, now, step)) ?? now
    await this.#of.afterEach?.(ctx, now, step)
    // Whoever saw it, and whoever sees it now.
    ctx.live(...new Set([before, row].flatMap((r) => this.#of.screensOf(r))))
    return now
  }

  async #tell(
    ctx: Ctx,
    row: Row,
    step: Doing<V, Changes>,
    { tell: title }: Move<V>,
    before: Row,
  ): Promise<void> {
    if (title === undefined) return
    const about = { kind: this.#kind, exceptUserId: ctx.actor?.id ?? null, mail: true }
    const told = this.#of.newsOf?.(row, step, ctx, before) ?? []
    const news = [told instanceof Promise ? await told : told].flat()
    await together(
      news.map((one) => {
        const called = one.title ?? title
        if (called === true) throw new Error(`news of ${this.#of.business} ${step.event} has no title`)
        return tell(ctx, { ...about, ...one, title: called })
      }),
    )
  }

  /** Somebody is awaited: a task, and a message. `kept`: the steps of the inbox that go on waiting. */
  #ask(
    ctx: Ctx,
    row: Row,
    step: Doing<V, Changes> | null,
    kept: ReadonlySet<string> = NOTHING,
  ): Promise<void>[] {
    return this.#flowOf(row)
      .asksAt(row.state)
      .filter((ask) => !kept.has(ask.step))
      .map((ask) => this.#askAt(ctx, row, ask, step))
  }

  /** The same once more where it depends on more than the state, or what is asked for has changed. `also`: of these people only. */
  async askAgain(ctx: Ctx, row: Row, also?: AlsoAsked<V>): Promise<void> {
    if (!also) return void (await together(this.#ask(ctx, row, null)))
    const asks = this.#flowOf(row).asksAt(row.state)
    await together(
      asks.filter((a) => a.step === also.step).map((a) => this.#askAt(ctx, row, a, null, also.userIds)),
    )
  }

  /** What was asked is done, though the row stays where it is: it waits for another module now. */
  async closeAsk(ctx: Ctx, row: Row, step: V['step']): Promise<void> {
    await this.#inbox.close(ctx, { business: this.#of.business, rowId: row.id, step }, 'approved')
  }

  /** These people are asked no more, whatever waited for them. */
  async excuse(ctx: Ctx, row: Row, userIds: readonly number[], reason: string | null = null): Promise<void> {
    const which = { business: this.#of.business, rowId: row.id }
    await together(userIds.map((userId) => this.#inbox.close(ctx, { ...which, userId }, 'withdrawn', reason)))
  }

  async #askAt(
    ctx: Ctx,
    row: Row,
    ask: Ask<V>,
    step: Doing<V, Changes> | null,
    named?: readonly number[],
  ): Promise<void> {
    const { business, subjectOf, asking, people, caseOf } = this.#of
    const own = await asking?.[ask.step as V['step']]?.(ctx, row, step)
    if (own?.nobody) return
    const whom = own?.whom ?? listOf(ask.whom)[0] ?? 'person'
    if (!subjectOf) throw new Error(`${business} does not say what it asks for`)
    const about = { ...subjectOf(row, ctx), ...own }
    const userIds =
      whom === 'person'
        ? [...new Set(named ?? own?.userIds ?? (await people?.[ask.as as V['role']]?.(ctx, row)) ?? [])]
        : [null]
    if (userIds.length === 0) return
    const place = {
      labId: about.labId ?? null,
      deviceId: about.deviceId ?? null,
      deptId: about.deptId ?? null,
    }
    const task = {
      business,
      rowId: row.id,
      step: ask.step,
      role: whom,
      ...place,
      requesterId: ask.own ? null : about.requesterId,
      barredId: about.barredId ?? null,
      title: [about.title ?? ask.title, about.what].filter(Boolean).join('：'),
      amountFen: about.amountFen ?? null,
    }
    const given = about.untimed ? null : (caseOf?.(row) ?? null)
    const opened = await together(userIds.map((userId) => this.#inbox.open(ctx, { ...task, userId }, given)))

    const title = about.news === undefined ? ask.news : (about.news ?? undefined)
    if (title === undefined) return
    const asked =
      whom === 'person'
        ? { userIds: userIds.filter((id) => id !== null) }
        : { role: { role: whom, ...place } }
    const [first] = opened
    const to = first && about.address ? about.address(first.role) : asked
    const exceptUserId = about.exceptUserId === undefined ? (ctx.actor?.id ?? null) : about.exceptUserId
    const { body, link } = about
    await tell(ctx, { kind: this.#kind, body, ...to, exceptUserId, title, link, mail: true })
  }

  /**
   * A batch is decided, each row by itself. `items` say in which state they were seen; one that has gone on since is told who was
   * first.
   */
  async decide(
    ctx: Ctx,
    items: readonly ({ id: number } & Seen<V>)[],
    { verdict, reason, changes }: { verdict: DecisionVerdict; reason: string | null; changes?: Changes },
  ): Promise<Verdict[]> {
    const about = { reason, ...(changes !== undefined && { changes }) }
    return this.eachOf(
      ctx,
      items,
      ({ row, roles }) => this.#take(ctx, { row, roles }, this.#answer(row, roles, verdict), about),
      verdict,
    )
  }

  /** The same for a batch that takes another step. `take` answers the row as it is then. */
  async eachOf(
    ctx: Ctx,
    items: readonly ({ id: number } & Seen<V>)[],
    take: (loaded: Loaded<V, Row, Standing>) => Promise<Row>,
    verdict: DecisionVerdict = 'approve',
  ): Promise<Verdict[]> {
    // Each row is judged by itself, and refused where it is not his to judge.
    ctx.allow(true)
    await this.#of.lock?.(
      ctx,
      items.map((i) => i.id),
    )
    const { business, find, hides, doneWords } = this.#of
    const verdicts = await eachByItself(ctx, items, async (item) => {
      const loaded = await this.#require(ctx, item.id, () => find(ctx, item.id), { hides: hides === true })
      await this.#requireSeen(ctx, loaded.row, item)
      const now = await take(loaded)
      return { state: now.state, message: doneWords(now, verdict) }
    })
    ctx.target = `${business} ${items.map((i) => i.id).join(' ')}`
    return verdicts
  }

  /** What yes or no means where the row stands now. */
  #answer(row: Row, roles: ReadonlySet<V['role']>, verdict: DecisionVerdict): V['event'] {
    const flow = this.#flowOf(row)
    const asks = flow.asksAt(row.state).filter((a) => a[answerOf[verdict]] !== undefined)
    const event = (asks.find((a) => roles.has(a.as)) ?? asks[0])?.[answerOf[verdict]]
    if (event) return event
    throw refuse('STATE', `当前状态为“${flow.table.words.state[row.state]}”，无需审批`, { status: 409 })
  }

  /** Nobody acted in time, and the policy says what follows; nothing, where the table leaves it to people. */
  async timeOut(
    ctx: Ctx,
    { rowId, step, action }: { rowId: number; step: string; action: 'approve' | 'refuse' },
  ): Promise<void> {
    const loaded = await this.loadAsSystem(ctx, rowId)
    if (!loaded) return
    const { row, roles } = loaded
    const flow = this.#flowOf(row)
    const ask = flow.asksAt(row.state).find((a) => a.step === step)
    const events = action === 'approve' ? [ask?.yes] : [ask?.no, ask?.back]
    const can = flow.can(row.state, roles)
    const event = events.find((e) => e !== undefined && can.includes(e))
    if (event)
      await this.#take(ctx, { row, roles }, event, { reason: action === 'refuse' ? NOBODY_IN_TIME : null })
  }

  /** Where a row stands and how it came there, for whoever may see it. `asks`: which stages its case asks for. */
  async trailOf(ctx: Ctx, row: Row, asks?: (key: string) => boolean): Promise<Trail> {
    const { business } = this.#of
    const { strip, words } = this.#flowOf(row).table
    const [log, waiting] = await together([
      history(ctx, business, row.id),
      strip ? this.#inbox.awaitedAt(ctx, business, row.id) : [],
    ])
    const awaited = waiting.flatMap((w) => w.names).join('、') || (this.#of.unaskedOf?.(row) ?? null)
    const about = { awaited, words: words.state, ...(asks && { asks }) }
    const progress = strip ? placeOnStrip(strip, row, log, about) : []
    const told = log.map((l) => ({
      event: l.event,
      title: wordOf(words.event, l.event),
      who: l.actor ?? '系统',
      reason: l.reason,
      at: l.at,
    }))
    return { log, awaited, dueAt: waiting[0]?.dueAt ?? null, progress, history: told }
  }
}

const wordOf = (words: Readonly<Record<string, string>>, event: string): string => words[event] ?? event

/** What goes on waiting: the steps of the inbox that are awaited before and after. */
const stepsInBoth = <V extends Vocabulary>(before: readonly Ask<V>[], after: readonly Ask<V>[]): string[] =>
  before.map((a) => a.step).filter((step) => after.some((a) => a.step === step))
