import type { Parsed } from '@portal/contract/kernel/call'
import {
  MOST_VIEWS,
  sharedScopes,
  viewRefusals,
  type StatisticView,
  type viewCalls,
} from '@portal/contract/statistics/view'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { findLocal } from '../../kernel/time.ts'
import { readStanding } from './standing.action.ts'
import { sendNow } from './subscription.action.ts'
import { readAsker, readPivot, readTable, requireView } from './view.action.ts'
import * as store from './view.store.ts'

const isShareable = (scope: string): boolean => (sharedScopes as readonly string[]).includes(scope)

type Can = StatisticView['can']
function makeView(ctx: Ctx, { ownerId, owner, every, since, ...v }: store.View) {
  const mine = ownerId === ctx.me.id
  const can: Can = [
    ...(mine ? (['change', 'remove'] as const) : []),
    ...(mine && isShareable(v.scope) ? (['share'] as const) : []),
    every ? 'unsubscribe' : 'subscribe',
  ]
  return { ...v, mine, owner: mine ? null : owner, subscription: every && since && { every, since }, can }
}

export async function views(ctx: Ctx) {
  return (await store.list(ctx.db, await readAsker(ctx))).map((v) => makeView(ctx, v))
}

/** Each owner uses a name once, and a view is shared only if several people can have its scope. */
const named = (e: unknown): never => {
  if (violates(e, 'statistic_view_owner_id_name_key'))
    throw refuseField('name', viewRefusals.VIEW_NAMED, 'VIEW_NAMED')
  throw e
}
const judgeShared = (shared: boolean, scope: string) => {
  if (shared && !isShareable(scope))
    throw refuseField('shared', '本人、本课题组的视图只有自己用得到，不能共享')
}

export async function createView(ctx: Ctx, { body }: Parsed<typeof viewCalls.createView>) {
  const { scopes } = await readStanding(ctx)
  const { page: _page, size: _size, uses: _uses, ...params } = body.params
  // If the address names no scope, the caller's widest is stored, so
  // that the view keeps its meaning if the caller gets a wider one.
  const scope = scopes.find((s) => s === params['scope']) ?? (params['scope'] ? undefined : scopes[0])
  if (!scope) throw forbidden('您没有这个统计范围')
  judgeShared(body.shared, scope)
  if ((await store.count(ctx.db, ctx.me.id)) >= MOST_VIEWS)
    throw refuse('REFUSED', `视图最多 ${MOST_VIEWS} 个，请先删除不用的`)
  const question = { screen: body.screen, params, scope }
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  await (body.screen === 'pivot' ? readPivot : readTable)(ctx, question, { from: day, to: day })
  const id = await store.add(ctx, { ...body, params: { ...params, scope }, scope }).catch(named)
  ctx.target = `statistic_view ${id}`
  return { id }
}

async function requireOwn(ctx: Ctx, id: number): Promise<store.View> {
  const view = await requireView(ctx, id)
  ctx.allow(view.ownerId === ctx.me.id, '只能修改自己的视图')
  ctx.target = `statistic_view ${id}`
  return view
}

export async function changeView(ctx: Ctx, { params, body }: Parsed<typeof viewCalls.changeView>) {
  const view = await requireOwn(ctx, params.id)
  judgeShared(body.shared, view.scope)
  await store.change(ctx, view.id, body).catch(named)
  return null
}

export async function removeView(ctx: Ctx, { params }: Parsed<typeof viewCalls.removeView>) {
  const view = await requireOwn(ctx, params.id)
  await store.remove(ctx, view.id)
  return null
}

const TOKEN_BYTES = 32
export async function subscribe(ctx: Ctx, { params, body }: Parsed<typeof viewCalls.subscribe>) {
  const view = await requireView(ctx, params.id)
  const to = ctx.me.email
  if (!to) throw refuse('NO_MAILBOX', viewRefusals.NO_MAILBOX)
  ctx.target = `statistic_view ${view.id}`
  const id = await store.subscribe(ctx, view.id, body.every, randomBytes(TOKEN_BYTES).toString('base64url'))
  await sendNow(ctx, id)
  return { to }
}

export async function unsubscribe(ctx: Ctx, { params }: Parsed<typeof viewCalls.unsubscribe>) {
  ctx.target = `statistic_view ${params.id}`
  // Only the caller's own subscription, even if the view is not shared any more.
  await store.unsubscribe(ctx, params.id)
  return null
}

export async function stopMail(ctx: Ctx, { body }: Parsed<typeof viewCalls.stopMail>) {
  const name = await store.stop(ctx, body.key)
  if (name === undefined) throw refuse('STOP_UNKNOWN', viewRefusals.STOP_UNKNOWN, { status: 404 })
  return { name }
}
