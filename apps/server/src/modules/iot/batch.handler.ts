import { iotRefusals, type iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, violates } from '../../kernel/refuse.ts'
import { divide, judgeRestored, judgeRetired, type ChosenUnit } from './batch.rules.ts'
import * as store from './batch.store.ts'
import { drawCode } from './code.action.ts'
import { takeOut } from './gateway.action.ts'
import { renewCode } from './gateway.store.ts'
import { showGateway, showUnit } from './iot.view.ts'
import { noteGateways } from './list.action.ts'
import { readStanding } from './standing.action.ts'

// Changes several gateways or sub-devices at once. Codes and places change for all of them or for none, and
// the refusal names those that are in the way.

const listNames = (rows: readonly { name: string }[]) => rows.map((r) => `“${r.name}”`).join('、')

export async function renewCodes(ctx: Ctx, { body: { ids } }: Parsed<typeof iotCalls.renewCodes>) {
  ctx.target = `iot_gateway ${ids.join(',').slice(0, 200)}`
  const before = await store.listGateways(ctx.db, ids)
  if (before.length < ids.length) throw notFound('所选的网关')
  const unfit = before.filter((g) => !showGateway(g, ctx.now).can.includes('renew'))
  if (unfit.length > 0)
    throw refuse('CODE_UNFIT', `${iotRefusals.CODE_UNFIT}：${listNames(unfit)}`, { status: 409 })
  const drawn = new Map(before.map((g) => [g.id, drawCode(ctx)]))
  for (const [id, { hash, until }] of drawn)
    // Retired by a concurrent request: the call is refused, so that no code is shown that opens nothing.
    if (!(await renewCode(ctx, id, hash, until)))
      throw refuse('GATEWAY_RETIRED', iotRefusals.GATEWAY_RETIRED, { status: 409 })
  const after = new Map((await store.listGateways(ctx.db, ids)).map((g) => [g.id, g]))
  return before.flatMap((g) => {
    const [now, code] = [after.get(g.id), drawn.get(g.id)]
    return now && code ? [{ gateway: showGateway(now, ctx.now), code: code.code, until: code.until }] : []
  })
}

async function lockUnits(ctx: Ctx, ids: readonly number[]) {
  ctx.target = `iot_sub_device ${ids.join(',').slice(0, 200)}`
  const units = await store.lockUnits(ctx, ids)
  if (units.length < ids.length) throw notFound('所选的子设备')
  return units
}
async function showUnits(ctx: Ctx, ids: readonly number[]) {
  const standing = readStanding(ctx)
  return ids.length === 0
    ? []
    : (await store.listUnits(ctx.db, ids)).map((u) => showUnit(u, standing, ctx.now))
}
const findGateways = (units: readonly ChosenUnit[]) => [...new Set(units.map((u) => u.gatewayId))]

export async function tieUnits(ctx: Ctx, { body }: Parsed<typeof iotCalls.tieUnits>) {
  const units = await lockUnits(ctx, body.ids)
  const over = units.filter((u) => u.retired)
  if (over.length > 0)
    throw refuse('UNIT_RETIRED', `${iotRefusals.UNIT_RETIRED}：${listNames(over)}`, { status: 409 })
  await store.tieUnits(ctx, body.ids, { roomId: body.roomId ?? null, labId: body.labId ?? null })
  await noteGateways(ctx, findGateways(units))
  return showUnits(ctx, body.ids)
}

// ── Out of service and back: what cannot be is left as it is, and said ───────

export async function retireUnits(ctx: Ctx, { body }: Parsed<typeof iotCalls.retireUnits>) {
  const { fit, skipped } = divide(await lockUnits(ctx, body.ids), judgeRetired)
  const ids = fit.map((u) => u.id)
  await store.retireUnits(ctx, ids, body.reason)
  await noteGateways(ctx, findGateways(fit))
  return { done: await showUnits(ctx, ids), skipped }
}
export async function restoreUnits(ctx: Ctx, { body }: Parsed<typeof iotCalls.restoreUnits>) {
  const { fit, skipped } = divide(await lockUnits(ctx, body.ids), judgeRestored)
  const ids = fit.map((u) => u.id)
  try {
    await store.restoreUnits(ctx, ids, body.reason)
  } catch (e) {
    // A concurrent request has used the port or retired the gateway.
    if (violates(e, 'iot_sub_device_number'))
      throw refuse('UNIT_NUMBER_TAKEN', iotRefusals.UNIT_NUMBER_TAKEN, { status: 409 })
    if (violates(e, 'iot_sub_device_live_gateway'))
      throw refuse('GATEWAY_RETIRED', iotRefusals.GATEWAY_RETIRED, { status: 409 })
    throw e
  }
  await noteGateways(ctx, findGateways(fit))
  return { done: await showUnits(ctx, ids), skipped }
}

async function lockGateways(ctx: Ctx, ids: readonly number[]) {
  ctx.target = `iot_gateway ${ids.join(',').slice(0, 200)}`
  const chosen = await store.lockGateways(ctx, ids)
  if (chosen.length < ids.length) throw notFound('所选的网关')
  return chosen
}
const showGateways = async (ctx: Ctx, ids: readonly number[]) =>
  ids.length === 0 ? [] : (await store.listGateways(ctx.db, ids)).map((g) => showGateway(g, ctx.now))

export async function retireGateways(ctx: Ctx, { body }: Parsed<typeof iotCalls.retireGateways>) {
  const chosen = await lockGateways(ctx, body.ids)
  const out = await takeOut(ctx, body.ids, body.reason)
  const { skipped } = divide(chosen, (g) =>
    out.has(g.id) ? null : g.retired ? iotRefusals.GATEWAY_RETIRED : iotRefusals.GATEWAY_IN_USE,
  )
  return { done: await showGateways(ctx, [...out]), skipped }
}
export async function restoreGateways(ctx: Ctx, { body }: Parsed<typeof iotCalls.restoreGateways>) {
  const { fit, skipped } = divide(await lockGateways(ctx, body.ids), (g) =>
    g.retired ? null : iotRefusals.GATEWAY_LIVE,
  )
  const ids = fit.map((g) => g.id)
  await store.restoreGateways(ctx, ids, body.reason)
  return { done: await showGateways(ctx, ids), skipped }
}
