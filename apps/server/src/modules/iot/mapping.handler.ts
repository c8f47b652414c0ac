import { mappingRefusals, type mappingCalls } from '@portal/contract/iot/mapping'
import type { Parsed } from '@portal/contract/kernel/call'
import { foreignPrefix } from '../../adapters/gate-device/wire.ts'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import { giveCredentials } from './enrolling.action.ts'
import * as gateways from './gateway.store.ts'
import { translate } from './mapping.rules.ts'
import * as store from './mapping.store.ts'

// Mappings for devices of other makers: the office maintains
// them and tests them on messages that a device has really sent.

async function show(ctx: Ctx, id: number) {
  const row = await store.findMapping(ctx.db, id)
  if (!row) throw notFound('设备协议')
  ctx.target = `iot_mapping ${id}`
  const versions = await store.readVersions(ctx.db, id)
  return { ...row, rules: versions[0]?.rules ?? { lines: [], commands: [] }, versions }
}
export const list = (ctx: Ctx, { query: q }: Parsed<typeof mappingCalls.mappings>) =>
  store.listMappings(ctx.db, q.keyword, q)
export const get = (ctx: Ctx, { params }: Parsed<typeof mappingCalls.mapping>) => show(ctx, params.id)

const unlessTaken = async <T>(ctx: Ctx, work: () => Promise<T>): Promise<T> => {
  try {
    return await attempt(ctx, work)
  } catch (e) {
    if (!violates(e, 'iot_mapping_name_key')) throw e
    throw refuseField('name', mappingRefusals.MAPPING_NAME_TAKEN, 'MAPPING_NAME_TAKEN')
  }
}
export async function create(ctx: Ctx, { body }: Parsed<typeof mappingCalls.createMapping>) {
  const { id } = await unlessTaken(ctx, () => store.addMapping(ctx, body))
  await store.addVersion(ctx, id, { lines: body.lines, commands: body.commands })
  return show(ctx, id)
}
export async function revise(ctx: Ctx, { params, body }: Parsed<typeof mappingCalls.reviseMapping>) {
  await store.holdMapping(ctx, params.id)
  const { version, by: who, at } = await show(ctx, params.id)
  await refuseUnseen(ctx, '设备协议', { revision: version }, body.seenVersion, () =>
    Promise.resolve([{ event: 'change', who, at }]),
  )
  await unlessTaken(ctx, () => store.renameMapping(ctx, params.id, body))
  await store.addVersion(ctx, params.id, { lines: body.lines, commands: body.commands })
  return show(ctx, params.id)
}

export async function tryOut(ctx: Ctx, { body }: Parsed<typeof mappingCalls.tryMapping>) {
  if (!(await gateways.findGateway(ctx.db, body.gatewayId))) throw notFound('网关')
  ctx.target = `iot_gateway ${body.gatewayId}`
  const heard = await store.readHeard(ctx.db, body.gatewayId)
  return { messages: heard.map((h) => ({ ...h, found: translate(body, h.topic, h.said) })) }
}

export async function account(ctx: Ctx, { params }: Parsed<typeof mappingCalls.gatewayAccount>) {
  const gateway = await gateways.findGateway(ctx.db, params.id)
  if (!gateway) throw notFound('网关')
  ctx.target = `iot_gateway ${params.id}`
  if (gateway.mappingId === null) throw refuse('MAPPING_NONE', mappingRefusals.MAPPING_NONE, { status: 409 })
  const about = { hardware: gateway.hardware, firmware: gateway.firmware }
  const given = await giveCredentials(ctx, { id: params.id }, about)
  if (!given) throw refuse('GATEWAY_RETIRED', '网关已停用', { status: 409 })
  const { user, password } = given
  return {
    user,
    password,
    prefix: foreignPrefix(params.id),
    mqttPort: ctx.deps.adapters.gateDevices?.port() ?? null,
  }
}
