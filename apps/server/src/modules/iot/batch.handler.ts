import { iotRefusals, type iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as store from './batch.store.ts'
import { drawCode } from './code.action.ts'
import { renewCode } from './gateway.store.ts'
import { showGateway, showUnit } from './iot.view.ts'
import { noteGateways } from './list.action.ts'
import { readStanding } from './standing.action.ts'

// What is done to several gateways or sub-devices at once: to all of them, or to none and it is said which
// are in the way.

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
    // Put out of use by somebody else meanwhile: a code that opens nothing is shown to nobody.
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
  const over = units.filter((u) => u.retired)
  if (over.length > 0)
    throw refuse('UNIT_RETIRED', `${iotRefusals.UNIT_RETIRED}：${listNames(over)}`, { status: 409 })
  return [...new Set(units.map((u) => u.gatewayId))]
}
async function showUnits(ctx: Ctx, ids: readonly number[]) {
  const standing = readStanding(ctx)
  return (await store.listUnits(ctx.db, ids)).map((u) => showUnit(u, standing, ctx.now))
}
export async function tieUnits(ctx: Ctx, { body }: Parsed<typeof iotCalls.tieUnits>) {
  const gatewayIds = await lockUnits(ctx, body.ids)
  await store.tieUnits(ctx, body.ids, { roomId: body.roomId ?? null, labId: body.labId ?? null })
  await noteGateways(ctx, gatewayIds)
  return showUnits(ctx, body.ids)
}
export async function retireUnits(ctx: Ctx, { body }: Parsed<typeof iotCalls.retireUnits>) {
  const gatewayIds = await lockUnits(ctx, body.ids)
  await store.retireUnits(ctx, body.ids, body.reason)
  await noteGateways(ctx, gatewayIds)
  return showUnits(ctx, body.ids)
}
