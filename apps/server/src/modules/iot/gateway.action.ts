import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { endCertificate } from './certificate.store.ts'
import * as store from './gateway.store.ts'
import { showGateway } from './iot.view.ts'

/** A gateway as the office sees it; the log says that it was this one. */
export async function readGateway(ctx: Ctx, id: number) {
  const row = await store.findGateway(ctx.db, id)
  if (!row) throw notFound('网关')
  ctx.target = `iot_gateway ${id}`
  return showGateway(row, ctx.now)
}

/** It is nobody's any more, and what it proved itself by is free for another. False: it serves something. */
export async function takeOut(ctx: Ctx, id: number, reason: string): Promise<boolean> {
  if (!(await store.retireGateway(ctx, id, reason))) return false
  await endCertificate(ctx, id, 'retired')
  ctx.afterCommit(() => ctx.deps.adapters.gateDevices?.putOut(id))
  return true
}
