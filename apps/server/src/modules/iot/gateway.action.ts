import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
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
  const out = await store.retireGateways(ctx, ids, reason)
  await endCertificates(ctx, out, 'retired')
  ctx.afterCommit(() => {
    for (const id of out) ctx.deps.adapters.gateDevices?.putOut(id)
  })
  return new Set(out)
}
