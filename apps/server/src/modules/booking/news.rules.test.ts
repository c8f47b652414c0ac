import { expect, test } from 'vitest'
import type { BookingEvent, BookingState } from '@portal/contract/booking/booking'
import { describe, wordAsked, wordNews, wordReleased, wordUntil, type NewsFacts } from './news.rules.ts'

const [BOOKER, EXPERIMENTER, PAYER] = [1, 2, 3]
const booking: NewsFacts = {
  id: 7,
  kind: 'self_operated',
  deviceId: 5,
  deviceName: '电镜',
  labId: 4,
  bookerId: BOOKER,
  bookerName: '预约人',
  experimenterId: EXPERIMENTER,
  payerId: PAYER,
  period: null,
  estimateFen: 0,
  quote: { basis: 'per_sample', rate: null },
}
/** Each message: title, named people, role, and people left out because another message reaches them. */
const word = (
  event: BookingEvent,
  to: BookingState,
  {
    from = null,
    lackedSum = false,
    ...b
  }: Partial<NewsFacts> & { from?: BookingState | null; lackedSum?: boolean } = {},
) =>
  wordNews({ ...booking, ...b }, { event, from, to, reason: null, lackedSum }, 'Asia/Shanghai').map((n) => [
    n.title,
    n.userIds ?? [],
    n.role?.role ?? null,
    n.exceptUserIds ?? [],
  ])

test('booked for somebody else without an approval: he hears of it; who books for himself knows', () => {
  expect(word('create', 'awaiting_use')).toEqual([
    ['预约人为您预约了仪器，请按时使用', [EXPERIMENTER], null, []],
  ])
  expect(word('create', 'awaiting_use', { experimenterId: BOOKER })).toEqual([])
  // No approval is left after the change: this is the first message to the experimenter.
  expect(word('change', 'awaiting_use')).toEqual([
    ['预约人为您预约了仪器，请按时使用', [EXPERIMENTER], null, []],
  ])
})

test('another payer: whoever is awaited then hears of it, as after any other step', () => {
  expect(word('name_payer', 'awaiting_payer')).toEqual([['预约人的预约待您确认付款', [PAYER], null, []]])
  expect(word('name_payer', 'awaiting_reviewer')).toEqual([['预约人的预约待审核', [], 'reviewer', []]])
  expect(word('name_payer', 'awaiting_director')).toEqual([
    ['预约人的预约待主任审核', [], 'lab_director', []],
  ])
  expect(word('name_payer', 'awaiting_use')).toEqual([
    ['预约已通过，请按时使用', [BOOKER, EXPERIMENTER], null, []],
  ])
})

test('cancelled: its reviewers, who was to come, and who had agreed to pay hear of it', () => {
  const title = '预约人取消了预约'
  expect(word('cancel', 'cancelled', { from: 'awaiting_use' })).toEqual([
    [title, [EXPERIMENTER, PAYER], null, []],
    [title, [], 'reviewer', [EXPERIMENTER, PAYER]],
  ])
  expect(word('cancel', 'cancelled', { from: 'awaiting_use', payerId: EXPERIMENTER })).toEqual([
    [title, [EXPERIMENTER], null, []],
    [title, [], 'reviewer', [EXPERIMENTER]],
  ])
  // A payer who has not agreed only loses the task.
  expect(word('cancel', 'cancelled', { from: 'awaiting_payer' })).toEqual([
    [title, [EXPERIMENTER], null, []],
    [title, [], 'reviewer', [EXPERIMENTER]],
  ])
  const alone = { from: 'awaiting_use', experimenterId: BOOKER, payerId: BOOKER } as const
  expect(word('cancel', 'cancelled', alone)).toEqual([[title, [], 'reviewer', []]])
})

test('it came to nothing by others: who had agreed to pay hears of it too, and whose booking it was', () => {
  const hear = (event: BookingEvent, to: BookingState, from: BookingState, b: Partial<NewsFacts> = {}) =>
    word(event, to, { from, ...b }).map(([, userIds]) => userIds)
  const users = [BOOKER, EXPERIMENTER]
  for (const [event, to, from] of [
    ['refuse', 'refused', 'awaiting_director'],
    ['expire', 'expired', 'awaiting_reviewer'],
    ['miss', 'no_show', 'awaiting_use'],
    ['revoke', 'revoked', 'awaiting_use'],
    ['reschedule', 'awaiting_use', 'awaiting_use'],
  ] as const) {
    expect(hear(event, to, from), event).toEqual([users, [PAYER]])
    expect(hear(event, to, from, { payerId: EXPERIMENTER }), event).toEqual([users])
  }
  expect(hear('refuse', 'refused', 'awaiting_payer')).toEqual([users])
  expect(hear('expire', 'expired', 'awaiting_payer')).toEqual([users])
  const say = (event: BookingEvent, to: BookingState, cancelFeeFen = 0) =>
    wordNews(
      booking,
      { event, from: 'awaiting_use', to, reason: '停电', changes: { cancelFeeFen } },
      'Asia/Shanghai',
    ).map((n) => n.body.slice(0, n.body.indexOf('，')))
  expect(say('revoke', 'revoked')).toEqual(['电镜', '预约人的预约：电镜'])
  expect(say('lose_payment', 'awaiting_payer')).toEqual(['预约人的预约：电镜', '电镜'])
  // The payer is asked for the fee of a no-show, which says why.
  expect(say('miss', 'no_show', 5000)).toEqual(['电镜'])
})

test('whose use somebody else ends hears so; who ends his own knows, and the system says it otherwise', () => {
  const say = (actorId: number | null, more: Partial<NewsFacts> = {}) =>
    wordNews(
      { ...booking, ...more },
      {
        event: 'finish',
        from: 'in_use',
        to: 'awaiting_test_order',
        reason: null,
        actor: actorId === null ? null : { id: actorId, name: '审核员' },
      },
      'Asia/Shanghai',
    ).map((n) => [n.title, n.userIds])
  expect(say(9)).toEqual([['审核员已登记您的使用结束', [BOOKER, EXPERIMENTER]]])
  expect([say(BOOKER), say(EXPERIMENTER), say(null)]).toEqual([[], [], []])
  // Whoever delivers samples is not there; the bill tells of the end.
  expect(say(9, { kind: 'sample_delivery' })).toEqual([])
})

test('another payer is named: who had agreed to pay hears it, unless he still takes part', () => {
  const release = (from: BookingState, payerId: number) =>
    wordReleased({ ...booking, payerId }, { before: booking, from }, 'Asia/Shanghai')
  expect(release('awaiting_reviewer', 4)).toEqual([
    {
      userIds: [PAYER],
      title: '预约人的预约已改由他人付款',
      body: '电镜，时间待安排（自主上机，预计 0.00 元）\n您不再为该预约付款。',
      mail: true,
    },
  ])
  expect(release('awaiting_reviewer', PAYER)).toEqual([])
  expect(release('awaiting_payer', 4)).toEqual([])
  const own = { ...booking, payerId: BOOKER }
  expect(wordReleased(booking, { before: own, from: 'awaiting_reviewer' }, 'Asia/Shanghai')).toEqual([])
})

test('a no-show counts as a violation, so the booker reads where and until when to appeal', () => {
  const step = { event: 'miss', from: 'awaiting_use', to: 'no_show', reason: null } as const
  for (const news of wordNews(booking, step, 'Asia/Shanghai'))
    expect(news.body).toMatch(/\n预约人如有异议，可在 15 天内到“我的预约 → 我的违约”申诉。$/)
})

test('cancelled too late: what that costs is said with it', () => {
  const say = (cancelFeeFen: number) =>
    wordNews(
      booking,
      { event: 'cancel', from: 'awaiting_use', to: 'cancelled', reason: '不来了', changes: { cancelFeeFen } },
      'Asia/Shanghai',
    ).map((n) => n.body.split('\n').slice(1))
  const fee = '已过免费取消时间，按仪器规定收取取消费 50.00 元，由付款人支付。'
  expect(say(5000)).toEqual([
    ['原因：不来了', fee],
    ['原因：不来了', fee],
  ])
  expect(say(0)).toEqual([['原因：不来了'], ['原因：不来了']])
})

test('what costs by a time that is not named yet is not said to cost nothing', () => {
  const rate = { unitFen: 10_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
  const say = (b: Partial<NewsFacts>) => describe({ ...booking, ...b }, 'Asia/Shanghai')
  const period = { from: new Date('2026-03-18T02:00:00Z'), to: new Date('2026-03-18T04:00:00Z') }
  const byTime = { basis: 'per_time', rate } as const
  expect([
    say({ quote: byTime }),
    say({ quote: byTime, period, estimateFen: 20_000 }),
    say({ quote: { basis: 'per_sample', rate }, estimateFen: 5000 }),
    say({ quote: { basis: 'per_time', rate: null } }),
  ]).toEqual([
    '电镜，时间待安排（自主上机，费用待确定）',
    '电镜，2026-03-18 10:00–12:00（自主上机，预计 200.00 元）',
    '电镜，时间待安排（自主上机，预计 50.00 元）',
    '电镜，时间待安排（自主上机，预计 0.00 元）',
  ])
})

test('an end on another day is asked for with its day', () => {
  const period = { from: new Date('2026-07-30T01:00:00Z'), to: new Date('2026-07-30T10:00:00Z') }
  const ask = (to: string) =>
    wordAsked({ ...booking, period }, { to: new Date(to), agreedFen: 1, wouldFen: 2 }, 'Asia/Shanghai').body
  expect(ask('2026-07-30T11:00:00Z')).toContain('希望延长至 19:00，')
  expect(ask('2026-07-31T02:00:00Z')).toContain('希望延长至 2026-07-31 10:00，')
})

test('the payer hears a sum that nobody knew from the approval that makes it known', () => {
  const rate = { unitFen: 10_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
  const placed = {
    kind: 'sample_delivery',
    from: 'awaiting_reviewer',
    period: { from: new Date('2026-03-18T02:00:00Z'), to: new Date('2026-03-18T07:00:00Z') },
    estimateFen: 50_000,
    quote: { basis: 'per_time', rate },
  } as const
  const lacking = { ...placed, lackedSum: true }
  const passed = ['预约已通过，请按时使用', [BOOKER, EXPERIMENTER], null, []]
  const asked = ['预约人的预约待主任审核', [], 'lab_director', []]
  const priced = ['预约人的预约已安排时间，费用已确定', [PAYER], null, []]
  expect(word('approve', 'awaiting_use', lacking)).toEqual([passed, priced])
  expect(word('approve', 'awaiting_director', lacking)).toEqual([asked, priced])
  expect(word('approve', 'awaiting_use', placed)).toEqual([passed])
  // The message about the approval names the sum.
  expect(word('approve', 'awaiting_use', { ...lacking, payerId: EXPERIMENTER })).toEqual([passed])
  // The payer's own approval comes before the time.
  expect(word('approve', 'awaiting_reviewer', { ...lacking, period: null })).toEqual([
    ['预约人的预约待审核', [], 'reviewer', []],
  ])
  const news = wordNews(
    { ...booking, ...placed },
    { event: 'approve', from: 'awaiting_reviewer', to: 'awaiting_use', reason: null, lackedSum: true },
    'Asia/Shanghai',
  )
  expect(news.at(-1)).toMatchObject({ body: expect.stringContaining('预计 500.00 元'), mail: true })
  // Booked for two hours and given five: what was agreed to stands beside what it is.
  const dearer = wordNews(
    { ...booking, ...placed },
    { event: 'approve', from: 'awaiting_reviewer', to: 'awaiting_use', reason: null, beforeFen: 40_000 },
    'Asia/Shanghai',
  )
  expect(dearer.at(-1)).toMatchObject({
    userIds: [PAYER],
    title: '预约人的预约已安排时间，费用有增加',
    body: expect.stringContaining('由 400.00 元增至 500.00 元（增加 100.00 元）'),
    mail: true,
  })
})

test('who is asked reads until when to answer, and whoever else hears of it does not', () => {
  const until = '请于 2026-03-18 10:00 前办理。'
  const listEnds = (event: BookingEvent, to: BookingState, more: Partial<NewsFacts> = {}) =>
    wordNews({ ...booking, ...more }, { event, from: null, to, reason: null, until }, 'Asia/Shanghai').map(
      (n) => n.body.endsWith(`\n${until}`),
    )
  for (const to of ['awaiting_payer', 'awaiting_reviewer', 'awaiting_director'] as const)
    expect(listEnds('create', to)).toEqual([true])
  // The payer names another card; the booker only hears of it.
  expect(listEnds('lose_payment', 'awaiting_payer')).toEqual([true, false])
  expect(listEnds('take_over', 'awaiting_reviewer')).toEqual([false, true])
})

test('until the deadline of the policy, but not beyond the beginning, at which it expires', () => {
  const hour = (h: number) => new Date(Date.UTC(2026, 2, 18, h))
  const period = { from: hour(6), to: hour(8) }
  const ask = (
    about: Pick<NewsFacts, 'period' | 'samplesReceived'>,
    h: number | null,
    late: 'refuse' | null = null,
  ) => wordUntil(about, h === null ? null : { at: hour(h), late }, 'Asia/Shanghai')
  expect(ask({ period: null }, 2)).toBe('请于 2026-03-18 10:00 前办理。')
  expect(ask({ period }, 2, 'refuse')).toBe('请于 2026-03-18 10:00 前办理，逾期自动退回。')
  const begins = '请于 2026-03-18 14:00（预约开始）前办理，届时未通过的预约将过期。'
  expect([ask({ period }, 7), ask({ period }, null)]).toEqual([begins, begins])
  expect(ask({ period: null }, null)).toBeNull()
  // Its card was lost while its samples are in the lab, where they do not expire.
  const inLab = { period, samplesReceived: true }
  expect([ask(inLab, 7), ask(inLab, null)]).toEqual(['请于 2026-03-18 15:00 前办理。', null])
})
