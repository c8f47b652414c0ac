import { repairNumber } from '@portal/contract/asset/parts'
import { repairOrderRefusals, type repairOrderCalls } from '@portal/contract/asset/repair'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { shownAt } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import { setStatus, standingOn } from '../device/device.service.ts'
import * as file from '../file/file.service.ts'
import { lockDevice } from './asset.store.ts'
import {
  coveredOf,
  linkOf,
  load,
  OF,
  shown,
  take,
  tellReporter,
  warnOfRepair,
  writeDown,
} from './repair.service.ts'
import * as store from './repair.store.ts'

// A repair that does not go as it was thought: it takes longer, or is in vain.

export async function extend(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.extend>) {
  const loaded = await load(ctx, params.id)
  const { o } = loaded
  const until = new Date(body.expectedAt)
  if (until <= ctx.now) throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_PAST, 'EXPECTED_PAST')
  if (o.expectedAt && until <= o.expectedAt)
    throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_EARLIER, 'EXPECTED_EARLIER')
  await lockDevice(ctx.db, o.deviceId)
  await take(ctx, loaded, { event: 'extend', to: o.state, expectedAt: body.expectedAt }, body.reason)
  const added = { from: coveredOf(o), until }
  const revoked =
    o.bookingWay === 'revoke' && until > added.from
      ? await booking.revokeLive(ctx, o.deviceId, {
          ...added,
          from: added.from > ctx.now ? added.from : ctx.now,
          reason: `仪器维修延期：${body.reason}`,
        })
      : 0
  const repairId = await writeDown(ctx, o, {
    state: o.state === 'repairing' ? 'repairing' : 'reported',
    handler: o.assigneeName?.slice(0, 50) ?? null,
    company: o.company,
    expectedAt: body.expectedAt,
  })
  if (repairId !== null) await store.link(ctx, o.id, repairId, revoked)
  if (until > added.from)
    await warnOfRepair(ctx, o, { ...added, backAt: until, note: `仪器维修延期：${body.reason}` })
  const words = `延期至 ${shownAt(until, ctx.env.CAMPUS_TZ)}。${body.reason}`
  await tell(ctx, {
    kind: OF,
    userIds: [o.reporterId, ...(o.assigneeId === null ? [] : [o.assigneeId])],
    exceptUserId: ctx.me.id,
    title: '仪器维修延期',
    body: `${repairNumber(o.id)} ${o.deviceName}：${words}`,
    link: linkOf(o.id),
  })
  return shown(ctx, o.id)
}

async function shut(ctx: Ctx, deviceId: number, note: string): Promise<void> {
  const device = await standingOn(ctx, deviceId)
  if (device && device.status !== 'scrapped') await setStatus(ctx, device, 'broken', note)
}

/** It comes back no more: those who booked it, at whatever time, learn it or lose it with notice. */
export async function giveUp(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.giveUp>) {
  const loaded = await load(ctx, params.id)
  const { o } = loaded
  await lockDevice(ctx.db, o.deviceId)
  await take(ctx, loaded, {
    event: 'give_up',
    to: 'given_up',
    reason: body.reason,
    costFen: body.costFen,
    bookingWay: body.bookings,
  })
  await file.attach(ctx, body.fileIds, OF, o.id)
  const note = `仪器不可修复：${body.reason}`
  const revoked =
    body.bookings === 'revoke'
      ? await booking.revokeLive(ctx, o.deviceId, { from: ctx.now, until: null, reason: note })
      : 0
  // What closed the device may have been taken back by hand: then this does.
  const repairId = await writeDown(ctx, o, {
    state: 'done',
    handler: o.assigneeName?.slice(0, 50) ?? null,
    company: o.company,
    expectedAt: o.expectedAt?.toISOString() ?? null,
    result: note,
    costFen: body.costFen,
    beyondRepair: true,
  })
  if (repairId !== null) await store.link(ctx, o.id, repairId, revoked)
  else await shut(ctx, o.deviceId, note)
  await warnOfRepair(ctx, o, { from: ctx.now, until: null, backAt: null, note })
  await approval.closeTask(ctx, { business: OF, rowId: o.id }, 'approved', body.reason)
  await tellReporter(ctx, o, 'given_up', `原因：${body.reason}`)
  await tell(ctx, {
    kind: OF,
    role: { role: 'lab_director', labId: o.labId },
    exceptUserId: ctx.me.id,
    title: '仪器不可修复',
    body: `${o.deviceName}（${o.deviceSerialId}）：${body.reason}。仪器保持停用，可申请报废。`,
    link: linkOf(o.id),
    mail: true,
  })
  return shown(ctx, o.id)
}
