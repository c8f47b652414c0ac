import { iotRefusals } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, violates } from '../../kernel/refuse.ts'
import { endCertificates } from './certificate.store.ts'
import * as store from './gateway.store.ts'
import { showGateway } from './iot.view.ts'

/** A gateway as the office sees it; also names it as the target in the log. */
export async function readGateway(ctx: Ctx, id: number) {
  const row = await store.findGateway(ctx.db, id)
  if (!row) throw notFound('网关')
  ctx.target = `iot_gateway ${id}`
  return showGateway(row, ctx.now)
}

/**
 * Retires gateways and frees their certificates for others. Returns
 * the ids of the retired ones: gateways with sub-devices in use stay.
 */
export async function takeOut(ctx: Ctx, ids: readonly number[], reason: string): Promise<Set<number>> {
  const out = await store.retireGateways(ctx, ids, reason).catch((e: unknown) => {
    // A concurrent request has attached a sub-device to one of them.
    if (!violates(e, 'iot_sub_device_live_gateway')) throw e
    throw refuse('GATEWAY_IN_USE', iotRefusals.GATEWAY_IN_USE, { status: 409 })
  })
  await endCertificates(ctx, out, 'retired')
  ctx.afterCommit(() => {
    for (const id of out) ctx.deps.adapters.gateDevices?.putOut(id)
  })
  return new Set(out)
}
