import type { Parsed } from '@portal/contract/kernel/call'
import {
  pricePlanRefusals,
  priceTiers,
  type pricePlanCalls,
  type Rates,
} from '@portal/contract/price-plan/price-plan'
import { hideContacts } from '../../kernel/contacts.rules.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, violatesReference } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import { listActions as deviceCan } from '../device/device.rules.ts'
import { requireCan, requireSeen } from '../device/device.service.ts'
import * as store from './price-plan.store.ts'
import { findRate, findTier } from './quote.rules.ts'
import { mayReadGrounds } from './justification.action.ts'
import { listActions, judgeEnd, judgeNew, findState } from './version.rules.ts'

function showPlan(ctx: Ctx, plan: store.PlanRow, all: readonly store.PlanRow[], edits: boolean) {
  const today = findToday(ctx)
  const versions = all.filter((other) => other.basis === plan.basis)
  return { ...plan, state: findState(plan, today), can: edits ? listActions(plan, versions, today) : [] }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof pricePlanCalls.list>) {
  const device = await requireSeen(ctx, query.deviceId)
  const edits = deviceCan(device, ctx.me.permissions).includes('open')
  const plans = await store.listOfDevice(ctx.db, device.id)
  return {
    items: plans.map((plan) => showPlan(ctx, plan, plans, edits)),
    can: [
      ...(edits ? ['edit' as const] : []),
      ...(mayReadGrounds(ctx, device) ? ['read_grounds' as const] : []),
    ],
  }
}

export async function showCurrent(ctx: Ctx, { query }: Parsed<typeof pricePlanCalls.current>) {
  const device = await requireSeen(ctx, query.deviceId)
  const tier = ctx.visitor ? null : findTier(ctx.me, device.deptId)
  const plans = await store.listOnDay(ctx.db, device.id, query.day ?? findToday(ctx))
  // The rate of every tier, including those that pay another tier's rate.
  const paidBy = (rates: Rates): Rates =>
    Object.fromEntries(priceTiers.flatMap((t) => (findRate(rates, t) ? [[t, findRate(rates, t)]] : [])))
  return {
    tier,
    plans: plans.map((p) => ({
      id: p.id,
      basis: p.basis,
      version: p.version,
      rates: paidBy(p.rates),
      mine: (tier && findRate(p.rates, tier)) ?? null,
      note: ctx.visitor ? hideContacts(p.note) : p.note,
    })),
  }
}

export async function showBrief(ctx: Ctx, { query }: Parsed<typeof pricePlanCalls.brief>) {
  const devices = await store.listBrief(ctx.db, query.deviceIds, findToday(ctx))
  return devices.map(({ deviceId, deptId, room, plans }) => ({
    deviceId,
    room,
    prices: plans.map((p) => ({
      basis: p.basis,
      rate: findRate(p.rates, findTier(ctx.me, deptId)) ?? null,
    })),
  }))
}

async function showById(ctx: Ctx, id: number) {
  const plan = await store.find(ctx.db, id)
  if (!plan) throw notFound('收费标准')
  return showPlan(ctx, plan, await store.listOfDevice(ctx.db, plan.deviceId), true)
}

export async function create(ctx: Ctx, { body }: Parsed<typeof pricePlanCalls.create>) {
  const device = await requireCan(ctx, body.deviceId, 'open')
  await store.lock(ctx, device.id)
  const versions = (await store.listOfDevice(ctx.db, device.id)).filter((p) => p.basis === body.basis)
  judgeNew(body.from, versions, findToday(ctx))
  const id = await store.add(ctx, { ...body, createdBy: ctx.me.id })
  ctx.live(`device:${device.id}`)
  return showById(ctx, id)
}

async function requirePlan(ctx: Ctx, id: number, action: 'end' | 'withdraw') {
  const plan = await store.find(ctx.db, id)
  if (!plan) throw notFound('收费标准')
  await requireCan(ctx, plan.deviceId, 'open')
  await store.lock(ctx, plan.deviceId)
  const { can } = await showById(ctx, id)
  if (!can.includes(action))
    throw refuse(
      'PRICE_EFFECTIVE',
      action === 'withdraw' ? pricePlanRefusals.PRICE_EFFECTIVE : '只有当前版本可以停用',
      { status: 409 },
    )
  ctx.live(`device:${plan.deviceId}`)
  return plan
}

export async function end(ctx: Ctx, { params, body }: Parsed<typeof pricePlanCalls.end>) {
  const plan = await requirePlan(ctx, params.id, 'end')
  await store.end(ctx, plan.id, judgeEnd(plan, body.lastDay, findToday(ctx)))
  return showById(ctx, plan.id)
}

export async function withdraw(ctx: Ctx, { params }: Parsed<typeof pricePlanCalls.withdraw>) {
  const plan = await requirePlan(ctx, params.id, 'withdraw')
  try {
    const cut = await store.remove(ctx, plan.id)
    if (cut) await store.giveBack(ctx, plan, cut)
  } catch (e) {
    // Bookings of future days are already priced by it.
    if (violatesReference(e))
      throw refuse('PRICE_EFFECTIVE', '已有预约按该版本报价，不能撤销', { status: 409 })
    throw e
  }
  return null
}
