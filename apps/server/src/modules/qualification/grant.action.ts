import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import type {} from './qualification.events.ts'
import { OWN_LIST, tellPeople } from './news.action.ts'
import { findEnd } from './qualification.rules.ts'
import * as store from './qualification.store.ts'

export interface Term {
  /** The last valid day; null: no end. */
  validTo: string | null
  note: string | null
  /** The person who grants it. */
  granter: Ref
}

/** Grants or renews the qualification of these people and tells them. */
export async function give(ctx: Ctx, device: Ref, userIds: readonly number[], term: Term) {
  const { validTo, note, granter } = term
  const until = validTo ? findEnd(validTo, ctx.env.CAMPUS_TZ) : null
  const given = await store.grant(ctx, device.id, userIds, { granterId: granter.id, until, note })
  const said = `有效期${validTo ? `至 ${validTo}` : '：长期'}，由 ${granter.name} 授予。${note ?? ''}`
  const [granted, renewed] = [true, false].map((fresh) =>
    given.filter((g) => g.fresh === fresh).map((g) => g.userId),
  ) as [number[], number[]] // one for each
  await tellPeople(ctx, granted, {
    title: '已获得上机资格',
    body: `${device.name}：您可以自主上机预约，${said}`,
    link: `/deviceopen/applyTime?deviceId=${device.id}`,
  })
  await tellPeople(ctx, renewed, { title: '上机资格已更新', body: `${device.name}：${said}`, link: OWN_LIST })
  await announce(ctx, 'qualification.granted', { deviceId: device.id, userIds: given.map((g) => g.userId) })
  // The new term may be shorter than the old one.
  if (until && renewed.length > 0)
    await announce(ctx, 'qualification.narrowed', { deviceId: device.id, userIds: renewed })
  return { granted: granted.length, renewed: renewed.length }
}
