import { iotRefusals, type iotCalls } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { judgeCertificate } from './certificate.rules.ts'
import * as store from './certificate.store.ts'
import { readGateway } from './gateway.action.ts'
import { noteGateway } from './list.action.ts'

// Binds and revokes the certificate of a gateway. Its earlier certificate or password is void at once.

const refusePem = (code: keyof typeof iotRefusals, message: string = iotRefusals[code]) =>
  refuseField('pem', message, code)

export async function bind(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.bindCertificate>) {
  await readGateway(ctx, params.id)
  const gateway = await store.lockGateway(ctx, params.id)
  if (!gateway || gateway.retired)
    throw refuse('GATEWAY_RETIRED', iotRefusals.GATEWAY_RETIRED, { status: 409 })
  if (!gateway.enrolled) throw refuse('GATEWAY_NEW', iotRefusals.GATEWAY_NEW, { status: 409 })
  const way = ctx.deps.adapters.gateDevices?.certificates
  if (!way) throw refuse('CERTIFICATE_NO_TLS', iotRefusals.CERTIFICATE_NO_TLS, { status: 409 })
  const judged = judgeCertificate(body.pem, ctx.now)
  if (typeof judged === 'string') throw refusePem(judged)
  if (way === 'named' && judged.name !== String(params.id))
    throw refusePem('CERTIFICATE_NAME', `${iotRefusals.CERTIFICATE_NAME} ${params.id}`)
  const known = await store.findKnown(ctx.db, judged.fingerprint)
  if (known?.revoked) throw refusePem('CERTIFICATE_REVOKED')
  if (known?.gatewayId === params.id) throw refusePem('CERTIFICATE_BOUND')
  if (known) throw refusePem('CERTIFICATE_TAKEN', `${iotRefusals.CERTIFICATE_TAKEN}：“${known.name}”`)
  await store.endCertificates(ctx, [params.id], 'replaced')
  try {
    await attempt(ctx, () => store.addCertificate(ctx, params.id, gateway.epoch, judged))
  } catch (e) {
    if (!violates(e, 'iot_certificate_once')) throw e
    throw refusePem('CERTIFICATE_TAKEN')
  }
  return changed(ctx, params.id)
}

export async function revoke(ctx: Ctx, { params, body }: Parsed<typeof iotCalls.revokeCertificate>) {
  await readGateway(ctx, params.id)
  await store.lockGateway(ctx, params.id)
  if (!(await store.revokeCertificate(ctx, params.id, body.reason)))
    throw refuse('CERTIFICATE_NONE', iotRefusals.CERTIFICATE_NONE, { status: 409 })
  return changed(ctx, params.id)
}

async function changed(ctx: Ctx, id: number) {
  ctx.afterCommit(() => ctx.deps.adapters.gateDevices?.putOut(id))
  await noteGateway(ctx, id)
  return readGateway(ctx, id)
}
