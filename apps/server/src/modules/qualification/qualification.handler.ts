import type { Parsed } from '@portal/contract/kernel/call'
import {
  QUALIFICATION_EXPORT_MAX,
  qualificationRefusals,
  type qualificationCalls,
} from '@portal/contract/qualification/qualification'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { limitRows, makeSheet } from '../../kernel/sheet.ts'
import { findLocal, findToday } from '../../kernel/time.ts'
import { requireCanAny } from '../device/device.service.ts'
import { findActive } from '../people/people.service.ts'
import type {} from './qualification.events.ts'
import { give } from './grant.action.ts'
import * as store from './qualification.store.ts'
import { OWN_LIST, tellPeople } from './news.action.ts'
import { showRow, showOwn, listColumns } from './qualification.view.ts'

/** Loads a device; refuses callers who neither open nor review it. */
const requireManaged = (ctx: Ctx, deviceId: number) => requireCanAny(ctx, deviceId, ['open', 'review'])

export async function list(ctx: Ctx, { params, query }: Parsed<typeof qualificationCalls.list>) {
  await requireManaged(ctx, params.deviceId)
  const { items, total } = await store.listOfDevice(
    ctx.db,
    { ...query, deviceId: params.deviceId },
    ctx.now,
    query,
  )
  return { items: items.map((q) => showRow(ctx, q)), total }
}

export async function listMine(ctx: Ctx, { query }: Parsed<typeof qualificationCalls.mine>) {
  const { items, total } = await store.listOfPerson(ctx.db, ctx.me.id, query.state, ctx.now, query)
  return { items: items.map((q) => showOwn(ctx, q)), total }
}

const CHUNK = 500
export async function exportList(
  ctx: Ctx,
  { params, query }: Parsed<typeof qualificationCalls.export>,
): Promise<RawReply> {
  const device = await requireManaged(ctx, params.deviceId)
  async function* walk(): AsyncGenerator<store.QualifiedRow> {
    for (let page = 0; ; page++) {
      const { items } = await store.listOfDevice(ctx.db, { ...query, deviceId: device.id }, ctx.now, {
        page,
        size: CHUNK,
      })
      yield* items
      if (items.length < CHUNK) return
    }
  }
  const { rows, findFoot } = limitRows(
    walk(),
    QUALIFICATION_EXPORT_MAX,
    (n) => `仅含前 ${n} 人，请按状态或姓名分次导出`,
  )
  const fileName = `上机资格-${device.name}-${findToday(ctx)}.xlsx`
  return makeSheet('上机资格', listColumns(ctx), rows, fileName, 'xlsx', findFoot)
}

export async function grant(
  ctx: Ctx,
  { params, body: { userIds, validTo = null, note } }: Parsed<typeof qualificationCalls.grant>,
) {
  const device = await requireManaged(ctx, params.deviceId)
  const zone = ctx.env.CAMPUS_TZ
  if (validTo && validTo < findLocal(ctx.now, zone).day)
    throw refuseField('validTo', qualificationRefusals.VALID_TO_PAST, 'VALID_TO_PAST')
  if ((await findActive(ctx, userIds)).size !== userIds.length)
    throw refuseField('userIds', qualificationRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
  return give(ctx, device, userIds, { validTo: validTo ?? null, note, granter: ctx.me })
}

/**
 * Withdraws qualifications: people can no longer book, nor start what they have booked. They are told of
 * both.
 */
export async function withdraw(ctx: Ctx, { params, body }: Parsed<typeof qualificationCalls.withdraw>) {
  const device = await requireManaged(ctx, params.deviceId)
  const withdrawn = await store.withdraw(ctx, device.id, body.userIds)
  if (withdrawn.length === 0)
    throw refuse('NOT_QUALIFIED', qualificationRefusals.NOT_QUALIFIED, { status: 409 })
  await tellPeople(ctx, withdrawn, {
    title: '上机资格已取消',
    body: `${device.name}：${ctx.me.name} 取消了您的上机资格，不能再自主上机预约。原因：${body.reason}`,
    link: OWN_LIST,
  })
  await announce(ctx, 'qualification.narrowed', { deviceId: device.id, userIds: withdrawn })
  return { withdrawn: withdrawn.length }
}
