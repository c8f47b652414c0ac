import type { Parsed } from '@portal/contract/kernel/call'
import {
  QUALIFICATION_EXPORT_MAX,
  qualificationRefusals,
  qualificationStateWords,
  type MyQualificationRow,
  type QualificationRow,
  type qualificationCalls,
} from '@portal/contract/qualification/qualification'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell, type Tell } from '../../kernel/outbox.store.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf, type SheetColumn } from '../../kernel/sheet.ts'
import { localOf, shownAt } from '../../kernel/time.ts'
import { requireCanAny } from '../device/device.service.ts'
import { endOf, lastDayOf, stateOf, warnedBefore } from './qualification.rules.ts'
import * as store from './qualification.store.ts'

/** A device whose people the person who asks answers for. */
const managed = (ctx: Ctx, deviceId: number) => requireCanAny(ctx, deviceId, ['open', 'review'])

const termOf = (ctx: Ctx, q: store.QualifiedRow | store.OwnRow) => ({
  grantedBy: q.granterId === null ? null : { id: q.granterId, name: q.granterName ?? '' },
  grantedAt: q.grantedAt,
  validTo: q.validUntil && lastDayOf(q.validUntil, ctx.env.CAMPUS_TZ),
  state: stateOf(q.validUntil, ctx.now),
  note: q.note,
})
const rowOf = (
  ctx: Ctx,
  q: store.QualifiedRow,
): Omit<QualificationRow, 'grantedAt'> & { grantedAt: Date } => ({
  user: { id: q.userId, name: q.userName, username: q.username, deptName: q.deptName },
  ...termOf(ctx, q),
  can: ['renew', 'withdraw'],
})
function ownOf(ctx: Ctx, q: store.OwnRow): Omit<MyQualificationRow, 'grantedAt'> & { grantedAt: Date } {
  const term = termOf(ctx, q)
  return {
    device: { id: q.deviceId, name: q.deviceName, serialId: q.deviceSerialId },
    lab: { id: q.labId, name: q.labName },
    ...term,
    can: q.bookable && term.state !== 'expired' ? ['book'] : [],
  }
}

export async function list(ctx: Ctx, { params, query }: Parsed<typeof qualificationCalls.list>) {
  await managed(ctx, params.deviceId)
  const { items, total } = await store.ofDevice(
    ctx.db,
    { ...query, deviceId: params.deviceId },
    ctx.now,
    query,
  )
  return { items: items.map((q) => rowOf(ctx, q)), total }
}

export async function mine(ctx: Ctx, { query }: Parsed<typeof qualificationCalls.mine>) {
  const { items, total } = await store.ofPerson(ctx.db, ctx.me.id, query.state, ctx.now, query)
  return { items: items.map((q) => ownOf(ctx, q)), total }
}

const CHUNK = 500
export async function exportList(
  ctx: Ctx,
  { params, query }: Parsed<typeof qualificationCalls.export>,
): Promise<RawReply> {
  const device = await managed(ctx, params.deviceId)
  async function* rows(): AsyncGenerator<store.QualifiedRow> {
    for (let page = 0; page * CHUNK < QUALIFICATION_EXPORT_MAX; page++) {
      const { items } = await store.ofDevice(ctx.db, { ...query, deviceId: device.id }, ctx.now, {
        page,
        size: CHUNK,
      })
      yield* items
      if (items.length < CHUNK) return
    }
  }
  return sheetOf(
    '上机资格',
    columnsOf(ctx),
    rows(),
    `上机资格-${device.name}-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}
const columnsOf = (ctx: Ctx): SheetColumn<store.QualifiedRow>[] => [
  { header: '姓名', width: 12, value: (q) => q.userName },
  { header: '用户名', value: (q) => q.username },
  { header: '单位', width: 28, value: (q) => q.deptName },
  { header: '有效期至', value: (q) => (q.validUntil ? lastDayOf(q.validUntil, ctx.env.CAMPUS_TZ) : '长期') },
  { header: '状态', width: 12, value: (q) => qualificationStateWords[stateOf(q.validUntil, ctx.now)] },
  { header: '授予人', width: 12, value: (q) => q.granterName },
  { header: '授予时间', width: 18, value: (q) => shownAt(q.grantedAt, ctx.env.CAMPUS_TZ) },
  { header: '备注', width: 30, value: (q) => q.note },
]

const OWN_LIST = '/account/devices?view=qualifications'
const news = (ctx: Ctx, userIds: number[], about: Pick<Tell, 'title' | 'body' | 'link'>): Promise<void> =>
  userIds.length > 0
    ? tell(ctx, { kind: 'booking', userIds, exceptUserId: ctx.actor?.id ?? null, mail: true, ...about })
    : Promise.resolve()

export async function grant(
  ctx: Ctx,
  { params, body: { userIds, validTo = null, note } }: Parsed<typeof qualificationCalls.grant>,
) {
  const device = await managed(ctx, params.deviceId)
  const zone = ctx.env.CAMPUS_TZ
  if (validTo && validTo < localOf(ctx.now, zone).day)
    throw refuseField('validTo', qualificationRefusals.VALID_TO_PAST, 'VALID_TO_PAST')
  if ((await store.countActive(ctx.db, userIds)) !== userIds.length)
    throw refuseField('userIds', qualificationRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
  const given = await store.grant(ctx, device.id, userIds, validTo ? endOf(validTo, zone) : null, note)
  const term = `有效期${validTo ? `至 ${validTo}` : '：长期'}，由 ${ctx.me.name} 授予。${note ?? ''}`
  const [granted, renewed] = [true, false].map((fresh) =>
    given.filter((g) => g.fresh === fresh).map((g) => g.userId),
  ) as [number[], number[]] // one for each
  await news(ctx, granted, {
    title: '已获得上机资格',
    body: `${device.name}：您可以自主上机预约，${term}`,
    link: `/deviceopen/applyTime?deviceId=${device.id}`,
  })
  await news(ctx, renewed, { title: '上机资格已更新', body: `${device.name}：${term}`, link: OWN_LIST })
  return { granted: granted.length, renewed: renewed.length }
}

/** For bookings to come; those that are there already are for the reviewer to revoke. */
export async function withdraw(ctx: Ctx, { params, body }: Parsed<typeof qualificationCalls.withdraw>) {
  const device = await managed(ctx, params.deviceId)
  const withdrawn = await store.withdraw(ctx, device.id, body.userIds)
  if (withdrawn.length === 0)
    throw refuse('NOT_QUALIFIED', qualificationRefusals.NOT_QUALIFIED, { status: 409 })
  await news(ctx, withdrawn, {
    title: '上机资格已取消',
    body: `${device.name}：${ctx.me.name} 取消了您的上机资格，不能再自主上机预约。原因：${body.reason}`,
    link: OWN_LIST,
  })
  return { withdrawn: withdrawn.length }
}

const AT_ONCE = 500
/** Tells people once for each term that it runs out. */
export async function warnOfExpiry(ctx: Ctx): Promise<number> {
  const due = await store.takeRunningOut(ctx, warnedBefore(ctx.now), AT_ONCE)
  for (const [userId, theirs] of Map.groupBy(due, (q) => q.userId)) {
    const which = theirs
      .map((q) => `${q.deviceName}（${lastDayOf(q.validUntil, ctx.env.CAMPUS_TZ)} 到期）`)
      .join('、')
    await news(ctx, [userId], {
      title: '上机资格即将到期',
      body: `${which}，到期后不能自主上机预约，请联系仪器审核员或实验室负责人续期。`,
      link: OWN_LIST,
    })
  }
  return due.length
}
