import { CERTIFICATE_WARNING_DAYS, iotOffice } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { shownAt } from '../../kernel/time.ts'
import { listHolders } from '../people/people.service.ts'
import * as store from './certificate.store.ts'

/** Days before expiry at which a second reminder is sent. */
const LAST_DAYS = 3
const SHOWN = 10

/**
 * Reminds the keepers of gateways of certificates that expire soon: without a new one the gateway can no
 * longer connect. Returns the number of certificates.
 */
export async function warnOfLapse(ctx: Ctx): Promise<number> {
  const due = await store.takeLapsing(ctx, CERTIFICATE_WARNING_DAYS, LAST_DAYS)
  if (due.length === 0) return 0
  const which = due.slice(0, SHOWN).map((g) => `${g.name}（${shownAt(g.until, ctx.env.CAMPUS_TZ)} 到期）`)
  const more = due.length > SHOWN ? ` 等 ${due.length} 个网关` : ''
  await tell(ctx, {
    kind: 'system',
    // Administrators may hold `ADMIN` alone: `holdsAny` counts it as every permission, this query does not.
    userIds: await listHolders(ctx, ['ADMIN', ...iotOffice]),
    title: '网关证书即将到期',
    body: `${which.join('、')}${more}。到期后网关不能接入，请为其绑定新的证书。`,
    link: '/iot/iot-device',
  })
  return due.length
}
