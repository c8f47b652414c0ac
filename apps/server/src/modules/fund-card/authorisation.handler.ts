import { fundCardRefusals, type fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import * as store from './fund-card.store.ts'
import { showGrant, seesAll } from './fund-card.view.ts'
import { describeLimits } from './fund-card.rules.ts'
import { tellPerson } from './news.action.ts'
import { requireCard, isManager } from './access.action.ts'

export async function listUsers(ctx: Ctx, { params, query }: Parsed<typeof fundCardCalls.users>) {
  const card = await requireCard(ctx, params.id, (c) => isManager(ctx, c) || seesAll(ctx))
  const { items, total } = await store.listGrants(ctx.db, card.id, query)
  return { items: items.map(showGrant), total }
}

export async function authorise(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.authorise>) {
  const card = await requireCard(ctx, params.id, (c) => isManager(ctx, c))
  if (params.userId === card.ownerId) throw refuse('GRANT_OWNER', fundCardRefusals.GRANT_OWNER)
  try {
    if (!body.standing) await store.grant(ctx, card.id, params.userId, body)
    else if (!(await store.changeGrant(ctx, card.id, params.userId, body)))
      throw refuse('GRANT_GONE', fundCardRefusals.GRANT_GONE, { status: 409 })
  } catch (e) {
    if (violates(e, 'fund_card_user_limit'))
      throw refuseField('totalLimitFen', fundCardRefusals.GRANT_BELOW_USED)
    if (violates(e, 'fund_card_user_user_id_fkey')) throw notFound('被授权人')
    throw e
  }
  const limits = describeLimits(body)
  await (body.standing
    ? tellPerson(ctx, card, params.userId, '您的经费卡授权已修改', `现为：${limits}。`)
    : tellPerson(
        ctx,
        card,
        params.userId,
        '您获得经费卡使用授权',
        `${card.ownerName} 授权您使用该卡：${limits}。`,
      ))
  return null
}

export async function revoke(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.revoke>) {
  const card = await requireCard(ctx, params.id, (c) => isManager(ctx, c))
  if (!(await store.revoke(ctx, card.id, params.userId))) throw notFound('授权')
  await tellPerson(
    ctx,
    card,
    params.userId,
    '您的经费卡授权已取消',
    '此后不能再用该卡付款，已冻结或已扣的款项不受影响。',
  )
  return null
}

/**
 * The authorisation in the form of a request body, because fields that a change omits stay as they are. A
 * revoked authorisation is not used as a base for the next one.
 */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { id, userId } = params
  const kept = await rowAsBody(ctx.db, 'fund_card_user', { card_id: id, user_id: userId })
  return kept?.['revokedAt'] ? undefined : kept
}
