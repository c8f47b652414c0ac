import { iotRefusals } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, violates } from '../../kernel/refuse.ts'
import { endCertificates } from './certificate.store.ts'
import * as store from './gateway.store.ts'
import { showGateway } from './iot.view.ts'

/** A gateway as the office sees it; the log says that it was this one. */
export async function readGateway(ctx: Ctx, id: number) {
  const row = await store.findGateway(ctx.db, id)
  if (!row) throw notFound('网关')
  ctx.target = `iot_gateway ${id}`
  return showGateway(row, ctx.now)
}

/**
 * They are nobody's any more, and what they proved themselves by is free for others. Which: those that serve
 * something stay.
 */
export async function takeOut(ctx: Ctx, ids: readonly number[], reason: string): Promise<Set<number>> {
  const out = await store.retireGateways(ctx, ids, reason).catch((e: unknown) => {
    // Something was hung on one of them a moment ago.
    if (!violates(e, 'iot_sub_device_live_gateway')) throw e
    throw refuse('GATEWAY_IN_USE', iotRefusals.GATEWAY_IN_USE, { status: 409 })
  })
  await endCertificates(ctx, out, 'retired')
  ctx.afterCommit(() => {
    for (const id of out) ctx.deps.adapters.gateDevices?.putOut(id)
  })
  return new Set(out)
}
