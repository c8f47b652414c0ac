import {
  bookingKindWords,
  type BookingEvent,
  type BookingKind,
  type BookingState,
} from '@portal/contract/booking/booking'
import { formatYuan } from '@portal/contract/kernel/money'
import { goesByTime, type Quote } from '@portal/contract/price-plan/price-plan'
import { appealHint } from '@portal/contract/violation/violation'
import { shownAt, shownBeside, shownPeriod } from '../../kernel/time.ts'
import { wordDeadline, type Deadline } from '../approval/policy.rules.ts'
import type { Interval } from '../opening/opening.rules.ts'

export interface NewsFacts {
  id: number
  kind: BookingKind
  deviceId: number
  deviceName: string
  labId: number
  bookerId: number
  bookerName: string
  experimenterId: number
  payerId: number
  payerGone?: boolean
  /** The delivered samples are in the lab: it does not expire any more. */
  samplesReceived?: boolean
  period: Interval | null
  estimateFen: number
  quote: Pick<Quote, 'basis' | 'rate'>
}

/** The people to tell of a step, and the text. Without a title the flow's title for the step is used. */
export interface News {
  userIds?: number[]
  role?: { role: 'reviewer' | 'lab_director'; labId: number; deviceId: number }
  /** People whom another of these messages already reaches; they get no second one for their role. */
  exceptUserIds?: number[]
  /** Given if the role is asked to decide: the booker may not. */
  requesterId?: number
  title?: string
  body: string
  link: string
  mail: boolean
}

/** What the booker requests, without a name: `预约 电镜 2026-03-18 10:00–12:00`. */
export const wordWant = (
  { deviceName, period }: Pick<NewsFacts, 'deviceName' | 'period'>,
  zone: string,
): string => `预约 ${deviceName}${period ? ` ${shownPeriod(period.from, period.to, zone)}` : '（送样）'}`

export const linkTo = (b: { id: number }): string => `/appointment/orderDetail?id=${b.id}`

/** True if the sum is unknown: the price goes by time and the booking has none yet. */
export const lacksSum = ({
  period,
  quote,
}: Pick<NewsFacts, 'period'> & { quote: NewsFacts['quote'] | null }): boolean =>
  period === null && quote !== null && goesByTime(quote)

/** `电镜，2026-03-18 10:00–12:00（自主上机，预计 200.00 元）`. */
export function describe(b: NewsFacts, zone: string): string {
  const time = b.period ? shownPeriod(b.period.from, b.period.to, zone) : '时间待安排'
  const cost = lacksSum(b) ? '费用待确定' : `预计 ${formatYuan(b.estimateFen)} 元`
  return `${b.deviceName}，${time}（${bookingKindWords[b.kind]}，${cost}）`
}

interface Taken {
  event: BookingEvent
  from: BookingState | null
  to: BookingState
  reason: string | null
  changes?: { cancelFeeFen?: number } | undefined
  /** The estimate in fen before, if somebody other than the booker changed the time. */
  beforeFen?: number
  /** The sum was unknown before the step. */
  lackedSum?: boolean
  /** Until when whoever is asked next has to answer, as a sentence. */
  until?: string | null
  /** Who takes the step; null: the system. */
  actor?: { id: number; name: string } | null
}
/** The messages about a step: to the people who must act next and to the people of the booking. */
export function wordNews(
  b: NewsFacts,
  {
    event,
    from,
    to,
    reason,
    changes,
    beforeFen = b.estimateFen,
    lackedSum = false,
    until = null,
    actor = null,
  }: Taken,
  zone: string,
): News[] {
  const feeFen = event === 'cancel' ? (changes?.cancelFeeFen ?? 0) : 0
  const body = [
    describe(b, zone),
    reason ? `原因：${reason}` : '',
    beforeFen !== b.estimateFen && wordCost(beforeFen, b.estimateFen),
    event === 'miss' && `预约人${appealHint}`,
    feeFen > 0 && `已过免费取消时间，按仪器规定收取取消费 ${formatYuan(feeFen)} 元，由付款人支付。`,
  ]
    .filter(Boolean)
    .join('\n')
  const say = (
    whom: Pick<News, 'userIds' | 'role' | 'exceptUserIds' | 'requesterId'>,
    title?: string,
    mail = true,
  ): News => ({
    ...whom,
    ...(title !== undefined && { title }),
    body,
    link: linkTo(b),
    mail,
  })
  const inTime = (news: News): News => (until ? { ...news, body: `${news.body}\n${until}` } : news)
  const users = { userIds: [...new Set([b.bookerId, b.experimenterId])] }
  // Somebody may pay for many people, so the payer reads whose booking it is.
  const sayPayer = (title?: string): News => ({
    ...say({ userIds: [b.payerId] }, title),
    body: b.payerId === b.bookerId ? body : `${b.bookerName}的预约：${body}`,
  })
  const payer = users.userIds.includes(b.payerId) ? [] : [sayPayer()]
  const lab = (role: 'reviewer' | 'lab_director') => ({
    role: { role, labId: b.labId, deviceId: b.deviceId },
  })
  const decider = (role: 'reviewer' | 'lab_director') => ({ ...lab(role), requesterId: b.bookerId })
  const priced = event === 'approve' ? wordPriced(b, { lackedSum, beforeFen }, zone) : []
  switch (event) {
    case 'create':
    case 'change':
    case 'approve':
    case 'name_payer':
      if (to === 'awaiting_payer')
        return [inTime(say({ userIds: [b.payerId] }, `${b.bookerName}的预约待您确认付款`))]
      if (to === 'awaiting_reviewer') return [inTime(say(decider('reviewer'), `${b.bookerName}的预约待审核`))]
      if (to === 'awaiting_director')
        return [inTime(say(decider('lab_director'), `${b.bookerName}的预约待主任审核`)), ...priced]
      if (event !== 'create' && event !== 'change')
        return [
          say(users, '预约已通过，请按时使用'),
          // A payer who uses the instrument reads the sum in the first message.
          ...(users.userIds.includes(b.payerId) ? [] : priced),
        ]
      return b.experimenterId === b.bookerId
        ? []
        : [say({ userIds: [b.experimenterId] }, `${b.bookerName}为您预约了仪器，请按时使用`)]
    case 'lose_payment':
      if (b.payerGone)
        return [
          say({ userIds: [b.bookerId] }, '付款人账号已停用，请更换付款人'),
          say(lab('lab_director'), `${b.bookerName}的预约需更换付款人`, false),
        ]
      return [
        inTime(sayPayer('预约的经费卡不可用，请另选经费卡')),
        ...(b.payerId === b.bookerId ? [] : [say({ userIds: [b.bookerId] }, '预约待付款人重新确认')]),
      ]
    case 'take_over':
      return [
        say({ userIds: [b.bookerId] }),
        ...(to === 'awaiting_use'
          ? []
          : wordNews(b, { event: 'change', from, to, reason: null, until }, zone)),
      ]
    case 'refuse':
    case 'expire':
      // As with a cancellation: a payer who has not agreed only loses the task.
      return [say(users), ...(from === 'awaiting_payer' ? [] : payer)]
    case 'miss':
      // The payer is asked for the fee, if there is one.
      return [say(users), ...((changes?.cancelFeeFen ?? 0) > 0 ? [] : payer)]
    case 'finish':
      // A person who works at the instrument loses its power; the system tells of what it ends by itself.
      return b.kind === 'self_operated' && actor !== null && !users.userIds.includes(actor.id)
        ? [say(users, `${actor.name}已登记您的使用结束`)]
        : []
    case 'hand_over':
      return [say(users)]
    case 'revoke':
    case 'reschedule':
      return [say(users), ...payer]
    case 'cancel': {
      const title = `${b.bookerName}取消了预约`
      // A payer who has not agreed only loses the task; a payer who had agreed is told.
      const others = [b.experimenterId, ...(from === 'awaiting_payer' ? [] : [b.payerId])]
      const userIds = [...new Set(others)].filter((id) => id !== b.bookerId)
      return [
        ...(userIds.length > 0 ? [say({ userIds }, title)] : []),
        say({ ...lab('reviewer'), exceptUserIds: userIds }, title, false),
      ]
    }
    case 'fault':
      return [say(users), say(lab('reviewer'), `${b.bookerName}使用中报告故障`)]
    default:
      return []
  }
}

/**
 * Until when a request has to be answered. The booking expires when its time begins, even if the policy gives
 * more time, unless its samples are in the lab (`isExpired`).
 */
export function wordUntil(
  { period, samplesReceived = false }: Pick<NewsFacts, 'period' | 'samplesReceived'>,
  deadline: Deadline | null,
  zone: string,
): string | null {
  if (period && !samplesReceived && (!deadline || period.from < deadline.at))
    return `请于 ${shownAt(period.from, zone)}（预约开始）前办理，届时未通过的预约将过期。`
  return deadline && wordDeadline(deadline, zone)
}

/**
 * Tells a payer who had agreed that the booker has named another one. Without a link: they do not see the
 * booking any more. `from`: the state before the change.
 */
export function wordReleased(
  b: NewsFacts,
  { before, from }: { before: NewsFacts; from: BookingState | null },
  zone: string,
): Omit<News, 'link'>[] {
  const { payerId } = before
  if (from === 'awaiting_payer' || [b.bookerId, b.experimenterId, b.payerId].includes(payerId)) return []
  const title = `${b.bookerName}的预约已改由他人付款`
  const body = `${describe(before, zone)}\n您不再为该预约付款。`
  return [{ userIds: [payerId], title, body, mail: true }]
}

function wordCost(beforeFen: number, afterFen: number): string {
  if (beforeFen === afterFen) return '预计费用不变'
  const more = afterFen - beforeFen
  const [before, after, by] = [beforeFen, afterFen, Math.abs(more)].map((fen) => `${formatYuan(fen)} 元`)
  return more > 0
    ? `预计费用由 ${before}增至 ${after}（增加 ${by}）`
    : `预计费用由 ${before}减至 ${after}（减少 ${by}）`
}

/**
 * Tells the payer at once the sum that was unknown, or lower, when they agreed to pay, while the booking can
 * still be cancelled.
 */
function wordPriced(
  b: NewsFacts,
  { lackedSum, beforeFen }: { lackedSum: boolean; beforeFen: number },
  zone: string,
): News[] {
  const isKnown = lackedSum && !lacksSum(b)
  const isMore = !lackedSum && b.estimateFen > beforeFen
  if (!isKnown && !isMore) return []
  const word = isKnown ? '费用已确定' : '费用有增加'
  const how = isKnown ? '提交时费用待确定，现按安排的时间计算' : wordCost(beforeFen, b.estimateFen)
  return [
    {
      userIds: [b.payerId],
      title: `${b.bookerName}的预约已安排时间，${word}`,
      body: `${describe(b, zone)}\n${how}。有异议的，请在测试前联系预约人或实验室。`,
      link: linkTo(b),
      mail: true,
    },
  ]
}

/**
 * Tells the payer at once what a later end adds, while the use can still be ended, and the people who use the
 * instrument: they may have waited for the payer to extend it.
 */
export function wordExtended(b: NewsFacts, beforeFen: number, zone: string): News[] {
  const news = {
    body: `${describe(b, zone)}\n${wordCost(beforeFen, b.estimateFen)}`,
    link: linkTo(b),
    mail: true,
  }
  const users = [...new Set([b.bookerId, b.experimenterId])].filter((id) => id !== b.payerId)
  return [
    { ...news, userIds: [b.payerId], title: `${b.bookerName}的预约延长了时间` },
    ...(users.length > 0 ? [{ ...news, userIds: users, title: '预约已延长' }] : []),
  ]
}

/** Asks the payer for more money than they agreed to; the payer consents by extending the booking. */
export const wordAsked = (
  b: NewsFacts,
  { to, agreedFen, wouldFen }: { to: Date; agreedFen: number; wouldFen: number },
  zone: string,
): News & { title: string } => ({
  userIds: [b.payerId],
  title: `${b.bookerName}希望延长预约，需您同意`,
  body: [
    describe(b, zone),
    `希望延长至 ${b.period ? shownBeside(b.period.to, to, zone) : shownAt(to, zone)}，预计费用由 ${formatYuan(b.estimateFen)} 元增至 ${formatYuan(wouldFen)} 元，超过您同意的 ${formatYuan(agreedFen)} 元的一半以上。同意的，请在此延长；不同意的，无需操作。`,
  ].join('\n'),
  link: `/deviceopen/delay?id=${b.id}`,
  mail: true,
})
