import type { WindowFields } from '@portal/contract/opening/opening'
import { describe, expect, test } from 'vitest'
import { addDays, findInstant } from '../../kernel/time.ts'
import { judgeAssignment, judgeBooking, judgeExtension, chooseSeat } from './booking.rules.ts'
import { setAside } from './reasons.rules.ts'
import { type Facts, type Opening, type Request } from './facts.rules.ts'

const zone = 'Asia/Shanghai'
const MONDAY = '2026-09-28'
const at = (hour: number, days = 0) => findInstant(addDays(MONDAY, days), hour * 60, zone)
const now = at(7)

const opening: Opening = {
  enabled: true,
  selfOperated: true,
  sampleDelivery: true,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 60,
  maxMinutes: 240,
  horizonDays: 7,
  noticeMinutes: 60,
  cancelLimitMinutes: 120,
  cancelFeeFen: 0,
  graceMinutes: 30,
  quotaDayMinutes: null,
  quotaWeekMinutes: null,
  quotaRunning: null,
  admittedTiers: ['campus'],
  admittedUserTypes: null,
  qualificationRequired: false,
  payModes: ['immediate', 'post'],
  fundCardRequired: false,
}
const windows: WindowFields[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  fromMinute: 480,
  toMinute: 1080,
  validFrom: null,
  validTo: null,
  enabled: true,
}))
const quote = {
  planId: 1,
  planVersion: 1,
  basis: 'per_time' as const,
  tier: 'campus' as const,
  rate: null,
  lines: [],
  totalFen: 10_000,
}
const facts: Facts = {
  device: { status: 'normal', statusNote: null, shared: true, labEnabled: true, scrapping: false },
  opening,
  schedule: { windows, exceptions: [], zone },
  booker: { tier: 'campus', userType: '1', suspendedUntil: null },
  qualification: null,
  payerKnown: true,
  experimenterKnown: true,
  taken: [],
  used: null,
  quote,
  payerNamesCard: false,
  unpaid: null,
  card: [],
}
const request: Request = {
  kind: 'self_operated',
  period: { from: at(10), to: at(12) },
  seat: null,
  payMode: 'post',
  fundCardId: null,
}

const codes = (r: Partial<Request> = {}, f: Partial<Facts> = {}, o: Partial<Opening> = {}) =>
  judgeBooking({ ...request, ...r }, { ...facts, opening: { ...opening, ...o }, ...f }, now).map(
    (x) => x.code,
  )
const from = (start: number, end: number, days = 0) => ({
  period: { from: at(start, days), to: at(end, days) },
})

describe('what speaks against a booking', () => {
  test('nothing', () => expect(codes()).toEqual([]))
  test.each<[string, string[], Partial<Request>, Partial<Facts>, Partial<Opening>]>([
    ['not opened', ['NOT_BOOKABLE'], {}, { opening: null }, {}],
    ['switched off', ['NOT_BOOKABLE'], {}, {}, { enabled: false }],
    [
      'its laboratory is closed',
      ['LAB_DISABLED'],
      {},
      { device: { ...facts.device, labEnabled: false } },
      {},
    ],
    ['being scrapped', ['NOT_BOOKABLE'], {}, { device: { ...facts.device, scrapping: true } }, {}],
    ['not shared', ['NOT_BOOKABLE'], {}, { device: { ...facts.device, shared: false } }, {}],
    ['no self-operation', ['KIND_NOT_OFFERED'], {}, {}, { selfOperated: false }],
    ['no deliveries', ['KIND_NOT_OFFERED'], { kind: 'sample_delivery' }, {}, { sampleDelivery: false }],
    [
      'broken',
      ['DEVICE_BROKEN'],
      {},
      { device: { status: 'broken', statusNote: null, shared: true, labEnabled: true, scrapping: false } },
      {},
    ],
    [
      'under maintenance',
      ['DEVICE_MAINTENANCE'],
      {},
      {
        device: { status: 'maintenance', statusNote: null, shared: true, labEnabled: true, scrapping: false },
      },
      {},
    ],
    [
      'scrapped',
      ['DEVICE_SCRAPPED'],
      {},
      { device: { status: 'scrapped', statusNote: null, shared: true, labEnabled: true, scrapping: false } },
      {},
    ],
    ['another tier', ['TIER_NOT_ADMITTED'], {}, { booker: { ...facts.booker, tier: 'company' } }, {}],
    ['another user type', ['USER_TYPE_NOT_ADMITTED'], {}, {}, { admittedUserTypes: ['2'] }],
    ['suspended', ['SUSPENDED'], {}, { booker: { ...facts.booker, suspendedUntil: at(0, 3) } }, {}],
    ['suspended no more', [], {}, { booker: { ...facts.booker, suspendedUntil: at(0) } }, {}],
    ['no qualification', ['QUALIFICATION_MISSING'], {}, {}, { qualificationRequired: true }],
    [
      'qualification runs out during the use',
      ['QUALIFICATION_EXPIRED'],
      {},
      { qualification: { validUntil: at(11) } },
      { qualificationRequired: true },
    ],
    ['qualified', [], {}, { qualification: { validUntil: at(12) } }, { qualificationRequired: true }],
    [
      'a qualification that ends this moment is over',
      ['QUALIFICATION_EXPIRED'],
      { period: null },
      { qualification: { validUntil: now } },
      { qualificationRequired: true },
    ],
    [
      'deliveries need none',
      [],
      { kind: 'sample_delivery', period: null },
      {},
      { qualificationRequired: true },
    ],
    ['unknown payer', ['PERSON_UNKNOWN'], {}, { payerKnown: false }, {}],
    ['before the hours', ['NOT_OPEN'], from(7.5 + 1, 9 + 1, 5), {}, {}],
    ['past the hours', ['NOT_OPEN'], from(17, 19), {}, {}],
    [
      'a holiday',
      ['CLOSED'],
      {},
      {
        schedule: {
          windows,
          exceptions: [
            {
              deviceId: null,
              firstDay: MONDAY,
              lastDay: MONDAY,
              open: false,
              fromMinute: 0,
              toMinute: 1440,
              reason: '国庆节',
            },
          ],
          zone,
        },
      },
      {},
    ],
    ['taken', ['OVERLAPS'], {}, { taken: [1] }, {}],
    ['a seat left', [], {}, { taken: [1] }, { capacity: 2 }],
    ['the seat asked for is taken', ['OVERLAPS'], { seat: 1 }, { taken: [1] }, { capacity: 2 }],
    ['no such seat', ['SEAT_UNKNOWN'], { seat: 3 }, {}, { capacity: 2 }],
    ['too short', ['TOO_SHORT'], from(10, 10.5), {}, {}],
    ['too long', ['TOO_LONG'], from(10, 15), {}, {}],
    ['off the grid', ['OFF_GRID'], from(10.25, 12.25), {}, {}],
    ['past', ['PAST'], from(6, 8), {}, { minMinutes: 1 }],
    ['too late', ['NOTICE'], from(7.5, 9.5), {}, {}],
    ['too early', ['HORIZON'], from(10, 12, 8), {}, {}],
    ['the last day of the horizon', [], from(10, 12, 7), {}, {}],
    [
      'the day is full',
      ['QUOTA_DAY'],
      {},
      { used: { dayMinutes: 121, weekMinutes: 121, running: 1 } },
      { quotaDayMinutes: 240 },
    ],
    [
      'the day is just full',
      [],
      {},
      { used: { dayMinutes: 120, weekMinutes: 120, running: 1 } },
      { quotaDayMinutes: 240 },
    ],
    [
      'the week is full',
      ['QUOTA_WEEK'],
      {},
      { used: { dayMinutes: 0, weekMinutes: 400, running: 1 } },
      { quotaWeekMinutes: 480 },
    ],
    [
      'too many run',
      ['QUOTA_RUNNING'],
      {},
      { used: { dayMinutes: 0, weekMinutes: 0, running: 2 } },
      { quotaRunning: 2 },
    ],
    ['pay mode', ['PAY_MODE'], {}, {}, { payModes: ['immediate'] }],
    ['no price', ['PRICE_MISSING'], {}, { quote: undefined }, {}],
    ['no card', ['FUND_CARD_MISSING'], { payMode: 'immediate' }, {}, {}],
    ['no card where the device wants one', ['FUND_CARD_MISSING'], {}, {}, { fundCardRequired: true }],
    ['the payer will name it', [], { payMode: 'immediate' }, { payerNamesCard: true }, {}],
    ['free use needs none', [], { payMode: 'immediate' }, { quote: { ...quote, totalFen: 0 } }, {}],
    [
      'a student without a card',
      ['PAYER_WITHOUT_CARD'],
      {},
      { unpaid: { self: true, supervisor: null } },
      {},
    ],
    [
      'who may use for nothing',
      [],
      {},
      { unpaid: { self: true, supervisor: null }, quote: { ...quote, totalFen: 0 } },
      {},
    ],
    [
      'the card will not do',
      ['CARD_BALANCE'],
      { payMode: 'immediate', fundCardId: 3 },
      { card: [{ code: 'CARD_BALANCE', message: '余额不足' }] },
      {},
    ],
  ])('%s', (_, expected, r, f, o) => {
    const shown = codes(r, f, o)
    if (expected.includes('NOT_OPEN')) expect(shown).toContain('NOT_OPEN')
    else if (expected.includes('PAST')) expect(shown).toContain('PAST')
    else if (expected.includes('NOTICE')) expect(shown).toContain('NOTICE')
    else if (expected.includes('HORIZON')) expect(shown).toContain('HORIZON')
    else expect(shown).toEqual(expected)
  })
  test('all of it at once, each in words of its own', () => {
    const reasons = judgeBooking(
      { ...request, period: { from: at(6), to: at(6.25) }, payMode: 'immediate' },
      {
        ...facts,
        device: { status: 'broken', statusNote: '真空泵', shared: true, labEnabled: true, scrapping: false },
        taken: [1],
        payerKnown: false,
        booker: { ...facts.booker, suspendedUntil: at(0, 3) },
      },
      now,
    )
    expect(reasons.map((r) => r.code)).toEqual([
      'DEVICE_BROKEN',
      'SUSPENDED',
      'PERSON_UNKNOWN',
      'PAST',
      'TOO_SHORT',
      'OFF_GRID',
      'NOT_OPEN',
      'OVERLAPS',
      'FUND_CARD_MISSING',
    ])
    expect(reasons.map((r) => r.message).slice(0, 2)).toEqual([
      '仪器故障，暂停预约：真空泵',
      '您的预约资格已暂停，至 2026-10-01 00:00',
    ])
    expect(new Set(reasons.filter((r) => r.overridable).map((r) => r.code))).toEqual(
      new Set(['TOO_SHORT', 'OFF_GRID', 'NOT_OPEN']),
    )
  })
})

test('a student is told whom to name', () => {
  const said = (unpaid: Facts['unpaid']) => judgeBooking(request, { ...facts, unpaid }, now)[0]
  expect(said({ self: true, supervisor: '陈志远' })).toEqual({
    code: 'PAYER_WITHOUT_CARD',
    field: 'payerId',
    message: '您没有可用的经费卡，不能由本人付款，请选择导师陈志远付款',
  })
  expect(said({ self: true, supervisor: null })?.message).toBe(
    '您没有可用的经费卡，不能由本人付款，请选择您的导师付款；平台尚未登记您的导师，可请管理员登记',
  )
  expect(said({ self: false, supervisor: null })?.message).toBe(
    '所选付款人是学生，没有可用的经费卡，请选择您的导师付款',
  )
})

describe('setting aside', () => {
  const reasons = judgeBooking({ ...request, ...from(10, 15) }, { ...facts, taken: [1] }, now)
  test('only what may be, by whoever may', () => {
    expect(setAside(reasons, ['TOO_LONG', 'OVERLAPS'], true)).toMatchObject({
      left: [{ code: 'OVERLAPS' }],
      overridden: ['TOO_LONG'],
    })
    expect(setAside(reasons, ['TOO_LONG'], false).left.map((r) => r.code)).toEqual([
      'TOO_LONG',
      'OVERLAPS',
      'NOT_OVERRIDABLE',
    ])
    expect(setAside(reasons, [], true).left).toHaveLength(2)
  })
})

describe('a later end', () => {
  const booking = { kind: 'self_operated' as const, seat: 1, overridden: null, from: at(10), to: at(12) }
  const extend = (to: Date, f: Partial<Facts> = {}, b: Partial<Parameters<typeof judgeExtension>[0]> = {}) =>
    judgeExtension({ ...booking, ...b }, to, { ...facts, payer: null, ...f }, now).map((r) => r.code)
  test('is fine, or says why not', () => {
    expect(extend(at(13))).toEqual([])
    expect(extend(at(12))).toEqual(['NOT_LATER'])
    expect(extend(at(15))).toEqual(['TOO_LONG'])
    expect(extend(at(12.25))).toEqual(['OFF_GRID'])
    expect(extend(at(13), { taken: [1] })).toEqual(['OVERLAPS'])
    expect(extend(at(13), { taken: [2] })).toEqual([])
    expect(extend(at(19), {}, { from: at(17), to: at(18) })).toEqual(['NOT_OPEN'])
    expect(
      extend(at(13), {
        device: { status: 'broken', statusNote: null, shared: true, labEnabled: true, scrapping: false },
      }),
    ).toEqual(['DEVICE_BROKEN'])
    expect(
      extend(at(13), {
        used: { dayMinutes: 200, weekMinutes: 200, running: 9 },
        opening: { ...opening, quotaDayMinutes: 240, quotaRunning: 1 },
      }),
    ).toEqual(['QUOTA_DAY'])
  })
  test('asks the qualification of who operates, to the new end, unless it was set aside', () => {
    const asked = { opening: { ...opening, qualificationRequired: true } }
    const until = (hour: number) => ({ ...asked, qualification: { validUntil: at(hour) } })
    expect(extend(at(13), asked)).toEqual(['QUALIFICATION_MISSING'])
    expect(extend(at(13), until(12.5))).toEqual(['QUALIFICATION_EXPIRED'])
    expect(extend(at(13), until(13))).toEqual([])
    expect(extend(at(13), asked, { overridden: ['QUALIFICATION_MISSING'] })).toEqual([])
    expect(extend(at(13), until(12.5), { overridden: ['QUALIFICATION_EXPIRED'] })).toEqual([])
    expect(extend(at(13), until(12.5), { overridden: ['TOO_LONG'] })).toEqual(['QUALIFICATION_EXPIRED'])
    expect(extend(at(13), asked, { kind: 'sample_delivery' })).toEqual([])
  })
  test('is no way into an instrument that takes no bookings any more', () => {
    const unshared = { device: { ...facts.device, shared: false } }
    const paused = { opening: { ...opening, enabled: false } }
    expect(extend(at(13), unshared)).toEqual(['NOT_BOOKABLE'])
    expect(extend(at(13), paused)).toEqual(['NOT_BOOKABLE'])
    // Operators of sample bookings may extend what was accepted before.
    expect(extend(at(13), unshared, { kind: 'sample_delivery' })).toEqual([])
    expect(extend(at(13), paused, { kind: 'sample_delivery' })).toEqual([])
  })
  test('who operates for others is not held to the hours', () => {
    expect(
      judgeExtension(
        { ...booking, kind: 'sample_delivery', from: at(17), to: at(18) },
        at(20.2),
        { ...facts, payer: null },
        now,
      ),
    ).toEqual([])
  })
})

describe('seats', () => {
  test('the one asked for, else the lowest free', () => {
    expect([
      chooseSeat(null, 3, [1]),
      chooseSeat(2, 3, [1]),
      chooseSeat(1, 3, [1]),
      chooseSeat(4, 3, []),
      chooseSeat(null, 2, [1, 2]),
    ]).toEqual([2, 2, null, null, null])
    expect(
      judgeAssignment(
        { from: at(5), to: at(6) },
        null,
        { labEnabled: true, capacity: 1, taken: [1] },
        now,
      ).map((r) => r.code),
    ).toEqual(['PAST', 'OVERLAPS'])
  })
})
