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

/** Who is awaited at a row, and who no more: tasks in the inbox, and their messages. */
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
   * Everybody who is to be asked where the row stands now. `kept`: the steps of the inbox that go on waiting.
   */
  function ask(ctx: Ctx, row: Row, step: Step, kept?: ReadonlySet<string>): Promise<void>[] {
    return findFlow(binding, row)
      .asksAt(row.state)
      .filter((one) => !kept?.has(one.step))
      .map((one) => askAt(ctx, row, one, step))
  }

  /**
   * The same once more where it depends on more than the state, or what is asked for has changed. `also`: of
   * these people only.
   */
  async function askAgain(ctx: Ctx, row: Row, also?: AlsoAsked<V>): Promise<void> {
    if (!also) return void (await together(ask(ctx, row, null)))
    const asks = findFlow(binding, row).asksAt(row.state)
    await together(
      asks.filter((a) => a.step === also.step).map((a) => askAt(ctx, row, a, null, also.userIds)),
    )
  }

  /**
   * One step asks: a task for each person or role, and one message. `named`: these people, whoever else the
   * step asks.
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
    }
    const given = about.untimed ? null : (caseOf?.(row) ?? null)
    const opening = userIds.map((userId) => inbox.open(ctx, { ...task, userId }, given))
    const [first] = about.address ? await together(opening) : []

    const title = about.news === undefined ? asked.news : (about.news ?? undefined)
    if (title === undefined) return void (await together(opening))
    const audience =
      whom === 'person'
        ? { userIds: userIds.filter((id) => id !== null) }
        : { role: { role: whom, ...place } }
    const to = first && about.address ? about.address(first.role) : audience
    const exceptUserId = about.exceptUserId === undefined ? (ctx.actor?.id ?? null) : about.exceptUserId
    const { body, link } = about
    const telling = tell(ctx, { kind: findKind(binding), body, ...to, exceptUserId, title, link, mail: true })
    // Where the message does not go by who is awaited in truth, both travel together.
    await together<readonly unknown[]>([...opening, telling])
  }

  /** What was asked is done, though the row stays where it is: it waits for another module now. */
  async function closeAsk(ctx: Ctx, row: Row, step: V['step']): Promise<void> {
    await inbox.close(ctx, { business, rowId: row.id, step }, 'approved')
  }

  /** One of several has answered, for himself or for those whom he stands in for. */
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

  /** These people are asked no more, whatever waited for them. */
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
