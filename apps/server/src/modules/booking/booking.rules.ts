import {
  asksCard,
  bookingRefusals,
  EXTENSION_PERCENT,
  qualificationReasons,
  type BookingKind,
  type PayMode,
} from '@portal/contract/booking/booking'
import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import { goesByTime, type Quote } from '@portal/contract/price-plan/price-plan'
import { addDays, addMinutes, findLocal, minutesBetween, shownAt } from '../../kernel/time.ts'
import {
  findClosingReason,
  isOpenThroughout,
  type Interval,
  type Schedule,
} from '../opening/opening.rules.ts'
import { listObstacles } from '../opening/readiness.rules.ts'
import type { Opening, DeviceFacts, Used, Facts, Request } from './facts.rules.ts'
import { because, explainUnpaid } from './reasons.rules.ts'

/** All reasons against a booking, in the order in which a person asks: device, person, time, money. */
export function judgeBooking(request: Request, facts: Facts, now: Date): Reason[] {
  const { opening } = facts
  const device = judgeDevice(request, facts)
  if (!opening) return device
  return [
    ...device,
    ...judgePerson(request, facts, opening, now),
    ...judgeTime(request, facts, opening, now),
    ...judgeMoney(request, facts, opening),
  ]
}

/**
 * Reasons against a later end of a booking that has its seat. The added time must be free. For self-operated
 * use it must also lie in opening hours, the qualification must last until the new end, and the whole booking
 * must not exceed the longest time.
 */
export function judgeExtension(
  booking: Interval & { kind: BookingKind; seat: number; overridden: readonly string[] | null },
  to: Date,
  facts: Pick<Facts, 'device' | 'opening' | 'schedule' | 'qualification' | 'taken' | 'used' | 'card'> & {
    /** `null`: the payer extends the booking themselves. */
    payer: Agreement | null
  },
  now: Date,
): Reason[] {
  if (to <= booking.to) return [because('NOT_LATER', 'endAt')]
  const { opening, schedule, device } = facts
  if (!opening) return [because('NOT_BOOKABLE')]
  const added = { from: booking.to, to }
  const whole = { kind: booking.kind, period: { from: booking.from, to } }
  const isForOthers = booking.kind === 'sample_delivery'
  const bound = isForOthers
    ? []
    : [
        ...(wasAdmitted(booking.overridden) ? [] : judgeQualification(whole, facts, opening, now)),
        ...judgeOpen(added, schedule),
        ...(minutesBetween(booking.from, to) > opening.maxMinutes ? [sayTooLong(opening)] : []),
        ...(isOnGrid(to, opening.gridMinutes, schedule.zone) ? [] : [sayOffGrid(opening)]),
        // The quota of unfinished bookings already counts this booking, so it is not checked again.
        ...judgeQuota(added, facts.used && { ...facts.used, running: 0 }, opening),
      ]
  return [
    ...(isForOthers ? [...judgeStatus(device), ...judgeLab(device)] : judgeOpened(device, opening.enabled)),
    ...(to <= now ? [because('PAST', 'endAt', '新的结束时间已过')] : []),
    ...bound,
    ...(facts.taken.includes(booking.seat) ? [because('OVERLAPS', 'endAt')] : []),
    ...facts.card,
    ...judgeAgreement(facts.payer),
  ]
}

/** True if a director or administrator has set a qualification reason aside for this booking. */
const wasAdmitted = (overridden: readonly string[] | null): boolean =>
  overridden?.some((code) => qualificationReasons.some((reason) => reason === code)) ?? false

export interface Agreement {
  /** Estimate in fen when the payer last agreed. */
  agreedFen: number
  /** Estimate in fen with the new end. */
  wouldFen: number
}
/**
 * Uses often run a little longer, so the payer's consent covers `EXTENSION_PERCENT` more; beyond that the
 * payer must agree again.
 */
function judgeAgreement(payer: Agreement | null, by: '延长' | Giving = '延长'): Reason[] {
  if (!payer) return []
  const { agreedFen, wouldFen } = payer
  const mostFen = Math.floor((agreedFen * (100 + EXTENSION_PERCENT)) / 100)
  if (wouldFen <= mostFen) return []
  const [agreed, would, most] = [agreedFen, wouldFen, mostFen].map((fen) => `${formatYuan(fen)} 元`)
  return [
    because(
      'PAYER_AGREED_LESS',
      'endAt',
      `${by}后的费用超出付款人同意的范围：付款人同意 ${agreed}，${by}后 ${would}，不经付款人最多 ${most}`,
    ),
  ]
}

/** How samples get a time: with their approval, or another one afterwards. */
export type Giving = '安排' | '调整'
/**
 * Reasons against a new time that costs more. A payer agrees to a longer use by extending it, so the message
 * asks the caller to keep the length here and let the payer extend afterwards.
 */
export const judgeDearer = (
  { card, payer }: { card: Reason[]; payer: Agreement | null },
  by: Giving,
): Reason[] => [
  ...card,
  ...judgeAgreement(payer, by).map((r) => ({
    ...r,
    // An approval sends the time as a whole.
    ...(by === '安排' && { field: 'assign' }),
    message: `${r.message}。请先按原时长${by}，再延长预约，由付款人确认`,
  })),
]

/**
 * Reasons against the time a reviewer gives to delivered samples. Opening hours limit bookers, not operators,
 * so they are not checked.
 */
export function judgeAssignment(
  period: Interval,
  seat: number | null,
  facts: { labEnabled: boolean; capacity: number; taken: readonly number[] },
  now: Date,
): Reason[] {
  return [
    ...judgeLab(facts),
    ...(period.to <= now ? [because('PAST', 'startAt')] : []),
    ...judgeSeat(seat, facts.capacity, facts.taken),
  ]
}

/** The seat for a request: the one asked for if it is free, else the lowest free one; `null` if none is. */
export function chooseSeat(asked: number | null, capacity: number, taken: readonly number[]): number | null {
  if (asked !== null) return asked <= capacity && !taken.includes(asked) ? asked : null
  for (let seat = 1; seat <= capacity; seat++) if (!taken.includes(seat)) return seat
  return null
}

export interface Priced {
  payMode: PayMode
  fundCardRequired: boolean
  quote: Pick<Quote, 'basis' | 'rate' | 'totalFen'>
  period: Interval | null
}
/**
 * True if the booking is paid with a fund card. Free use needs none. A price by time without a time yet does
 * not count as free: nobody is asked for a card after the laboratory has set the time.
 */
export const needsCard = ({ payMode, fundCardRequired, quote, period }: Priced): boolean =>
  (quote.totalFen > 0 || (period === null && goesByTime(quote))) && asksCard(payMode, fundCardRequired)

/** Reasons why the device takes no bookings at all; empty if it does. */
export function judgeOpened(
  device: DeviceFacts,
  enabled: boolean | undefined,
  period: Interval | null = null,
): Reason[] {
  return listObstacles(device, enabled).flatMap((obstacle) => {
    switch (obstacle) {
      case 'status':
        return judgeStatus(device, period)
      case 'lab':
        return judgeLab(device)
      case 'scrapping':
        return [because('NOT_BOOKABLE', undefined, '该仪器正在办理报废，不接受预约')]
      case 'unshared':
        return [because('NOT_BOOKABLE', undefined, '该仪器未共享，不接受预约')]
      case 'paused':
        return [because('NOT_BOOKABLE', undefined, '该仪器已暂停开放预约')]
      case 'never':
        return [because('NOT_BOOKABLE')]
    }
  })
}

function judgeDevice({ kind, period }: Request, { device, opening }: Facts): Reason[] {
  const reasons = judgeOpened(device, opening?.enabled, period)
  if (
    device.shared &&
    opening?.enabled &&
    !(kind === 'self_operated' ? opening.selfOperated : opening.sampleDelivery)
  )
    reasons.push(because('KIND_NOT_OFFERED', 'kind'))
  return reasons
}

/** A closed laboratory takes no new bookings from anybody. */
export const judgeLab = ({ labEnabled }: Pick<DeviceFacts, 'labEnabled'>): Reason[] =>
  labEnabled ? [] : [because('LAB_DISABLED')]

/**
 * Reasons from the device's status. A booking that is moved behind the announced end of a repair (`backAt`)
 * is allowed.
 */
export function judgeStatus(
  { status, statusNote, backAt = null }: Pick<DeviceFacts, 'status' | 'statusNote' | 'backAt'>,
  period: Interval | null = null,
): Reason[] {
  if (status === 'normal' || (status !== 'scrapped' && backAt && period && period.from >= backAt)) return []
  const code =
    status === 'broken'
      ? 'DEVICE_BROKEN'
      : status === 'maintenance'
        ? 'DEVICE_MAINTENANCE'
        : 'DEVICE_SCRAPPED'
  return [because(code, undefined, statusNote ? `${bookingRefusals[code]}：${statusNote}` : undefined)]
}

function judgePerson({ kind, period }: Request, facts: Facts, opening: Opening, now: Date): Reason[] {
  const { booker, schedule } = facts
  const reasons: Reason[] = []
  if (!opening.admittedTiers.includes(booker.tier)) reasons.push(because('TIER_NOT_ADMITTED'))
  if (opening.admittedUserTypes && !opening.admittedUserTypes.includes(booker.userType))
    reasons.push(because('USER_TYPE_NOT_ADMITTED'))
  if (booker.suspendedUntil && booker.suspendedUntil > now)
    reasons.push(
      because(
        'SUSPENDED',
        undefined,
        `${bookingRefusals.SUSPENDED}，至 ${shownAt(booker.suspendedUntil, schedule.zone)}`,
      ),
    )
  if (!facts.payerKnown) reasons.push(because('PERSON_UNKNOWN', 'payerId'))
  if (!facts.experimenterKnown) reasons.push(because('PERSON_UNKNOWN', 'experimenterId'))
  return [...reasons, ...judgeQualification({ kind, period }, facts, opening, now)]
}

function judgeQualification(
  { kind, period }: Pick<Request, 'kind' | 'period'>,
  { qualification, schedule }: Pick<Facts, 'qualification' | 'schedule'>,
  opening: Opening,
  now: Date,
): Reason[] {
  // A person who delivers samples does not operate the instrument.
  if (!opening.qualificationRequired || kind !== 'self_operated') return []
  if (!qualification) return [because('QUALIFICATION_MISSING', 'experimenterId')]
  const { validUntil } = qualification
  // Periods are half-open, so a qualification may end with the period; with no period it must outlast the
  // present instant.
  if (!validUntil || (period ? validUntil >= period.to : validUntil > now)) return []
  return [
    because(
      'QUALIFICATION_EXPIRED',
      'experimenterId',
      `上机资格有效期至 ${shownAt(validUntil, schedule.zone)}，不能覆盖所选时段：请联系该仪器的审核员或实验室负责人续期`,
    ),
  ]
}

function judgeTime({ period, seat }: Request, facts: Facts, opening: Opening, now: Date): Reason[] {
  if (!period) return []
  const { schedule } = facts
  const minutes = minutesBetween(period.from, period.to)
  const reasons: Reason[] = []
  if (period.from < now) reasons.push(because('PAST', 'startAt'))
  else if (period.from < addMinutes(now, opening.noticeMinutes))
    reasons.push(because('NOTICE', 'startAt', `须至少提前 ${wordMinutes(opening.noticeMinutes)}预约`))
  const lastDay = addDays(findLocal(now, schedule.zone).day, opening.horizonDays)
  if (findLocal(period.from, schedule.zone).day > lastDay)
    reasons.push(because('HORIZON', 'startAt', `最多可提前 ${opening.horizonDays} 天预约，最晚 ${lastDay}`))
  if (minutes < opening.minMinutes)
    reasons.push(because('TOO_SHORT', 'endAt', `每次至少预约 ${wordMinutes(opening.minMinutes)}`))
  if (minutes > opening.maxMinutes) reasons.push(sayTooLong(opening))
  if (![period.from, period.to].every((t) => isOnGrid(t, opening.gridMinutes, schedule.zone)))
    reasons.push(sayOffGrid(opening))
  return [
    ...reasons,
    ...judgeOpen(period, schedule),
    ...judgeQuota(period, facts.used, opening),
    ...judgeSeat(seat, opening.capacity, facts.taken),
  ]
}

const sayTooLong = ({ maxMinutes }: Opening) =>
  because('TOO_LONG', 'endAt', `每次最多预约 ${wordMinutes(maxMinutes)}`)
const sayOffGrid = ({ gridMinutes }: Opening) =>
  because('OFF_GRID', 'startAt', `起止时间须为 ${wordMinutes(gridMinutes)}的整数倍`)
const wordMinutes = (minutes: number): string =>
  minutes % 1440 === 0
    ? `${minutes / 1440} 天`
    : minutes % 60 === 0
      ? `${minutes / 60} 小时`
      : `${minutes} 分钟`

/** True if the instant lies on the grid, counted from midnight on the campus. */
export const isOnGrid = (instant: Date, gridMinutes: number, zone: string): boolean =>
  instant.getTime() % 60_000 === 0 && findLocal(instant, zone).minute % gridMinutes === 0

function judgeOpen(period: Interval, schedule: Schedule): Reason[] {
  if (isOpenThroughout({ ...schedule, ...period })) return []
  const closed = findClosingReason(schedule, period.from, period.to)
  return [
    closed === null
      ? because('NOT_OPEN', 'startAt')
      : because('CLOSED', 'startAt', `${bookingRefusals.CLOSED}：${closed}`),
  ]
}

function judgeQuota(
  period: Interval,
  used: Used | null,
  { quotaDayMinutes, quotaWeekMinutes, quotaRunning }: Opening,
): Reason[] {
  if (!used) return []
  const minutes = minutesBetween(period.from, period.to)
  const reasons: Reason[] = []
  const over = (code: 'QUOTA_DAY' | 'QUOTA_WEEK', word: string, quota: number | null, already: number) => {
    if (quota === null || already + minutes <= quota) return
    reasons.push(
      because(code, 'endAt', `每${word}最多预约 ${wordMinutes(quota)}，您已预约 ${wordMinutes(already)}`),
    )
  }
  over('QUOTA_DAY', '日', quotaDayMinutes, used.dayMinutes)
  over('QUOTA_WEEK', '周', quotaWeekMinutes, used.weekMinutes)
  if (quotaRunning !== null && used.running >= quotaRunning)
    reasons.push(because('QUOTA_RUNNING', undefined, `最多同时有 ${quotaRunning} 个未完成的预约`))
  return reasons
}

function judgeSeat(seat: number | null, capacity: number, taken: readonly number[]): Reason[] {
  if (seat !== null && seat > capacity)
    return [because('SEAT_UNKNOWN', 'seat', `该仪器只有 ${capacity} 个机位`)]
  return chooseSeat(seat, capacity, taken) === null ? [because('OVERLAPS', 'startAt')] : []
}

function judgeMoney(
  { payMode, fundCardId, period }: Request,
  { quote, card, payerNamesCard, unpaid }: Facts,
  opening: Opening,
): Reason[] {
  const reasons: Reason[] = []
  if (!opening.payModes.includes(payMode)) reasons.push(because('PAY_MODE', 'payMode'))
  if (!quote) return [...reasons, because('PRICE_MISSING')]
  const byCard = needsCard({ payMode, fundCardRequired: opening.fundCardRequired, quote, period })
  if (byCard && fundCardId === null && !payerNamesCard)
    reasons.push(because('FUND_CARD_MISSING', 'fundCardId'))
  if (unpaid && quote.totalFen > 0) reasons.push(explainUnpaid(unpaid))
  return [...reasons, ...card]
}
