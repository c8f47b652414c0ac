import type { Ctx } from '../../../kernel/ctx.ts'
import type { EventMap } from '../../../kernel/events.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { addMinutes, shownAt, shownPeriod } from '../../../kernel/time.ts'
import type {} from '../../device/device.events.ts'
import type {} from '../../lab/lab.events.ts'
import { findPeople, handOver } from '../../approval/approval.service.ts'
import { bookingFlow } from '../booking.flow.ts'
import * as store from './device-news.store.ts'

/** Minutes ahead in which bookings are told of an outage whose end is unknown: seven days. */
const UNKNOWN_MINUTES = 7 * 24 * 60

/**
 * Tells the people with bookings of a device that it is out of order or works again. Nothing is cancelled:
 * the booker decides.
 */
export async function warnOfDevice(
  ctx: Ctx,
  { deviceId, name, status, note, until }: EventMap['device.status_changed'],
): Promise<void> {
  const known = until && until > ctx.now ? until : null
  const about = { deviceId, name, note, from: ctx.now, until: known ?? addMinutes(ctx.now, UNKNOWN_MINUTES) }
  // A scrapped device never returns, so all future bookings are told now.
  if (status === 'scrapped')
    return warnOfOutage(ctx, { ...about, until: null, backAt: null, title: '您预约的仪器已报废' })
  if (status !== 'normal') return warnOfOutage(ctx, { ...about, backAt: known })
  // By mail, as the outage was: they were told to wait for it.
  for (const b of await store.findComing(ctx.db, deviceId, about.from, about.until)) {
    await tellUsers(ctx, b, (who) => ({
      title: '您预约的仪器已恢复正常',
      body: [wordWhat(ctx, name, b), wordValid(b, who)].filter(Boolean).join('\n'),
    }))
  }
}

/**
 * Tells the people with live bookings that the laboratory was closed. Nothing is cancelled automatically, and
 * cancelling is free.
 */
export async function warnOfLab(ctx: Ctx, { labId, name }: EventMap['lab.closed']): Promise<void> {
  for (const b of await store.findOfLab(ctx.db, labId)) {
    const time = b.startAt && b.endAt ? shownPeriod(b.startAt, b.endAt, ctx.env.CAMPUS_TZ) : '时间待安排'
    await tellUsers(ctx, b, (who) => ({
      title: '您预约的仪器所属实验室已停用',
      body:
        `${b.deviceName}，${time}\n${name}已停用，不再接受新的预约。` +
        `该预约仍然保留，能否使用请先与实验室确认；${who}也可以取消，不收取费用，不记违约。`,
    }))
  }
}

/**
 * A device moves to another laboratory: its bookings to come and their pending tasks move too. Past uses and
 * their money stay with the old laboratory.
 */
export async function followDevice(
  ctx: Ctx,
  { deviceId, name, fromLabId, toLabId }: EventMap['device.moved'],
): Promise<void> {
  const followed = await store.moveToLab(ctx, deviceId, toLabId)
  const [first] = followed
  if (!first) return
  await handOver(ctx, { business: 'booking', rowIds: followed.map((b) => b.id), labId: toLabId })
  for (const b of followed) {
    const time = b.startAt && b.endAt ? shownPeriod(b.startAt, b.endAt, ctx.env.CAMPUS_TZ) : '时间待安排'
    const body = `${name}，${time}\n该仪器已调拨至${first.labName}，您的预约仍然有效，由该实验室办理。使用地点可能改变，请先与该实验室确认。`
    await tell(ctx, {
      userIds: listUsers(b),
      kind: 'booking',
      title: '您预约的仪器已换实验室',
      body,
      link: `/appointment/orderDetail?id=${b.id}`,
      mail: true,
    })
  }
  const waiting = followed.filter((b) => b.state !== 'awaiting_use').length
  const body = `${name} 已调拨至${first.labName}，${followed.length} 个未开始的预约一并转入，其中 ${waiting} 个待审批。已完成的使用、费用与排行仍归原实验室。`
  const news = {
    kind: 'booking',
    title: '仪器调拨：未开始的预约一并转移',
    body,
    exceptUserId: ctx.actor?.id ?? null,
  } as const
  // Who directs both labs, or reviews in place of a reviewer, reads it once.
  const told: number[] = []
  for (const labId of [fromLabId, toLabId]) {
    await tell(ctx, {
      ...news,
      role: { role: 'lab_director', labId },
      exceptUserIds: [...told],
      link: `/open-sharing/subscribes?deviceId=${deviceId}`,
    })
    const asked = { role: 'lab_director', labId, deviceId: null, exceptUserId: null } as const
    told.push(...(await findPeople(ctx, [asked])).flatMap((d) => d.ids))
  }
  if (waiting > 0)
    await tell(ctx, {
      ...news,
      role: { role: 'reviewer', labId: toLabId, deviceId },
      exceptUserIds: told,
      link: '/account/audit-list',
    })
}

/**
 * Opening hours with bookings were closed: nothing is cancelled, but the bookers are told and may cancel for
 * free.
 */
export async function warnOfClosing(
  ctx: Ctx,
  { bookingIds, reason }: EventMap['opening.closed'],
): Promise<void> {
  for (const b of await store.markClosed(ctx, bookingIds)) {
    await tellUsers(ctx, b, (who) => {
      const way =
        b.state === 'in_use'
          ? ''
          : !b.startAt
            ? `该预约仍然保留，能否测试请先与实验室确认；${who}也可以免费取消，改约其他仪器。`
            : `${who}可以免费取消后改约其他时段，也可以改约同一时段空闲的其他仪器；未使用不计爽约。`
      return {
        title: b.startAt ? '您预约的时段已暂停开放' : '您预约的仪器已暂停接受送样',
        body: [wordWhat(ctx, b.name, b), `原因：${reason}`, way].filter(Boolean).join('\n'),
      }
    })
  }
}

/** Closed hours are open again: cancelling and no-shows cost again, so the bookers are told. */
export async function tellReopened(ctx: Ctx, { bookingIds }: EventMap['opening.reopened']): Promise<void> {
  for (const b of await store.markReopened(ctx, bookingIds)) {
    await tellUsers(ctx, b, (who) => ({
      title: b.startAt ? '您预约的时段已恢复开放' : '您预约的仪器已恢复接受送样',
      body: [wordWhat(ctx, b.name, b), wordValid(b, who)].filter(Boolean).join('\n'),
    }))
  }
}

/** That it can be used after all, and what to do if its user does not come any more. */
function wordValid(b: Pick<store.ComingRow, 'state' | 'startAt'>, who: string): string {
  if (b.state === 'in_use') return ''
  return b.startAt
    ? `您的预约仍然有效，请按时使用；不能前往的，请${who}及时取消。`
    : '您的预约仍然有效，请等待实验室安排时间。'
}

/**
 * A qualification is now required or was revoked: people whose bookings are affected are told while they can
 * still obtain it. Nothing is cancelled. The director, who can grant it, is told too, unless the director
 * caused it.
 */
export async function warnUnqualified(
  ctx: Ctx,
  deviceId: number,
  userIds: readonly number[] | null,
): Promise<void> {
  const stopped = await store.findUnqualified(ctx, deviceId, userIds)
  const [first] = stopped
  if (!first) return
  const way =
    '实验人没有该仪器的上机资格，取得前不能使用：请联系该仪器的审核员或实验室负责人，取得后预约照常有效'
  for (const b of stopped) {
    await tellUsers(ctx, b, (who) => ({
      title: '您的预约需要上机资格',
      body: `${wordWhat(ctx, b.name, b)}\n${way}；${who}也可以免费取消。未使用不收费，不计爽约。`,
    }))
  }
  await tell(ctx, {
    role: { role: 'lab_director', labId: first.labId },
    exceptUserId: ctx.actor?.id ?? null,
    kind: 'booking',
    title: '有预约的实验人没有上机资格',
    body: `${first.name}：${stopped.length} 个未开始的预约，其实验人没有上机资格，取得前不能使用。预约仍然保留，已通知本人。`,
    link: `/open-sharing/subscribes?deviceId=${deviceId}`,
  })
}

export interface Outage {
  deviceId: number
  name: string
  note: string | null
  from: Date
  /** Null: all bookings to come. */
  until: Date | null
  /** When the device is expected to work again; null: unknown, or never. */
  backAt: Date | null
  title?: string
}
/**
 * Tells people whose bookings overlap an outage what they can do; bookers who may still change theirs get a
 * link to the form.
 */
export async function warnOfOutage(
  ctx: Ctx,
  { deviceId, name, note, from, until, backAt, title = '您预约的仪器暂时不能使用' }: Outage,
): Promise<void> {
  for (const b of await store.findComing(ctx.db, deviceId, from, until)) {
    const movable = backAt !== null && bookingFlow.can(b.state, new Set(['booker'])).includes('change')
    const after = movable ? shownAt(backAt, ctx.env.CAMPUS_TZ) : null
    await tellUsers(ctx, b, (who) => {
      const way = after
        ? `${who}可以“修改预约”，改到 ${after} 之后的空闲时段；也可以取消，改约同一时段空闲的其他仪器。`
        : `${until ? `可以等待恢复，${who}也可以` : `${who}可以`}在预约详情中取消，并改约${b.startAt ? '同一时段空闲的' : ''}其他仪器。`
      return {
        title,
        body: [wordWhat(ctx, name, b), note && `原因：${note}`, way].filter(Boolean).join('\n'),
        ...(movable && who === BOOKER && { link: linkToChange(b) }),
      }
    })
  }
}

const listUsers = (b: Pick<store.ComingRow, 'bookerId' | 'experimenterId'>) => [
  ...new Set([b.bookerId, b.experimenterId]),
]
const BOOKER = '您'
/**
 * Tells the booker and, if it is another person, the experimenter, by mail too. Only the booker can cancel or
 * change a booking: `who` is the booker in the words of the reader.
 */
async function tellUsers(
  ctx: Ctx,
  b: Pick<store.ComingRow, 'id' | 'bookerId' | 'experimenterId'>,
  word: (who: string) => { title: string; body: string; link?: string },
): Promise<void> {
  for (const userId of listUsers(b)) {
    await tell(ctx, {
      userIds: [userId],
      kind: 'booking',
      link: linkToDetail(b),
      mail: true,
      ...word(userId === b.bookerId ? BOOKER : '预约人'),
    })
  }
}
const wordWhat = (ctx: Ctx, name: string, b: store.ComingRow) =>
  `${name}，${b.startAt && b.endAt ? shownPeriod(b.startAt, b.endAt, ctx.env.CAMPUS_TZ) : '时间待安排'}`
const linkToDetail = (b: Pick<store.ComingRow, 'id'>) => `/appointment/orderDetail?id=${b.id}`
const linkToChange = (b: store.ComingRow) =>
  `/deviceopen/${b.kind === 'self_operated' ? 'applyTime' : 'apply'}?id=${b.id}`
