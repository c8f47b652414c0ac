import type { Outcome } from '@portal/contract/approval/approval'
import {
  findFlow,
  findKind,
  type AlsoAsked,
  type AnyRow,
  type Binding,
  type Doing,
  type Inbox,
} from '../binding.ts'
import type { Ctx } from '../ctx.ts'
import { makeList, type Ask, type Vocabulary } from '../flow.ts'
import { tell } from '../outbox.store.ts'
import { together } from '../together.ts'

const FALLEN = '原办理人的账号已停用，该事项已转由实验室主任处理。'

/** Opens and closes tasks in the inbox for a row, and sends their messages. */
export function defineAsking<
  V extends Vocabulary,
  Row extends Listed,
  Standing,
  Changes,
  Listed extends AnyRow<V>,
  Told extends V['event'],
>(inbox: Inbox, binding: Binding<V, Row, Standing, Changes, Listed, Told>) {
  const { business, subjectOf, asking, people, caseOf } = binding
  type Step = Doing<V, Changes> | null

  /**
   * Asks everybody who is to be asked in the row's state. `kept`: steps of the inbox that go on waiting
   * and are not asked again.
   */
  function ask(ctx: Ctx, row: Row, step: Step, kept?: ReadonlySet<string>): Promise<void>[] {
    return findFlow(binding, row)
      .asksAt(row.state)
      .filter((one) => !kept?.has(one.step))
      .map((one) => askAt(ctx, row, one, step))
  }

  /**
   * Asks once more, where it depends on more than the state or where what is asked for has changed.
   * `also`: asks only these people.
   */
  async function askAgain(ctx: Ctx, row: Row, also?: AlsoAsked<V>): Promise<void> {
    if (!also) return void (await together(ask(ctx, row, null)))
    const asks = findFlow(binding, row).asksAt(row.state)
    await together(
      asks.filter((a) => a.step === also.step).map((a) => askAt(ctx, row, a, null, also.userIds)),
    )
  }

  /**
   * Asks at one step: a task for each person or role, and one message. `named`: asks these people instead.
   */
  async function askAt(
    ctx: Ctx,
    row: Row,
    asked: Ask<V>,
    step: Step,
    named?: readonly number[],
  ): Promise<void> {
    const own = await asking?.[asked.step as V['step']]?.(ctx, row, step)
    if (own?.nobody) return
    const whom = own?.whom ?? makeList(asked.whom)[0] ?? 'person'
    if (!subjectOf) throw new Error(`${business} does not say what it asks for`)
    const about = { ...subjectOf(row, ctx), ...own }
    const userIds =
      whom === 'person'
        ? [...new Set(named ?? own?.userIds ?? (await people?.[asked.as as V['role']]?.(ctx, row)) ?? [])]
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
      step: asked.step,
      role: whom,
      ...place,
      requesterId: asked.own ? null : about.requesterId,
      barredId: about.barredId ?? null,
      title: [about.title ?? asked.title, about.what].filter(Boolean).join('：'),
      amountFen: about.amountFen ?? null,
      single: about.single ?? false,
    }
    const given = about.untimed ? null : (caseOf?.(row) ?? null)
    const title = about.news === undefined ? asked.news : (about.news ?? undefined)
    const until = title && given && !about.dated ? await inbox.wordDeadline(ctx, task, given) : null
    const askedIds = userIds.filter((id) => id !== null)
    // To whom it falls matters only to a message: that goes by it, or that a named person may not get.
    const matters = about.address !== undefined || (title !== undefined && whom === 'person')
    const opening = matters
      ? userIds.map((userId) => inbox.open(ctx, { ...task, userId }, given, askedIds))
      : []
    const putting = matters
      ? []
      : userIds.map((userId) => inbox.put(ctx, { ...task, userId }, given, askedIds))
    const [first] = about.address ? await together(opening) : []

    if (title === undefined) return void (await together<readonly unknown[]>([...opening, ...putting]))
    const audience = whom === 'person' ? { userIds: askedIds } : { role: { role: whom, ...place } }
    const to = first && about.address ? about.address(first.role) : audience
    const exceptUserId = about.exceptUserId === undefined ? (ctx.actor?.id ?? null) : about.exceptUserId
    const { body, link } = about
    const { requesterId, barredId } = task
    const news = { kind: findKind(binding), exceptUserId, title, link, mail: true }
    const telling = tell(ctx, {
      ...news,
      ...to,
      body: joinLines('body' in to ? to.body : body, until),
      ...('role' in to && { requesterId, barredId }),
    })
    // If the message does not depend on whom the task fell to, both are sent together.
    await together<readonly unknown[]>([...opening, ...putting, telling])
    if (whom !== 'person' || (await together(opening)).every((t) => t.role !== 'lab_director')) return
    // The account of a named person is closed. Administrators are told by a job of what has fallen to them.
    const fallen = { ...news, body: joinLines(body, FALLEN, until) }
    await tell(ctx, { ...fallen, role: { role: 'lab_director', ...place }, requesterId, barredId })
  }

  /** Closes an ask that is done although the row keeps its state: it waits for another module now. */
  async function closeAsk(ctx: Ctx, row: Row, step: V['step']): Promise<void> {
    await inbox.close(ctx, { business, rowId: row.id, step }, 'approved')
  }

  /**
   * Closes the task of one of several people, who has answered for themselves or for those they stand in for.
   */
  async function closeOwn(
    ctx: Ctx,
    row: Row,
    asks: readonly Ask<V>[],
    outcome: Outcome,
    reason: string | null,
  ): Promise<void> {
    for (const { step, reminds } of asks.filter((a) => makeList(a.whom).includes('person'))) {
      const which = { business, rowId: row.id, step }
      const asked = reminds ? [ctx.me.id] : await inbox.askedFor(ctx, which)
      const own = asked.includes(ctx.me.id) ? [ctx.me.id] : asked
      for (const userId of own) await inbox.close(ctx, { ...which, userId }, outcome, reason)
    }
  }

  /** Withdraws all tasks of these people at the row. */
  async function excuse(
    ctx: Ctx,
    row: Row,
    userIds: readonly number[],
    reason: string | null = null,
  ): Promise<void> {
    const which = { business, rowId: row.id }
    await together(userIds.map((userId) => inbox.close(ctx, { ...which, userId }, 'withdrawn', reason)))
  }

  return { ask, askAgain, closeAsk, closeOwn, excuse }
}

const joinLines = (...lines: (string | null)[]): string => lines.filter(Boolean).join('\n')
