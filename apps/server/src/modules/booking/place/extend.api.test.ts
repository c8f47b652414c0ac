import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../../kernel/jobs.ts'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import { bookingJobs } from '../booking.jobs.ts'

// A later end costs more, and the payer may be another person (decision 078).

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const extend = (by: Person, id: number, endAt: string) =>
  world.send(by, bookingCalls.extend, { params: { id }, body: { endAt } })
const codes = (answer: { reasons?: { code: string }[] }) => (answer.reasons ?? []).map((r) => r.code)
const news = async (id: number, userId: number, about = '延长') =>
  (
    await world.sql<{ title: string; body: string; mail: boolean; link: string }>(
      `select payload->>'title' as title, payload->>'body' as body, payload->>'link' as link,
        coalesce((payload->>'mail')::bool, false) as mail from outbox
        where kind = 'tell' and payload->>'link' like $1 and payload->'userIds' @> to_jsonb($2::int8)
          and (payload->>'exceptUserId')::int8 is distinct from $2
          and payload->>'title' like $3 order by id`,
      [`%id=${id}`, userId, `%${about}%`],
    )
  ).map((n) => ({ ...n, body: n.body.split('\n').slice(1).join('\n') }))

/** Two hours for 200 yuan, approved by the payer: another person unless `body` names one. */
async function agreed(body: Record<string, unknown> = {}): Promise<number> {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id, state } = await lab.book({
    deviceId,
    startAt: at(3, 10),
    endAt: at(3, 12),
    payMode: 'post',
    payerId: lab.payer.id,
    ...body,
  })
  if (state === 'awaiting_payer')
    await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state } })
  return id
}

test('who pays for another is told of the added sum at once, by mail too', async () => {
  const id = await agreed()
  expect((await extend(lab.booker, id, at(3, 12.5))).data).toMatchObject({ estimateFen: 30_000 })
  expect(await news(id, lab.payer.id)).toEqual([
    {
      title: '预约人的预约延长了时间',
      body: '预计费用由 200.00 元增至 300.00 元（增加 100.00 元）',
      link: `/appointment/orderDetail?id=${id}`,
      mail: true,
    },
  ])
})

test('what he agreed to grows by half and no more, however many times it is extended', async () => {
  const id = await agreed()
  await extend(lab.booker, id, at(3, 12.5))
  expect((await extend(lab.booker, id, at(3, 13))).status).toBe(200)
  for (const by of [lab.booker, lab.reviewer])
    expect(await extend(by, id, at(3, 13.5))).toMatchObject({
      status: 422,
      reasons: [
        {
          code: 'PAYER_AGREED_LESS',
          message:
            '延长后的费用超出付款人同意的范围：付款人同意 200.00 元，延长后 400.00 元，不经付款人最多 300.00 元。已通知付款人，由其在预约单中延长',
        },
      ],
    })
  expect(
    (await news(id, lab.payer.id)).filter((n) => n.title === '预约人希望延长预约，需您同意'),
    'asked once for an end, however often it is tried',
  ).toEqual([
    {
      title: '预约人希望延长预约，需您同意',
      body: '希望延长至 13:30，预计费用由 300.00 元增至 400.00 元，超过您同意的 200.00 元的一半以上。同意的，请在此延长；不同意的，无需操作。',
      link: `/deviceopen/delay?id=${id}`,
      mail: true,
    },
  ])
})

test('looking at the price says so too, and asks nobody', async () => {
  const id = await agreed()
  const body = {
    bookingId: id,
    deviceId: (await world.ok(lab.booker, bookingCalls.get, { params: { id } })).device.id,
    kind: 'self_operated' as const,
    endAt: at(3, 14),
    startAt: at(3, 10),
  }
  expect((await world.ok(lab.booker, bookingCalls.judge, { body })).reasons).toMatchObject([
    { code: 'PAYER_AGREED_LESS', message: expect.stringContaining('提交后将通知付款人') },
  ])
  expect((await world.ok(lab.payer, bookingCalls.judge, { body })).reasons).toEqual([])
  expect(await news(id, lab.payer.id)).toEqual([])
})

test('the payer extends it himself, and that is his yes to what it costs now', async () => {
  const id = await agreed()
  expect((await world.ok(lab.payer, bookingCalls.get, { params: { id } })).can).toContain('extend')
  expect((await extend(lab.payer, id, at(3, 14))).data).toMatchObject({ estimateFen: 40_000 })
  expect(await news(id, lab.payer.id), 'nobody is told what he did himself').toEqual([])
  expect(await news(id, lab.booker.id), 'who waited for his yes is told it').toEqual([
    {
      title: '预约已延长',
      body: '预计费用由 200.00 元增至 400.00 元（增加 200.00 元）',
      link: `/appointment/orderDetail?id=${id}`,
      mail: true,
    },
  ])
  expect((await extend(lab.booker, id, at(3, 16))).data).toMatchObject({ estimateFen: 60_000 })
  expect(codes(await extend(lab.booker, id, at(3, 16.5)))).toEqual(['PAYER_AGREED_LESS'])
})

test('who pays for himself extends as he likes; for him, another may as far as for any payer', async () => {
  const id = await agreed({ payerId: lab.booker.id })
  expect((await extend(lab.reviewer, id, at(3, 12.5))).status).toBe(200)
  expect(await news(id, lab.booker.id)).toHaveLength(1)
  expect(codes(await extend(lab.reviewer, id, at(3, 13.5)))).toEqual(['PAYER_AGREED_LESS'])
  expect((await extend(lab.booker, id, at(3, 16))).status).toBe(200)
})

test('what an extension freezes fits the card, and with what is frozen the limit of one use', async () => {
  const own = await lab.card(lab.booker, 25_000)
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({
    deviceId,
    startAt: at(3, 10),
    endAt: at(3, 12),
    payMode: 'immediate',
    fundCardId: own,
  })
  expect(await extend(lab.booker, id, at(3, 13))).toMatchObject({
    status: 422,
    reasons: [{ code: 'CARD_BALANCE', message: '经费卡余额不足（可用 50.00 元，需要 100.00 元）' }],
  })
  const [{ frozen } = {}] = await world.sql<{ frozen: number }>(
    'select frozen_fen::int8 as frozen from fund_card where id = $1',
    [own],
  )
  expect(frozen).toBe(20_000)

  const lent = await lab.card(lab.payer, 100_000)
  await world.sql(
    'insert into fund_card_user (card_id, user_id, per_use_limit_fen, total_limit_fen) values ($1, $2, 30000, 100000)',
    [lent, lab.booker.id],
  )
  const two = await lab.book({
    deviceId,
    startAt: at(4, 10),
    endAt: at(4, 12),
    payMode: 'immediate',
    fundCardId: lent,
  })
  expect((await extend(lab.booker, two.id, at(4, 12.5))).status).toBe(200)
  expect(await extend(lab.booker, two.id, at(4, 13.5))).toMatchObject({
    status: 422,
    reasons: [{ code: 'CARD_PER_USE', message: '超出授权的单次额度（单次 300.00 元，本次 400.00 元）' }],
  })
})

test('who extends what another pays does not read what is on his card', async () => {
  const own = await lab.card(lab.payer, 25_000)
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({
    deviceId,
    startAt: at(3, 10),
    endAt: at(3, 12),
    payMode: 'immediate',
    payerId: lab.payer.id,
  })
  const body = { state: 'awaiting_payer' as const, fundCardId: own }
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body })
  for (const [by, message] of [
    [lab.booker, '经费卡余额不足'],
    [lab.payer, '经费卡余额不足（可用 50.00 元，需要 100.00 元）'],
  ] as const)
    expect(await extend(by, id, at(3, 12.5))).toMatchObject({
      status: 422,
      reasons: [{ code: 'CARD_BALANCE', message }],
    })
})

test('a card that was taken back pays for no longer use, and only its payer reads that it is not his', async () => {
  const owner = await world.person('卡主')
  const lent = await lab.card(owner, 50_000)
  await world.ok(owner, fundCardCalls.authorise, { params: { id: lent, userId: lab.payer.id }, body: {} })
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({
    deviceId,
    startAt: at(3, 10),
    endAt: at(3, 12),
    payMode: 'immediate',
    payerId: lab.payer.id,
  })
  const body = { state: 'awaiting_payer' as const, fundCardId: lent }
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body })
  await world.ok(owner, fundCardCalls.revoke, { params: { id: lent, userId: lab.payer.id } })
  for (const [by, code] of [
    [lab.payer, 'CARD_NOT_YOURS'],
    [lab.booker, 'CARD_NOT_PAYERS'],
  ] as const)
    expect(codes(await extend(by, id, at(3, 12.5)))).toEqual([code])
})

test('a longer use that costs less frees the rest, and a fee is kept of what is left', async () => {
  const card = await lab.card(lab.booker, 100_000)
  const unit = { unitFen: 10_000, unitMinutes: 60, startFen: 0, minUnits: 0 }
  const deviceId = await lab.device(
    { cancel_fee_fen: 5_000, max_minutes: 720 },
    { campus: { ...unit, bands: [{ fromUnits: 9, unitFen: 8_000 }] } },
  )
  await lab.approvals(deviceId)
  const frozen = async () =>
    (
      await world.sql<{ fen: number }>('select frozen_fen::int8 as fen from fund_card where id = $1', [card])
    )[0]?.fen
  const { id } = await lab.book({
    deviceId,
    startAt: at(3, 8),
    endAt: at(3, 16),
    payMode: 'immediate',
    fundCardId: card,
  })
  expect(await frozen()).toBe(80_000)
  expect((await extend(lab.booker, id, at(3, 17))).data).toMatchObject({ estimateFen: 72_000 })
  expect(await frozen()).toBe(72_000)
  await lab.shift(id, -200)
  expect(
    await runJob(
      world.app.deps,
      bookingJobs.find((j) => j.name === 'booking-miss')!,
    ),
  ).toBe(1)
  expect((await world.ok(lab.booker, bookingCalls.get, { params: { id } })).state).toBe('no_show')
  expect(await frozen()).toBe(5_000)
})

test('samples moved to a shorter time are extended with the money that is frozen already', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const card = await lab.card(lab.payer, 100_000)
  await world.sql(
    'insert into fund_card_user (card_id, user_id, per_use_limit_fen, total_limit_fen) values ($1, $2, 40000, 40000)',
    [card, lab.booker.id],
  )
  const { id } = await lab.book({
    deviceId,
    kind: 'sample_delivery',
    startAt: null,
    endAt: null,
    samples: [{ name: '合金', count: 1 }],
    payMode: 'immediate',
    payerId: lab.booker.id,
    fundCardId: card,
  })
  const held = async () => (await world.sql('select held_fen from booking where id = $1', [id]))[0]
  await world.ok(lab.reviewer, bookingCalls.approve, {
    params: { id },
    body: { state: 'awaiting_reviewer', assign: { startAt: at(3, 10), endAt: at(3, 14) } },
  })
  expect(await held()).toEqual({ held_fen: 40_000 })
  const moved = await world.ok(lab.reviewer, bookingCalls.reschedule, {
    params: { id },
    body: { startAt: at(4, 10), endAt: at(4, 12), reason: '探针待更换' },
  })
  expect(moved.estimateFen).toBe(20_000)
  expect(await held()).toEqual({ held_fen: 40_000 })
  // The whole use costs what is frozen: neither the limit of one use nor that of the authorisation is passed.
  expect((await extend(lab.booker, id, at(4, 14))).data).toMatchObject({ estimateFen: 40_000 })
  expect(await held()).toEqual({ held_fen: 40_000 })
  expect(await extend(lab.booker, id, at(4, 15))).toMatchObject({
    status: 422,
    reasons: [{ code: 'CARD_PER_USE' }, { code: 'CARD_TOTAL' }],
  })
})

test('samples go on beyond the hours and the longest use, as far as nobody else comes', async () => {
  const deviceId = await lab.device({ max_minutes: 240 })
  await lab.approvals(deviceId)
  await world.sql('update opening_window set from_minute = 540, to_minute = 1080 where device_id = $1', [
    deviceId,
  ])
  const deliver = async (from: number, to: number) => {
    const { id } = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
    })
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: { startAt: at(3, from), endAt: at(3, to) } },
    })
    return id
  }
  const id = await deliver(19, 25)
  const until = async () => (await world.ok(lab.reviewer, bookingCalls.get, { params: { id } })).extendUntil
  expect(await until()).toBe(at(34, 19))
  await deliver(27, 28)
  expect(await until()).toBe(at(3, 27))
  expect((await extend(lab.reviewer, id, at(3, 25.5))).status).toBe(200)
  expect(await until()).toBe(at(3, 27))
})

test('who agreed to pay before the sum was known is told it when the laboratory sets the time', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({
    deviceId,
    kind: 'sample_delivery',
    startAt: null,
    endAt: null,
    samples: [{ name: '合金', count: 1 }],
    payMode: 'post',
    payerId: lab.payer.id,
  })
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
  expect(await news(id, lab.payer.id, '费用')).toEqual([])
  const approved = await world.ok(lab.reviewer, bookingCalls.approve, {
    params: { id },
    body: { state: 'awaiting_reviewer', assign: { startAt: at(3, 10), endAt: at(3, 15) } },
  })
  expect(approved).toMatchObject({ state: 'awaiting_use', estimateFen: 50_000 })
  expect(await news(id, lab.payer.id, '费用')).toEqual([
    {
      title: '预约人的预约已安排时间，费用已确定',
      body: '提交时费用待确定，现按安排的时间计算。有异议的，请在测试前联系预约人或实验室。',
      link: `/appointment/orderDetail?id=${id}`,
      mail: true,
    },
  ])
})
