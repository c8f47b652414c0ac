import { bookingStateWords, type BookingRole } from '@portal/contract/booking/booking'
import { describe, expect, test } from 'vitest'
import {
  listApprovals,
  findYesNeeds,
  findNextState,
  isSingle,
  type ApprovalNeeds,
} from './approvals.rules.ts'
import { placeOnStrip, type Logged } from '../../kernel/strip.rules.ts'
import { approvalOrder, bookingStrip } from './booking.flow.ts'
import {
  judgeCancel,
  wordCancel,
  findSystemEnd,
  findLatestEnd,
  forgetsAsked,
  forgetsReminder,
  isMissed,
  findStartWindow,
  judgeSuspension,
  isTimely,
  wasKeptOut,
  wasUnheard,
  type Timed,
} from './timing.rules.ts'

const t = (hour: number) => new Date(Date.UTC(2026, 8, 28) + hour * 3_600_000)
const period = { from: t(10), to: t(12) }
const limits = { cancelLimitMinutes: 120, cancelFeeFen: 0, graceMinutes: 30 }
const roles: ReadonlySet<BookingRole> = new Set(['booker'])
const b: Timed & { roles: ReadonlySet<BookingRole> } = {
  state: 'awaiting_use',
  kind: 'self_operated',
  period,
  samplesReceived: false,
  seatBusy: false,
  seatFreedAt: null,
  silentUntil: null,
  unqualified: false,
  roles,
}

describe('cancelling', () => {
  test('free until the limit, then a violation, or the fee, and not at all once it began', () => {
    expect(judgeCancel(b, limits, t(8), false)).toEqual({
      freeUntil: t(8),
      late: false,
      feeFen: 0,
      violation: false,
    })
    expect(judgeCancel(b, limits, t(8.1), false)).toMatchObject({ late: true, violation: true, feeFen: 0 })
    expect(judgeCancel(b, { ...limits, cancelFeeFen: 500 }, t(9), false)).toMatchObject({
      late: true,
      violation: false,
      feeFen: 500,
    })
    expect(judgeCancel(b, limits, t(10), false)).toBeNull()
    expect(judgeCancel({ ...b, state: 'in_use' }, limits, t(9), false)).toBeNull()
    expect(judgeCancel({ ...b, state: 'awaiting_test_order' }, limits, t(9), false)).toBeNull()
  })
  test('costs nothing before everybody has agreed', () => {
    expect(judgeCancel({ ...b, state: 'awaiting_director' }, limits, t(9.9), false)).toMatchObject({
      late: false,
      violation: false,
    })
    expect(
      judgeCancel({ ...b, state: 'awaiting_reviewer', period: null }, limits, t(9.9), false),
    ).toMatchObject({ freeUntil: null })
  })
  test('costs nothing while the device is down, at the last minute too, but what has begun has begun', () => {
    expect(judgeCancel(b, { ...limits, cancelFeeFen: 500 }, t(9.9), true)).toEqual({
      freeUntil: null,
      late: false,
      feeFen: 0,
      violation: false,
    })
    expect(judgeCancel(b, limits, t(10), true)).toBeNull()
  })
  test('said beforehand', () => {
    const say = (now: Date, more = {}) =>
      wordCancel(judgeCancel(b, { ...limits, ...more }, now, false)!, { ...limits, ...more }, 'UTC')
    expect(say(t(7))).toBe('2026-09-28 08:00 前可免费取消，之后取消将记一次违约')
    expect(say(t(7), { cancelFeeFen: 500 })).toBe('2026-09-28 08:00 前可免费取消，之后取消将收取 5.00 元')
    expect(say(t(9), { cancelFeeFen: 500 })).toBe('已过免费取消时间，取消将收取 5.00 元')
    expect(say(t(9))).toContain('记一次违约')
  })
})

describe('starting, missing, ending', () => {
  test('from a quarter of an hour before until the grace is over', () => {
    expect(findStartWindow(b, limits)).toEqual({ from: t(9.75), until: t(10.5) })
    expect(findStartWindow({ ...b, period: { from: t(10), to: t(10.25) } }, limits)?.until).toEqual(t(10.25))
    expect([t(9.7), t(9.75), t(10.5), t(10.6)].map((now) => isTimely('start', b, limits, now))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([t(10.5), t(10.51)].map((now) => isMissed(b, limits, now))).toEqual([false, true])
    expect(isMissed({ ...b, state: 'in_use' }, limits, t(20))).toBe(false)
  })
  test('delivered samples are missed when none came; what is in the lab is the lab’s', () => {
    const d = { ...b, kind: 'sample_delivery' as const }
    expect([
      isMissed(d, limits, t(11.9)),
      isMissed(d, limits, t(12.1)),
      isMissed({ ...d, samplesReceived: true }, limits, t(99)),
    ]).toEqual([false, true, false])
    expect(isTimely('start', { ...d, samplesReceived: true }, limits, t(99))).toBe(true)
    // Before their time only a reviewer of the device starts them.
    const early = (who: BookingRole) =>
      isTimely('start', { ...d, samplesReceived: true, roles: new Set([who]) }, limits, t(1))
    expect([
      early('booker'),
      early('reviewer'),
      isTimely('start', { ...d, roles: new Set(['reviewer'] as const) }, limits, t(1)),
    ]).toEqual([false, true, false])
    expect([isTimely('reschedule', d, limits, t(1)), isTimely('reschedule', b, limits, t(1))]).toEqual([
      true,
      false,
    ])
  })
  test('whose seat is taken waits: no start, no no-show, free to go; his grace begins when it is free', () => {
    const kept = { ...b, seatBusy: true }
    expect([
      isTimely('start', kept, limits, t(10)),
      isMissed(kept, limits, t(11)),
      isMissed(kept, limits, t(12.1)),
    ]).toEqual([false, false, true])
    expect([t(9.9), t(10), t(11)].map((now) => judgeCancel(kept, limits, now, false)?.violation)).toEqual([
      true,
      false,
      false,
    ])
    const freed = { ...b, seatFreedAt: t(10.4) }
    expect(findStartWindow(freed, limits)).toEqual({ from: t(9.75), until: t(10.9) })
    expect([t(10.9), t(10.95)].map((now) => isMissed(freed, limits, now))).toEqual([false, true])
    expect([
      wasKeptOut(kept, limits),
      wasKeptOut(freed, limits),
      wasKeptOut({ ...b, seatFreedAt: t(10.6) }, limits),
    ]).toEqual([true, false, true])
  })
  test('while the portal was away nobody could begin: his grace begins when it is back, if any time is left', () => {
    const silent = { ...b, silentUntil: t(10.4) }
    expect([
      findStartWindow(silent, limits)?.until,
      findStartWindow({ ...silent, silentUntil: t(9.5) }, limits)?.until,
      findStartWindow({ ...silent, silentUntil: t(11.8), seatFreedAt: t(10.2) }, limits)?.until,
    ]).toEqual([t(10.9), t(10.5), t(12)])
    expect([10.4, 10.6].map((hour) => wasUnheard({ ...b, silentUntil: t(hour) }, limits))).toEqual([
      false,
      true,
    ])
  })
  test('ended by the system after the grace, but never at once', () => {
    expect(findSystemEnd(period, limits)).toEqual(t(12.5))
    expect(findSystemEnd(period, { ...limits, graceMinutes: 0 })).toEqual(t(12.25))
  })
  test('three violations within ninety days suspend for two weeks', () => {
    const now = t(0)
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
    expect(judgeSuspension([ago(10), ago(0)], now)).toBeNull()
    expect(judgeSuspension([ago(91), ago(10), ago(0)], now)).toBeNull()
    expect(judgeSuspension([ago(90), ago(10), ago(0)], now)).toEqual(ago(-14))
  })
  test('an approval comes too late once the time has begun', () => {
    expect(
      [t(9), t(10)].map((now) => isTimely('approve', { ...b, state: 'awaiting_director' }, limits, now)),
    ).toEqual([true, false])
  })
})

describe('extending', () => {
  const open = [{ from: t(8), to: t(18) }]
  test('to the next booking, the end of the hours, or the longest allowed', () => {
    expect(findLatestEnd(period, { open, taken: [{ from: t(14), to: t(15) }], maxMinutes: 600 })).toEqual(
      t(14),
    )
    expect(findLatestEnd(period, { open, taken: [], maxMinutes: 600 })).toEqual(t(18))
    expect(findLatestEnd(period, { open, taken: [], maxMinutes: 240 })).toEqual(t(14))
    expect(findLatestEnd(period, { open, taken: [{ from: t(12), to: t(13) }], maxMinutes: 600 })).toBeNull()
    expect(
      findLatestEnd(period, { open: [{ from: t(8), to: t(12) }], taken: [], maxMinutes: 600 }),
    ).toBeNull()
  })
})

describe('what a step lets be forgotten', () => {
  const mine = { ...b, ...limits, bookerId: 1, experimenterId: 2 }
  const moved = { from: t(34), to: t(36) }
  test('the reminder: of another time that is not near yet, and of whoever comes instead', () => {
    const forgets = (c: Parameters<typeof forgetsReminder>[2], now = t(9)) =>
      forgetsReminder(mine, 'awaiting_use', c, now)
    expect(forgets({ period: moved })).toBe(true)
    expect(forgets({ period: moved }, t(32))).toBe(false)
    // Approvals may take longer than the time until the start, so a new reminder is needed.
    expect(forgetsReminder(mine, 'awaiting_reviewer', { period: moved }, t(32))).toBe(true)
    expect(forgets({ period: { from: period.from, to: t(13) } })).toBe(false)
    expect([
      forgets({ bookerId: 3 }),
      forgets({ experimenterId: 3 }),
      forgets({ experimenterId: 2 }),
    ]).toEqual([true, true, false])
    expect(forgets({})).toBe(false)
  })
  test('what the payer was asked: of another time, but not of a later end', () => {
    expect(forgetsAsked(mine, { period: moved })).toBe(true)
    expect(forgetsAsked(mine, { period: { from: period.from, to: t(11) } })).toBe(true)
    expect(forgetsAsked(mine, { period: { from: period.from, to: t(13) } })).toBe(false)
    expect(forgetsAsked(mine, {})).toBe(false)
  })
})

describe('who has to agree', () => {
  const needs: ApprovalNeeds = {
    kind: 'self_operated',
    payerIsBooker: false,
    byCard: false,
    required: { payer: true, reviewer: true, director: true },
  }
  const none = { payer: false, reviewer: false, director: false }
  test('one after the other, as far as it is needed', () => {
    expect(listApprovals(needs)).toEqual(['payer', 'reviewer', 'director'])
    expect(findNextState(null, needs)).toBe('awaiting_payer')
    expect(findNextState(null, { ...needs, payerIsBooker: true })).toBe('awaiting_reviewer')
    expect(findNextState('payer', { ...needs, required: { ...needs.required, reviewer: false } })).toBe(
      'awaiting_director',
    )
    expect(findNextState('director', needs)).toBe('awaiting_use')
    expect(findNextState(null, { ...needs, required: none })).toBe('awaiting_use')
  })
  test('whatever the policy: a card is named by its payer, delivered samples get a time', () => {
    expect(listApprovals({ ...needs, required: none, byCard: true })).toEqual(['payer'])
    expect(
      listApprovals({ ...needs, required: none, kind: 'sample_delivery', payerIsBooker: true, byCard: true }),
    ).toEqual(['reviewer'])
  })
})

describe('what belongs to a yes', () => {
  const paid = {
    state: 'awaiting_payer',
    kind: 'self_operated',
    payMode: 'post',
    fundCardRequired: false,
    fundCardId: null,
    period: null,
    quote: { basis: 'per_sample', rate: null, totalFen: 100 },
  } as const
  const free = { ...paid.quote, totalFen: 0 }
  test('whoever pays names a card where one is needed, or where one is named already', () => {
    expect(findYesNeeds(paid).card).toBe(false)
    expect(findYesNeeds({ ...paid, payMode: 'immediate' }).card).toBe(true)
    expect(findYesNeeds({ ...paid, fundCardRequired: true }).card).toBe(true)
    expect(findYesNeeds({ ...paid, fundCardId: 9 }).card).toBe(true)
    expect(findYesNeeds({ ...paid, payMode: 'immediate', quote: free }).card).toBe(false)
    expect(findYesNeeds({ ...paid, payMode: 'immediate', state: 'awaiting_reviewer' }).card).toBe(false)
  })
  test('what costs by the time and has none yet may come to anything, unless every hour is free', () => {
    const rate = (unitFen: number) => ({ unitFen, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] })
    const untimed = { ...paid, payMode: 'immediate' } as const
    const hourly = { ...free, basis: 'per_time', rate: rate(100) } as const
    expect(findYesNeeds({ ...untimed, quote: hourly }).card).toBe(true)
    expect(findYesNeeds({ ...untimed, payMode: 'post', quote: hourly }).card).toBe(false)
    expect(findYesNeeds({ ...untimed, quote: { ...hourly, rate: rate(0) } }).card).toBe(false)
    expect(findYesNeeds({ ...untimed, quote: { ...free, rate: rate(100) } }).card).toBe(false)
    expect(findYesNeeds({ ...untimed, period, quote: hourly }).card).toBe(false)
  })
  test('whoever reviews delivered samples says when they are tested', () => {
    const delivered = { ...paid, kind: 'sample_delivery', state: 'awaiting_reviewer' } as const
    expect(findYesNeeds(delivered).time).toBe(true)
    expect(findYesNeeds({ ...delivered, kind: 'self_operated' }).time).toBe(false)
    expect(findYesNeeds({ ...delivered, state: 'awaiting_director' }).time).toBe(false)
  })
  test('no yes is given to several at once where the time or the card is still to be named', () => {
    const byCard = { ...paid, payMode: 'immediate' } as const
    expect([paid, byCard, { ...byCard, fundCardId: 9 }].map(isSingle)).toEqual([false, true, false])
    const delivered = { ...paid, kind: 'sample_delivery', state: 'awaiting_reviewer' } as const
    expect([delivered, { ...delivered, period }].map(isSingle)).toEqual([true, false])
  })
})

describe('where it stands', () => {
  const log: Logged[] = [
    { event: 'create', from: null, to: 'awaiting_payer', actor: '甲', at: t(1) },
    { event: 'approve', from: 'awaiting_payer', to: 'awaiting_reviewer', actor: '乙', at: t(2) },
  ]
  const shown = (
    state: Timed['state'],
    more: Logged[] = [],
    approvals = ['payer', 'reviewer', 'director'] as const,
  ) =>
    placeOnStrip(bookingStrip, { state, stateAt: t(3) }, [...log, ...more], {
      awaited: '丙',
      words: bookingStateWords,
      asks: (key) => !(approvalOrder as readonly string[]).includes(key) || approvals.some((a) => a === key),
    }).map((p) => `${p.key} ${p.status} ${p.who ?? '-'}`)
  test('done, current, next', () => {
    expect(shown('awaiting_reviewer')).toEqual([
      'create done 甲',
      'payer done 乙',
      'reviewer current 丙',
      'director next -',
      'use next -',
      'test_order next -',
      'end next -',
    ])
  })
  test('a change starts the round again', () => {
    expect(
      shown('awaiting_payer', [
        { event: 'change', from: 'awaiting_reviewer', to: 'awaiting_payer', actor: '甲', at: t(4) },
      ]).slice(1, 3),
    ).toEqual(['payer current 丙', 'reviewer next -'])
  })
  test('an end says which and by whom', () => {
    expect(
      shown('refused', [
        { event: 'refuse', from: 'awaiting_reviewer', to: 'refused', actor: '丁', at: t(4) },
      ]),
    ).toEqual(['create done 甲', 'payer done 乙', 'end stopped 丁'])
  })
  test('to the end', () => {
    const more: Logged[] = [
      { event: 'approve', from: 'awaiting_reviewer', to: 'awaiting_use', actor: '丁', at: t(4) },
      { event: 'start', from: 'awaiting_use', to: 'in_use', actor: '甲', at: t(5) },
      { event: 'finish', from: 'in_use', to: 'awaiting_test_order', actor: '系统', at: t(6) },
      { event: 'complete', from: 'awaiting_test_order', to: 'done', actor: '甲', at: t(7) },
    ]
    // The policy requires the director since; this booking went on without.
    expect(shown('done', more)).toEqual([
      'create done 甲',
      'payer done 乙',
      'reviewer done 丁',
      'use done 系统',
      'test_order done 甲',
      'end done 甲',
    ])
  })
  test('whose payment was lost waits for his payer again, and what others agreed to still holds', () => {
    const more: Logged[] = [
      { event: 'approve', from: 'awaiting_reviewer', to: 'awaiting_director', actor: '丁', at: t(4) },
      { event: 'lose_payment', from: 'awaiting_director', to: 'awaiting_payer', actor: '系统', at: t(5) },
    ]
    expect(shown('awaiting_payer', more).slice(1, 4)).toEqual([
      'payer current 丙',
      'reviewer done 丁',
      'director next -',
    ])
  })
})
