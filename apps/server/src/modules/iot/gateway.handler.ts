import { iotRefusals, type iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { gatewayStateWords, lineWords, proofWords } from '@portal/contract/iot/iot'
import { giveCredentials } from './enrolling.action.ts'
import { computeHash, drawCode } from './code.action.ts'
import { readGateway, takeOut } from './gateway.action.ts'
import * as store from './gateway.store.ts'
import { showGateway } from './iot.view.ts'

// Gateways enrol with a one-time code; the office manages them.

export async function list(ctx: Ctx, { query: q }: Parsed<typeof iotCalls.gateways>) {
  const { items, total } = await store.listGateways(
    ctx.db,
    { keyword: q.keyword, state: q.state },
    q,
    ctx.now,
  )
  return pageReply(
    items.map((g) => showGateway(g, ctx.now)),
    total,
  )
}
type Row = Awaited<ReturnType<typeof list>>['items'][number]
const columns: ListColumn<Row>[] = [
  { header: '编号', value: (r) => r.id },
  { header: '网关', width: 24, value: (r) => r.name },
  { header: '状态', value: (r) => gatewayStateWords[r.state] },
  { header: '位置', width: 24, value: (r) => r.room?.name },
  { header: '子设备数', value: (r) => r.units },
  { header: '硬件编号', value: (r) => r.hardware },
  { header: '固件版本', value: (r) => r.firmware },
  { header: '信号（dBm）', value: (r) => r.signal },
  { header: '接入方式', value: (r) => proofWords[r.proof] },
  { header: '证书有效期至', value: (r) => r.certificate?.validTo },
  { header: '通信方式', value: (r) => r.line && lineWords[r.line] },
  { header: '最近通信', value: (r) => r.seenAt },
  { header: '注册时间', value: (r) => r.enrolledAt },
  { header: '备注', width: 30, value: (r) => r.remark },
]
export const exportList = exported('物联网关', list, columns)

export const get = (ctx: Ctx, { params }: Parsed<typeof iotCalls.gateway>) => readGateway(ctx, params.id)

const listValues = (b: Parsed<typeof iotCalls.createGateway>['body']) => ({
  ...b,
  roomId: b.roomId ?? null,
  mappingId: b.mappingId ?? null,
})
export async function create(ctx: Ctx, { body }: Parsed<typeof iotCalls.createGateway>) {
  const { code, hash, until } = drawCode(ctx)
  const { id } = await store.addGateway(ctx, listValues(body), hash, until)
  return { gateway: await readGateway(ctx, id), code, until }
}
export async function edit(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.editGateway>) {
  await readGateway(ctx, params.id)
  await store.editGateway(ctx, params.id, listValues(body))
  return readGateway(ctx, params.id)
}
export async function renew(ctx: Ctx, { params }: Parsed<typeof iotCalls.renewCode>) {
  await readGateway(ctx, params.id)
  const { code, hash, until } = drawCode(ctx)
  if (!(await store.renewCode(ctx, params.id, hash, until)))
    throw refuse('GATEWAY_RETIRED', iotRefusals.GATEWAY_RETIRED, { status: 409 })
  return { gateway: await readGateway(ctx, params.id), code, until }
}
export async function retire(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.retireGateway>) {
  const row = await readGateway(ctx, params.id)
  if (row.state === 'retired') throw refuse('GATEWAY_RETIRED', iotRefusals.GATEWAY_RETIRED, { status: 409 })
  if (!(await takeOut(ctx, [params.id], body.reason)).has(params.id))
    throw refuse('GATEWAY_IN_USE', iotRefusals.GATEWAY_IN_USE, { status: 409 })
  return readGateway(ctx, params.id)
}

/**
 * The device that presents the code is the gateway from now on; the device enrolled before is disconnected.
 */
export async function enrol(ctx: Ctx, { body }: Parsed<typeof iotCalls.enrol>) {
  const given = await giveCredentials(ctx, { code: computeHash(body.code) }, body)
  if (!given) throw refuseField('code', iotRefusals.CODE_WRONG, 'CODE_WRONG')
  ctx.target = `iot_gateway ${given.gatewayId}`
  return { ...given, mqttPort: ctx.deps.adapters.gateDevices?.port() ?? null }
}
