import { type doorAccessCalls, grantKindWords } from '@portal/contract/iot/door-access'
import { iotActors, iotRefusals } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logFault } from '../../kernel/jobs.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { shownMinute } from '../../kernel/time.ts'
import { isActive } from '../people/people.service.ts'
import * as store from './access.store.ts'
import { sendOrder } from './order.action.ts'
import { isInReach } from './grant.rules.ts'
import { showCard, showGrant } from './iot.view.ts'
import { horizon, noteGateway, notePeople, readRights, wake } from './list.action.ts'
import { readKeeper, requireUnit } from './standing.action.ts'

// Who may enter a door, and remote commands to doors and switches.

export async function listEntitled(ctx: Ctx, { params }: Parsed<typeof doorAccessCalls.entitled>) {
  const unit = await requireUnit(ctx, params.id, 'look')
  const rights = await readRights(ctx, 'unit', unit.id, horizon(ctx.now))
  const names = await store.readNames(
    ctx.db,
    rights.flatMap((r) => r.userId ?? []),
  )
  return rights.map((r) => ({
    ref: r.ref,
    person: r.userId === null ? null : { id: r.userId, name: names.get(r.userId) ?? '' },
    bookingId: r.bookingId,
    kind: r.kind,
    from: r.from,
    to: r.to,
    now: r.from <= ctx.now && ctx.now < r.to,
  }))
}

/** Seconds for which a command is valid; a gateway that reads it later ignores it. */
const COMMAND_SECONDS = 20
export async function command(ctx: Ctx, { params, body }: Parsed<typeof doorAccessCalls.command>) {
  const unit = await requireUnit(ctx, params.id, 'act')
  if (unit.retiredAt) throw refuse('UNIT_RETIRED', iotRefusals.UNIT_RETIRED, { status: 409 })
  if (unit.kind !== (body.what === 'open' ? 'door' : 'air_switch'))
    throw refuseField('what', iotRefusals.COMMAND_UNFIT, 'COMMAND_UNFIT')
  if (!isInReach(unit, ctx.now)) throw refuse('GATEWAY_AWAY', iotRefusals.GATEWAY_AWAY, { status: 409 })
  // Without this the override would switch the power on again at the gateway's next check.
  if (body.what === 'off' && (await store.withdrawOverrides(ctx, unit.id, `远程断电：${body.reason}`)))
    await noteGateway(ctx, unit.gatewayId)
  const { deps } = ctx
  const devices = deps.wakeGates && deps.adapters.gateDevices
  const order = await store.addCommand(ctx, {
    gatewayId: unit.gatewayId,
    unitId: unit.id,
    ...body,
    until: new Date(ctx.now.getTime() + COMMAND_SECONDS * 1000),
    sending: Boolean(devices),
  })
  if (devices && order.sent) {
    ctx.afterCommit(() => void sendOrder(deps, devices, order).catch((e: Error) => logFault(deps, 'gate', e)))
    ctx.live('gates')
  } else wake(ctx, 'commands')
  return { id: order.id }
}
export async function findCommand(ctx: Ctx, { params }: Parsed<typeof doorAccessCalls.commandState>) {
  const row = await store.findCommand(ctx.db, params.id)
  if (!row) {
    ctx.allow(ctx.holds(...iotActors))
    throw notFound('操作')
  }
  await requireUnit(ctx, row.unitId, 'look')
  return { id: row.id, done: row.done, over: row.done === null && row.until < ctx.now, why: row.why }
}

// ── Grants ───────────────────────────────────────────────────────────────────

const mayAct = (ctx: Ctx) => ctx.holds(...iotActors)
export async function listGrants(ctx: Ctx, { query: q }: Parsed<typeof doorAccessCalls.grants>) {
  const wanted = { keyword: q.keyword, unitId: q.unitId, kind: q.kind, over: q.over ?? false }
  const { items, total } = await store.listGrants(ctx.db, readKeeper(ctx), wanted, q, ctx.now)
  return pageReply(
    items.map((g) => showGrant(g, mayAct(ctx), ctx.now)),
    total,
  )
}
type GrantShown = Awaited<ReturnType<typeof listGrants>>['items'][number]
const clock = (minute: number | null) => (minute === null ? '' : shownMinute(minute))
const grantColumns: ListColumn<GrantShown>[] = [
  { header: '编号', value: (r) => r.id },
  { header: '门禁或开关', width: 24, value: (r) => r.unit.name },
  { header: '授权类型', value: (r) => grantKindWords[r.kind] },
  { header: '人员', value: (r) => r.person?.name },
  { header: '开始', value: (r) => r.from },
  { header: '结束', value: (r) => r.to },
  {
    header: '周期',
    width: 24,
    value: (r) =>
      r.weekdays &&
      `周${r.weekdays.map((d) => '一二三四五六日'[d - 1]).join('')} ${clock(r.fromMinute)}–${clock(r.toMinute)}`,
  },
  { header: '原因', width: 30, value: (r) => r.reason },
  { header: '授权人', value: (r) => r.grantedBy.name },
  { header: '授权时间', value: (r) => r.grantedAt },
  { header: '收回时间', value: (r) => r.withdrawn?.at },
  { header: '收回原因', width: 24, value: (r) => r.withdrawn?.reason },
]
export const exportGrants = exported('门禁授权', listGrants, grantColumns)

async function readGrant(ctx: Ctx, id: number) {
  const row = await store.findGrant(ctx.db, id)
  if (!row) throw notFound('授权')
  return showGrant(row, mayAct(ctx), ctx.now)
}
export async function grant(ctx: Ctx, { body }: Parsed<typeof doorAccessCalls.grant>) {
  const unit = await requireUnit(ctx, body.unitId, 'act')
  if (unit.retiredAt) throw refuseField('unitId', iotRefusals.UNIT_RETIRED, 'UNIT_RETIRED')
  if (unit.kind !== (body.kind === 'override' ? 'air_switch' : 'door'))
    throw refuseField('kind', iotRefusals.GRANT_UNFIT, 'GRANT_UNFIT')
  if (body.userId != null && !(await isActive(ctx, body.userId)))
    throw refuseField('userId', iotRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
  const { id } = await store.addGrant(ctx, {
    unitId: unit.id,
    kind: body.kind,
    userId: body.userId ?? null,
    from: body.from,
    to: body.to ?? null,
    weekdays: body.weekdays ?? null,
    fromMinute: body.fromMinute ?? null,
    toMinute: body.toMinute ?? null,
    reason: body.reason,
  })
  await noteGateway(ctx, unit.gatewayId)
  return readGrant(ctx, id)
}
export async function withdraw(ctx: Ctx, { params, body }: Parsed<typeof doorAccessCalls.withdraw>) {
  const row = await store.findGrant(ctx.db, params.id)
  if (!row) {
    ctx.allow(mayAct(ctx))
    throw notFound('授权')
  }
  await requireUnit(ctx, row.unitId, 'act')
  if (!(await store.withdraw(ctx, row.id, body.reason)))
    throw refuse('GRANT_OVER', iotRefusals.GRANT_OVER, { status: 409 })
  await noteGateway(ctx, row.gatewayId)
  return readGrant(ctx, row.id)
}

// ── Cards ────────────────────────────────────────────────────────────────────

export async function listCards(ctx: Ctx, { query: q }: Parsed<typeof doorAccessCalls.cards>) {
  const { items, total } = await store.listCards(ctx.db, { keyword: q.keyword, over: q.over ?? false }, q)
  return pageReply(items.map(showCard), total)
}
type CardShown = Awaited<ReturnType<typeof listCards>>['items'][number]
const cardColumns: ListColumn<CardShown>[] = [
  { header: '卡号', value: (r) => r.number },
  { header: '持卡人', value: (r) => r.person.name },
  { header: '绑定时间', value: (r) => r.boundAt },
  { header: '解绑时间', value: (r) => r.unboundAt },
  { header: '解绑原因', width: 24, value: (r) => r.unboundWhy },
]
export const exportCards = exported('门禁卡', listCards, cardColumns)

async function readCard(ctx: Ctx, id: number) {
  const row = await store.findCard(ctx.db, id)
  if (!row) throw notFound('门禁卡')
  ctx.target = `iot_card ${id}`
  return showCard(row)
}
export async function bindCard(ctx: Ctx, { body }: Parsed<typeof doorAccessCalls.bindCard>) {
  if (!(await isActive(ctx, body.userId)))
    throw refuseField('userId', iotRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
  try {
    const { id } = await attempt(ctx, () => store.bindCard(ctx, body.number, body.userId))
    await notePeople(ctx, [body.userId])
    return await readCard(ctx, id)
  } catch (e) {
    if (!violates(e, 'iot_card_number')) throw e
    if ((await store.findHolder(ctx.db, body.number)) === body.userId)
      throw refuseField('number', iotRefusals.CARD_BOUND, 'CARD_BOUND')
    throw refuseField('number', iotRefusals.CARD_TAKEN, 'CARD_TAKEN')
  }
}
export async function unbindCard(ctx: Ctx, { params, body }: Parsed<typeof doorAccessCalls.unbindCard>) {
  const { person } = await readCard(ctx, params.id)
  if (!(await store.unbindCard(ctx, params.id, body.reason)))
    throw refuse('CARD_OVER', iotRefusals.CARD_OVER, { status: 409 })
  await notePeople(ctx, [person.id])
  return readCard(ctx, params.id)
}
