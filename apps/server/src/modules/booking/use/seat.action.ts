import { bookingRefusals } from '@portal/contract/booking/booking'
import type { Ctx } from '../../../kernel/ctx.ts'
import { tell } from '../../../kernel/outbox.store.ts'
import { refuse, violates } from '../../../kernel/refuse.ts'
import { addMinutes, minutesBetween, shownBeside, shownPeriod } from '../../../kernel/time.ts'
import * as store from './seat.store.ts'
import type { Loaded } from '../booking.process.ts'
import { linkTo } from '../news.rules.ts'
import { EARLY_MINUTES, findSystemEnd } from '../timing.rules.ts'

// One seat serves one person at a time: finds who occupies it and tells the others.

export interface Occupied {
  text: string
  bookingId: number | null
  inUse: boolean
}
/** The booking that occupies the seat now. It is named only to callers who may see it. */
export const findOccupied = async (ctx: Ctx, b: Loaded): Promise<Occupied | null> =>
  describeOccupied(ctx, b, await store.findOccupant(ctx, b.id))

function describeOccupied(ctx: Ctx, b: Loaded, other: store.Occupant | undefined): Occupied | null {
  if (!other) return null
  const sees =
    b.reviewer ||
    b.director ||
    b.admin ||
    b.viewer ||
    [other.bookerId, other.experimenterId, other.payerId].includes(ctx.actor?.id ?? 0)
  const who = sees ? other.experimenterName : '其他预约人'
  const until = other.endAt ? wordUntil(ctx, other.endAt) : ''
  const inUse = other.state === 'in_use'
  return {
    text: inUse ? `${who}正在使用${until}` : `该时段由${who}预约${until}`,
    bookingId: sees ? other.id : null,
    inUse,
  }
}
function wordUntil(ctx: Ctx, endAt: Date): string {
  const over = Math.floor(minutesBetween(endAt, ctx.now))
  return `，预约至 ${shownBeside(ctx.now, endAt, ctx.env.CAMPUS_TZ)}${over > 0 ? `，已超时 ${over} 分钟` : ''}`
}

/** Refuses, with 409, a start on a seat that another booking occupies. */
export function requireFreeSeat(ctx: Ctx, b: Loaded, occupant: store.Occupant | undefined): void {
  const other = describeOccupied(ctx, b, occupant)
  if (!other) return
  if (!other.inUse)
    throw refuse('SEAT_RESERVED', `${bookingRefusals.SEAT_RESERVED}：${other.text}`, { status: 409 })
  throw refuse(
    'SEAT_IN_USE',
    `${bookingRefusals.SEAT_IN_USE}：${other.text}。请等待其结束，或联系设备审核员交接机位`,
    { status: 409 },
  )
}

/**
 * Turns the database's overlap error, for two simultaneous starts, into a refusal (409). The caller asks the
 * database nothing after it, so the start needs no savepoint.
 */
export async function guardSeat<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    throw violates(e, 'booking_use_no_overlap')
      ? refuse('SEAT_IN_USE', bookingRefusals.SEAT_IN_USE, { status: 409 })
      : e
  }
}

const listUsers = (b: { bookerId: number; experimenterId: number }) => [
  ...new Set([b.bookerId, b.experimenterId]),
]

/**
 * Tells the user, the next booker (if their time comes before the system ends the use) and the reviewer about
 * an overrun, once for each end.
 */
export async function tellOverrun(ctx: Ctx, b: Loaded): Promise<void> {
  if (!b.period || !(await store.markTold(ctx, b.id))) return
  const zone = ctx.env.CAMPUS_TZ
  const systemEnd = findSystemEnd(b.period, b)
  const next = await store.findNext(ctx.db, b, ctx.now, systemEnd)
  const show = (at: Date) => shownBeside(ctx.now, at, zone)
  const end = show(b.period.to)
  const wait = next ? `下一位的预约 ${show(next.startAt)} 开始。` : ''
  await tell(ctx, {
    kind: 'booking',
    userIds: listUsers(b),
    title: '您的使用已超过预约时间',
    link: linkTo(b),
    mail: true,
    until: systemEnd.toISOString(),
    body: `${b.deviceName} 预约至 ${end}。${wait}请尽快结束使用并登记；超出的时间按预约时的单价计费。无人登记的，${show(systemEnd)} 由系统代为结束。`,
  })
  await tell(ctx, {
    kind: 'booking',
    role: { role: 'reviewer', labId: b.labId, deviceId: b.deviceId },
    // If the only reviewer uses it, the directors can hand the seat over.
    requesterId: b.experimenterId,
    title: '有使用超过预约时间',
    link: linkTo(b),
    mail: Boolean(next),
    body: `${b.experimenterName} 在 ${b.deviceName} 的使用预约至 ${end}，尚未结束。${wait}${next ? '可在预约详情中“交接机位”。' : ''}`,
  })
  if (next) {
    await tell(ctx, {
      kind: 'booking',
      userIds: listUsers(next),
      title: '上一位使用者尚未结束',
      link: linkTo(next),
      mail: true,
      until: next.endAt.toISOString(),
      body:
        `${b.deviceName}，您的预约 ${shownPeriod(next.startAt, next.endAt, zone)}。` +
        '机位空出后即可开始，因此等待不计爽约；到时仍被占用的，预约人可免费取消。',
    })
  }
}

/** Tells the next booker that the seat is free. */
export async function tellFreed(ctx: Ctx, b: Loaded): Promise<void> {
  const next = await store.findNext(ctx.db, b, ctx.now, addMinutes(ctx.now, EARLY_MINUTES))
  if (!next || !b.period || (next.startAt > ctx.now && b.period.to > ctx.now)) return
  await tell(ctx, {
    kind: 'booking',
    userIds: listUsers(next),
    exceptUserId: ctx.actor?.id ?? null,
    title: '机位已空出',
    link: linkTo(next),
    body: `${b.deviceName}，您的预约 ${shownPeriod(next.startAt, next.endAt, ctx.env.CAMPUS_TZ)}，现在可以开始使用。`,
  })
}
