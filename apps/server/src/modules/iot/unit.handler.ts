import { iotRefusals, unitKindWords, type iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import * as gateways from './gateway.store.ts'
import { showUnit } from './iot.view.ts'
import { noteGateway } from './list.action.ts'
import { readKeeper, readStanding, requireUnit } from './standing.action.ts'
import * as store from './unit.store.ts'

// Sub-devices of gateways (doors, switches, meters and others), and where they belong.

export async function list(ctx: Ctx, { query: q }: Parsed<typeof iotCalls.units>) {
  const wanted = {
    keyword: q.keyword,
    kind: q.kind,
    gatewayId: q.gatewayId,
    deviceId: q.deviceId,
    labId: q.labId,
    retired: q.retired ?? false,
  }
  const { items, total } = await store.listUnits(ctx.db, readKeeper(ctx), wanted, q)
  return pageReply(
    items.map((u) => showUnit(u, readStanding(ctx), ctx.now)),
    total,
  )
}
type Row = Awaited<ReturnType<typeof list>>['items'][number]
const yes = (v: boolean | null, words: readonly [string, string]) => (v === null ? null : words[v ? 0 : 1])
const columns: ListColumn<Row>[] = [
  { header: '编号', value: (r) => r.id },
  { header: '网关', width: 24, value: (r) => r.gateway.name },
  { header: '端口号', value: (r) => r.number },
  { header: '类型', value: (r) => unitKindWords[r.kind] },
  { header: '名称', width: 24, value: (r) => r.name },
  { header: '型号', value: (r) => r.model },
  { header: '房间', width: 24, value: (r) => r.room?.name },
  { header: '实验室', width: 24, value: (r) => r.lab?.name },
  { header: '仪器', width: 30, value: (r) => r.device?.name },
  { header: '资产编号', value: (r) => r.device?.serialId },
  { header: '在线', value: (r) => (r.online ? '在线' : '离线') },
  { header: '门', value: (r) => yes(r.open, ['开', '关']) },
  { header: '电源', value: (r) => yes(r.on, ['通', '断']) },
  { header: '电流（A）', value: (r) => r.amps },
  { header: '电量（kWh）', value: (r) => r.kwh },
  { header: '温度（℃）', value: (r) => r.celsius },
  { header: '湿度（%）', value: (r) => r.humidity },
  { header: '提前进入（分钟）', value: (r) => r.leadMinutes },
  { header: '结束宽限（分钟）', value: (r) => r.graceMinutes },
  { header: '停用时间', value: (r) => r.retiredAt },
  { header: '备注', width: 30, value: (r) => r.remark },
]
export const exportList = exported('网关子设备', list, columns)

export const get = async (ctx: Ctx, { params }: Parsed<typeof iotCalls.unit>) =>
  showUnit(await requireUnit(ctx, params.id, 'look'), readStanding(ctx), ctx.now)

async function readUnit(ctx: Ctx, id: number) {
  const row = await store.findUnit(ctx.db, id)
  if (!row) throw notFound('子设备')
  ctx.target = `iot_sub_device ${id}`
  return row
}
const show = async (ctx: Ctx, id: number) => showUnit(await readUnit(ctx, id), readStanding(ctx), ctx.now)
const listValues = (b: Parsed<typeof iotCalls.editUnit>['body']) => ({
  ...b,
  roomId: b.roomId ?? null,
  labId: b.labId ?? null,
  deviceId: b.deviceId ?? null,
})
const retired = () => refuse('UNIT_RETIRED', iotRefusals.UNIT_RETIRED, { status: 409 })
const gatewayRetired = () => refuseField('gatewayId', iotRefusals.GATEWAY_RETIRED, 'GATEWAY_RETIRED')

export async function create(ctx: Ctx, { body }: Parsed<typeof iotCalls.createUnit>) {
  const gateway = await gateways.findGateway(ctx.db, body.gatewayId)
  if (!gateway) throw notFound('网关')
  if (gateway.retiredAt) throw gatewayRetired()
  const { gatewayId, number, kind } = body
  try {
    const { id } = await attempt(ctx, () =>
      store.addUnit(ctx, { ...listValues(body), gatewayId, number, kind }),
    )
    await noteGateway(ctx, gatewayId)
    return await show(ctx, id)
  } catch (e) {
    if (violates(e, 'iot_sub_device_number'))
      throw refuseField('number', iotRefusals.UNIT_NUMBER_TAKEN, 'UNIT_NUMBER_TAKEN')
    if (violates(e, 'iot_sub_device_live_gateway')) throw gatewayRetired() // retired by a concurrent request
    throw e
  }
}
export async function edit(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.editUnit>) {
  const unit = await readUnit(ctx, params.id)
  if (!(await store.editUnit(ctx, unit.id, listValues(body)))) throw retired()
  await noteGateway(ctx, unit.gatewayId)
  return show(ctx, unit.id)
}
export async function replace(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.replaceUnit>) {
  const unit = await readUnit(ctx, params.id)
  if (!(await store.retireUnit(ctx, unit.id, body.remark ?? '更换'))) throw retired()
  const { id } = await store.replaceUnit(ctx, unit.id, body)
  await store.takeOverGrants(ctx, unit.id, id)
  await noteGateway(ctx, unit.gatewayId)
  return show(ctx, id)
}
export async function retire(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.retireUnit>) {
  const unit = await readUnit(ctx, params.id)
  if (!(await store.retireUnit(ctx, unit.id, body.reason))) throw retired()
  await noteGateway(ctx, unit.gatewayId)
  return show(ctx, unit.id)
}
