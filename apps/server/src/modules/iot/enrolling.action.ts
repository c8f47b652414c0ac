import { randomBytes } from 'node:crypto'
import { makePassword } from '../../adapters/gate-device/wire.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { endCertificates } from './certificate.store.ts'
import * as store from './gateway.store.ts'
import { noteGateway } from './list.action.ts'

/**
 * Gives a gateway a new key; the old key is void. Returns undefined if no gateway in use has this code or id.
 */
export async function giveCredentials(
  ctx: Ctx,
  by: { code: Buffer } | { id: number },
  about: { hardware: string | null; firmware: string | null },
) {
  const key = randomBytes(32)
  const id = await store.enrol(ctx, by, {
    sealed: ctx.deps.adapters.secrets.seal(key.toString('base64url')),
    ...about,
  })
  if (id === undefined) return undefined
  await endCertificates(ctx, [id], 'renewed')
  ctx.afterCommit(() => ctx.deps.adapters.gateDevices?.putOut(id))
  await noteGateway(ctx, id)
  return { gatewayId: id, user: String(id), password: makePassword(key), key: key.toString('base64url') }
}
