import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const get = (id: number, by: Person) => world.ok(by, bookingCalls.get, { params: { id } })
const approve = (id: number, by: Person, body: Record<string, unknown>) =>
  world.send(by, bookingCalls.approve, { params: { id }, body: body as never })
const findState = async (id: number) =>
  (await world.sql<{ state: string }>('select state from booking where id = $1', [id]))[0]?.state
const codes = (answer: { reasons?: { code: string }[] }) => (answer.reasons ?? []).map((r) => r.code)

test('who comes and who pays hear that it was booked and cancelled, each once', async () => {
  const told = async (id: number) => {
    await expect
      .poll(() => world.sql(`select from outbox where kind = 'tell' and state = 'waiting'`))
      .toEqual([])
    const rows = await world.sql<{ line: string }>(
      `select u.name || ' ' || m.title as line from message m join user_account u on u.id = m.user_id
        where m.link = $1`,
      [`/appointment/orderDetail?id=${id}`],
    )
    return rows.map((r) => r.line).toSorted()
  }
  const cancel = (id: number) =>
    world.ok(lab.booker, bookingCalls.cancel, { params: { id }, body: { reason: '计划有变' } })
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const direct = await lab.book({ deviceId, experimenterId: lab.experimenter.id })
  expect(direct.state).toBe('awaiting_use')
  expect(await told(direct.id)).toEqual(['实验人 预约人为您预约了仪器，请按时使用'])
  await cancel(direct.id)
  expect(await told(direct.id)).toEqual([
    '实验人 预约人为您预约了仪器，请按时使用',
    '实验人 预约人取消了预约',
    '审核员 预约人取消了预约',
  ])

  // The experimenter is a reviewer of the device, too.
  const { id, state } = await lab.book({
    deviceId,
    experimenterId: lab.reviewer.id,
    payerId: lab.payer.id,
    payMode: 'post',
  })
  await approve(id, lab.payer, { state })
  await cancel(id)
  expect(await told(id)).toEqual(
    [
      '付款人 预约人取消了预约',
      '付款人 预约人的预约待您确认付款',
      '审核员 预约人取消了预约',
      '审核员 预约已通过，请按时使用',
      '预约人 预约已通过，请按时使用',
    ].toSorted(),
  )
})

describe('self-operated, from the form to the test order', () => {
  test('payer, reviewer, director, use', async () => {
    const { id, state } = await lab.book({ payerId: lab.payer.id, experimenterId: lab.experimenter.id })
    expect(state).toBe('awaiting_payer')
    expect((await get(id, lab.booker)).can.toSorted()).toEqual(['cancel', 'change'])
    expect((await get(id, lab.payer)).can.toSorted()).toEqual(['approve', 'refuse'])
    expect((await get(id, lab.reviewer)).can).toEqual([])
    expect((await get(id, lab.payer)).progress.map((p) => `${p.key} ${p.status} ${p.who}`)).toEqual([
      'create done 预约人',
      'payer current 付款人',
      'reviewer next null',
      'director next null',
      'use next null',
      'test_order next null',
      'end next null',
    ])
    expect((await approve(id, lab.payer, { state })).data).toMatchObject({
      state: 'awaiting_reviewer',
      estimateFen: 20_000,
    })
    expect((await approve(id, lab.reviewer, { state: 'awaiting_reviewer' })).data.state).toBe(
      'awaiting_director',
    )
    expect((await approve(id, lab.director, { state: 'awaiting_director' })).data.state).toBe('awaiting_use')
    const early = await world.send(lab.experimenter, bookingCalls.start, { params: { id } })
    expect([early.status, early.code]).toEqual([422, 'NOT_YET'])
    await lab.shift(id, -5)
    expect((await get(id, lab.experimenter)).can.toSorted()).toEqual(['extend', 'start'])
    expect((await world.ok(lab.experimenter, bookingCalls.start, { params: { id } })).state).toBe('in_use')
    expect((await world.ok(lab.booker, bookingCalls.finish, { params: { id } })).state).toBe(
      'awaiting_test_order',
    )
    const log = await world.sql<{ step: string }>(
      `select event || ' ' || coalesce(from_state, '') || '>' || to_state as step from flow_log where business = 'booking' and row_id = $1 order by id`,
      [id],
    )
    expect(log.map((l) => l.step)).toEqual([
      'create >awaiting_payer',
      'approve awaiting_payer>awaiting_reviewer',
      'approve awaiting_reviewer>awaiting_director',
      'approve awaiting_director>awaiting_use',
      'start awaiting_use>in_use',
      'finish in_use>awaiting_test_order',
    ])
    expect((await world.sql('select id from test_order where booking_id = $1', [id])).length).toBe(1)
    expect(
      (
        await world.sql(
          `select id from approval_task where business = 'booking' and row_id = $1 and state = 'waiting'`,
          [id],
        )
      ).length,
    ).toBe(0)
  })

  test('a payer who books for himself is not asked; a reviewer who books is not his own reviewer', async () => {
    const { id, state } = await lab.book({ startAt: at(2, 14), endAt: at(2, 15) }, lab.reviewer)
    expect(state).toBe('awaiting_reviewer')
    expect((await get(id, lab.reviewer)).can.toSorted()).toEqual(['cancel', 'change'])
    expect((await approve(id, lab.reviewer, { state })).status).toBe(403)
    // The lab's only reviewer is the booker: the director stands in.
    expect((await get(id, lab.director)).progress.find((p) => p.status === 'current')?.who).toBe('主任')
    expect((await approve(id, lab.director, { state })).data.state).toBe('awaiting_director')
  })

  test('on a device he judges, a reviewer is qualified and never his own judge, whoever else he is', async () => {
    const deviceId = await lab.device({ qualification_required: true })
    await world.sql(
      `insert into qualification (user_id, device_id, granted_by, valid_until) values ($1, $2, $3, now() - interval '1 day')`,
      [lab.reviewer.id, deviceId, lab.director.id],
    )
    const both = await world.person('主任兼审核员')
    const only = await lab.device({ qualification_required: true })
    // A laboratory with one person, who is its director and the only reviewer of its device.
    const [own] = await world.sql<{ id: number }>(
      `insert into lab (serial_id, name, dept_id) select 'LABONE', '单人实验室', dept_id from lab where id = $1 returning id`,
      [lab.labId],
    )
    await world.sql('update device set lab_id = $2 where id = $1', [only, own!.id])
    await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
      own!.id,
      both.id,
    ])
    await world.sql(`insert into device_reviewer (device_id, user_id) values ($1, $2)`, [only, both.id])
    const refused = await world.send(lab.booker, bookingCalls.create, {
      body: { deviceId, kind: 'self_operated', startAt: at(5, 8), endAt: at(5, 9), purpose: '无资格' },
    })
    expect(refused.reasons?.map((r) => r.code)).toEqual(['QUALIFICATION_MISSING'])
    let hour = 8
    const walk = async (by: typeof both, on: number, override?: string[]) => {
      const { id } = await lab.book(
        { deviceId: on, startAt: at(5, hour++), endAt: at(5, hour), ...(override && { override }) },
        by,
      )
      const way: string[] = []
      for (;;) {
        const { state, can } = await get(id, by)
        if (!state.startsWith('awaiting_') || state === 'awaiting_use') return [...way, state]
        // Nobody approves their own booking, not even an administrator.
        expect([by.name, state, can.includes('approve')]).toEqual([by.name, state, false])
        expect((await approve(id, by, { state })).status).toBe(403)
        const people = [lab.reviewer, lab.director, both, lab.sysadmin].filter((p) => p.id !== by.id)
        for (const who of people) {
          if ((await approve(id, who, { state })).status !== 200) continue
          way.push(`${state} ${who.name}`)
          break
        }
      }
    }
    expect(await walk(lab.reviewer, deviceId)).toEqual([
      'awaiting_reviewer 主任',
      'awaiting_director 主任',
      'awaiting_use',
    ])
    expect(await walk(both, only)).toEqual([
      'awaiting_reviewer 系统管理员',
      'awaiting_director 系统管理员',
      'awaiting_use',
    ])
    expect(await walk(lab.director, deviceId, ['QUALIFICATION_MISSING'])).toEqual([
      'awaiting_reviewer 审核员',
      'awaiting_director 系统管理员',
      'awaiting_use',
    ])
    expect(await walk(lab.sysadmin, deviceId, ['QUALIFICATION_MISSING'])).toEqual([
      'awaiting_reviewer 审核员',
      'awaiting_director 主任',
      'awaiting_use',
    ])
  })

  test('refused by whoever is awaited, with a reason', async () => {
    const { id, state } = await lab.book({ startAt: at(2, 16), endAt: at(2, 17) })
    const without = await world.send(lab.reviewer, bookingCalls.refuse, {
      params: { id },
      body: { state: state as 'awaiting_reviewer', reason: ' ' },
    })
    expect(without.status).toBe(400)
    expect(
      (
        await world.ok(lab.reviewer, bookingCalls.refuse, {
          params: { id },
          body: { state: 'awaiting_reviewer', reason: '样品不适合' },
        })
      ).state,
    ).toBe('refused')
    const detail = await get(id, lab.booker)
    expect([detail.reason, detail.can, detail.cancelTerms]).toEqual(['样品不适合', [], null])
    expect(detail.progress.at(-1)).toMatchObject({
      key: 'end',
      status: 'stopped',
      title: '已驳回',
      who: '审核员',
    })
    // The time is free again.
    await lab.book({ startAt: at(2, 16), endAt: at(2, 17) })
  })

  test('of two who act at once one acts, the other is told who was first', async () => {
    const { id } = await lab.book({ startAt: at(2, 18), endAt: at(2, 19) })
    const both = await Promise.all([
      approve(id, lab.reviewer, { state: 'awaiting_reviewer' }),
      world.send(lab.reviewer, bookingCalls.refuse, {
        params: { id },
        body: { state: 'awaiting_reviewer', reason: '重复' },
      }),
    ])
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
    expect(both.find((a) => a.status === 409)?.message).toMatch(/^审核员 已于 \d\d:\d\d 先行处理/)
    expect(
      (await world.sql(`select from flow_log where business = 'booking' and row_id = $1`, [id])).length,
    ).toBe(2)
  })

  test('who agreed to something else than what he saw is told so', async () => {
    const { id } = await lab.book({ startAt: at(2, 20), endAt: at(2, 21), payerId: lab.payer.id })
    const seen = await get(id, lab.payer)
    await world.ok(lab.booker, bookingCalls.change, {
      params: { id },
      body: { startAt: at(2, 20), endAt: at(2, 23), payerId: lab.payer.id, purpose: '更久' },
    })
    expect((await approve(id, lab.payer, { state: seen.state, stateAt: seen.stateAt })).status).toBe(409)
    expect((await get(id, lab.payer)).estimateFen).toBe(30_000)
  })
})

describe('what is refused', () => {
  const judge = (body: Record<string, unknown>, by = lab.booker) =>
    world.ok(by, bookingCalls.judge, {
      body: {
        deviceId: lab.deviceId,
        kind: 'self_operated',
        startAt: at(3, 10),
        endAt: at(3, 11),
        ...body,
      } as never,
    })

  test('every reason at once, with the nearest free slots', async () => {
    const deviceId = await lab.device({
      qualification_required: true,
      pay_modes: ['immediate'],
      admitted_tiers: ['company'],
      notice_minutes: 60 * 24 * 10,
    })
    await world.sql(`update device set status = 'broken', status_note = '真空泵' where id = $1`, [deviceId])
    const answer = await world.send(lab.booker, bookingCalls.create, {
      body: {
        deviceId,
        kind: 'self_operated',
        startAt: at(2, 10.2),
        endAt: at(2, 10.3),
        purpose: '看看',
        payMode: 'post',
        payerId: 999_999_999,
      },
    })
    expect(codes(answer).toSorted()).toEqual([
      'DEVICE_BROKEN',
      'NOTICE',
      'OFF_GRID',
      'PAY_MODE',
      'PERSON_UNKNOWN',
      'QUALIFICATION_MISSING',
      'TIER_NOT_ADMITTED',
      'TOO_SHORT',
    ])
    expect(answer.reasons?.[0]?.message).toBe('仪器故障，暂停预约：真空泵')
    expect(await world.sql('select from booking where device_id = $1', [deviceId])).toEqual([])
  })

  test('a taken time is a conflict that names what is free', async () => {
    const deviceId = await lab.device()
    await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 12) })
    const answer = await world.send(lab.experimenter, bookingCalls.create, {
      body: { deviceId, kind: 'self_operated', startAt: at(3, 11), endAt: at(3, 12), purpose: '看看' },
    })
    expect([answer.status, answer.code]).toEqual([409, 'OVERLAPS'])
    const { alternatives } = answer.data as unknown as {
      alternatives: { startAt: string; endAt: string; seat: number }[]
    }
    expect(alternatives.slice(0, 2)).toEqual([
      { startAt: at(3, 12), endAt: at(3, 13), seat: 1 },
      { startAt: at(3, 9), endAt: at(3, 10), seat: 1 },
    ])
    expect((await judge({ deviceId, startAt: at(3, 11), endAt: at(3, 12) })).alternatives).toEqual(
      alternatives,
    )
  })

  test('quotas hold against two at once', async () => {
    const deviceId = await lab.device({ quota_day_minutes: 120 })
    const answers = await Promise.all(
      [8, 10, 12, 14].map((h) =>
        world.send(lab.booker, bookingCalls.create, {
          body: { deviceId, kind: 'self_operated', startAt: at(4, h), endAt: at(4, h + 1), purpose: '看看' },
        }),
      ),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 422, 422])
    expect(answers.filter((a) => a.status === 422).map(codes)).toEqual([['QUOTA_DAY'], ['QUOTA_DAY']])
  })

  test('a director sets aside what may be, nobody else does, and never a taken time', async () => {
    const deviceId = await lab.device({ max_minutes: 60 })
    const body = {
      deviceId,
      kind: 'self_operated' as const,
      startAt: at(3, 10),
      endAt: at(3, 14),
      purpose: '演示',
      override: ['TOO_LONG', 'OVERLAPS'],
    }
    expect(codes(await world.send(lab.booker, bookingCalls.create, { body }))).toEqual([
      'TOO_LONG',
      'NOT_OVERRIDABLE',
    ])
    const { id } = await world.ok(lab.director, bookingCalls.create, { body })
    expect((await get(id, lab.director)).overridden).toEqual(['TOO_LONG'])
    expect(codes(await world.send(lab.director, bookingCalls.create, { body }))).toEqual(['OVERLAPS'])
  })

  test('what is asked for with somebody else’s card is not answered', async () => {
    const card = await lab.card(lab.payer, 100)
    const answer = await world.send(lab.booker, bookingCalls.create, {
      body: {
        deviceId: lab.deviceId,
        kind: 'self_operated',
        startAt: at(3, 10),
        endAt: at(3, 11),
        purpose: '看看',
        payMode: 'immediate',
        payerId: lab.payer.id,
        fundCardId: card,
      },
    })
    expect(codes(answer)).toEqual(['CARD_OF_PAYER'])
  })

  test('nonsense is a 4xx, whatever it is', async () => {
    const body = {
      deviceId: lab.deviceId,
      kind: 'self_operated',
      startAt: at(3, 10),
      endAt: at(3, 11),
      purpose: '看看',
    }
    const spoilt: Record<string, unknown>[] = [
      { endAt: at(3, 9) },
      { startAt: '9999-12-31T00:00:00Z', endAt: '9999-12-31T01:00:00Z' },
      { startAt: null, endAt: null },
      { deviceId: 1e15 },
      { deviceId: -1 },
      { seat: 0 },
      { seat: 200 },
      { purpose: '\u0000' },
      { purpose: '' },
      { kind: 'sample_delivery' },
      { samples: [{ name: 'x', count: 1.5 }] },
      { attachmentIds: ['00000000-0000-4000-8000-000000000000'] },
      { payMode: 'later' },
      { experimenterId: 999_999_999 },
      { fundCardId: 999_999_999, payMode: 'immediate' },
    ]
    for (const bad of spoilt) {
      const { status, message } = await world.send(lab.booker, bookingCalls.create, {
        body: { ...body, ...bad } as never,
      })
      expect([bad, status >= 400 && status < 500, /[\u4e00-\u9fff]/.test(message)]).toEqual([bad, true, true])
    }
    // An unknown id gets the same refusal as another person's booking.
    expect((await world.send(lab.booker, bookingCalls.get, { params: { id: 999_999_999 } })).status).toBe(403)
    expect((await world.send(lab.sysadmin, bookingCalls.get, { params: { id: 999_999_999 } })).status).toBe(
      404,
    )
  })
})

describe('seats', () => {
  test('are taken one after another, each by itself', async () => {
    const deviceId = await lab.device({ capacity: 3 })
    const seats = []
    for (let i = 0; i < 3; i++) seats.push((await lab.book({ deviceId, ...(i === 0 && { seat: 2 }) })).seat)
    expect(seats).toEqual([2, 1, 3])
    const full = await world.send(lab.booker, bookingCalls.create, {
      body: { deviceId, kind: 'self_operated', startAt: at(2, 10), endAt: at(2, 12), purpose: '看看' },
    })
    expect(full.status).toBe(409)
  })
})

describe('money', () => {
  const sums = async (card: number) =>
    (
      await world.sql<{ balance: number; frozen: number }>(
        'select balance_fen as balance, frozen_fen as frozen from fund_card where id = $1',
        [card],
      )
    )[0]

  test('immediate: frozen with the last approval, freed when it comes to nothing', async () => {
    const card = await lab.card(lab.booker, 50_000)
    const deviceId = await lab.device()
    const missing = await world.send(lab.booker, bookingCalls.create, {
      body: {
        deviceId,
        kind: 'self_operated',
        startAt: at(5, 10),
        endAt: at(5, 12),
        purpose: '看看',
        payMode: 'immediate',
      },
    })
    expect(codes(missing)).toEqual(['FUND_CARD_MISSING'])
    const { id } = await lab.book({
      deviceId,
      startAt: at(5, 10),
      endAt: at(5, 12),
      payMode: 'immediate',
      fundCardId: card,
    })
    expect(await sums(card)).toEqual({ balance: 50_000, frozen: 0 })
    await approve(id, lab.reviewer, { state: 'awaiting_reviewer' })
    expect((await approve(id, lab.director, { state: 'awaiting_director' })).data.state).toBe('awaiting_use')
    expect(await sums(card)).toEqual({ balance: 50_000, frozen: 20_000 })
    expect((await get(id, lab.booker)).heldFen).toBe(20_000)
    expect(
      (await world.ok(lab.booker, bookingCalls.extend, { params: { id }, body: { endAt: at(5, 13) } }))
        .estimateFen,
    ).toBe(30_000)
    expect(
      (await world.ok(lab.booker, bookingCalls.extend, { params: { id }, body: { endAt: at(5, 14) } }))
        .estimateFen,
    ).toBe(40_000)
    expect(await sums(card)).toEqual({ balance: 50_000, frozen: 40_000 })
    const tooMuch = await world.send(lab.booker, bookingCalls.extend, {
      params: { id },
      body: { endAt: at(5, 16) },
    })
    expect(codes(tooMuch)).toEqual(['CARD_BALANCE'])
    await world.ok(lab.director, bookingCalls.revoke, { params: { id }, body: { reason: '停电' } })
    expect(await sums(card)).toEqual({ balance: 50_000, frozen: 0 })
    expect((await get(id, lab.booker)).heldFen).toBe(0)
  })

  test('without any approval it is frozen at once, also when the first seat is lost', async () => {
    const card = await lab.card(lab.booker, 30_000)
    const deviceId = await lab.device({ capacity: 2 })
    await lab.approvals(deviceId)
    const results = await Promise.all(
      [1, 2].map(() =>
        lab.book({ deviceId, startAt: at(5, 10), endAt: at(5, 11), payMode: 'immediate', fundCardId: card }),
      ),
    )
    expect(results.map((r) => r.seat).toSorted()).toEqual([1, 2])
    expect(await sums(card)).toEqual({ balance: 30_000, frozen: 20_000 })
    expect(
      (
        await world.sql<{ held: number }>(
          'select sum(held_fen)::int8 as held from booking where device_id = $1',
          [deviceId],
        )
      )[0]?.held,
    ).toBe(20_000)
    const answer = await world.send(lab.booker, bookingCalls.create, {
      body: {
        deviceId,
        kind: 'self_operated',
        startAt: at(5, 12),
        endAt: at(5, 14),
        purpose: '看看',
        payMode: 'immediate',
        fundCardId: card,
      },
    })
    expect(codes(answer)).toEqual(['CARD_BALANCE'])
  })

  test('who owns the card hears that it did not cover a booking, an extension or the last of several approvals', async () => {
    const owner = await world.person('卡主')
    const card = await lab.card(owner, 15_000)
    const deviceId = await lab.device()
    const told = async () => {
      const rows = await world.sql<{ body: string }>(
        `select payload->>'body' as body from outbox where kind = 'tell' and payload->'userIds' = $1 and payload->>'title' like '%未能付款' order by id`,
        [JSON.stringify([owner.id])],
      )
      await world.sql('update fund_card_short set told_on = told_on - 1')
      return rows.map((r) => r.body.slice(r.body.lastIndexOf('（')))
    }
    await world.ok(owner, fundCardCalls.authorise, { params: { id: card, userId: lab.booker.id }, body: {} })
    const wish = (day: number, to: number) => ({
      deviceId,
      startAt: at(day, 10),
      endAt: at(day, to),
      payMode: 'immediate' as const,
      fundCardId: card,
    })
    const body = { ...wish(6, 12), kind: 'self_operated' as const, purpose: '看看' }
    expect((await world.ok(lab.booker, bookingCalls.judge, { body })).reasons.map((r) => r.code)).toEqual([
      'CARD_BALANCE',
    ])
    expect(await told(), 'looking at the price is no attempt').toEqual([])
    expect(codes(await world.send(lab.booker, bookingCalls.create, { body }))).toEqual(['CARD_BALANCE'])
    const lacks = ['（200.00 元）未成功：可用余额差 50.00 元。']
    expect(await told()).toEqual(lacks)
    const [one, two] = [await lab.book(wish(6, 11)), await lab.book(wish(5, 11))]
    for (const { id } of [one, two]) await approve(id, lab.reviewer, { state: 'awaiting_reviewer' })
    await approve(one.id, lab.director, { state: 'awaiting_director' })
    expect(
      codes(
        await world.send(lab.booker, bookingCalls.extend, {
          params: { id: one.id },
          body: { endAt: at(6, 12) },
        }),
      ),
    ).toEqual(['CARD_BALANCE'])
    lacks.push('（100.00 元）未成功：可用余额差 50.00 元。')
    expect(await told()).toEqual(lacks)
    const { verdicts } = await world.ok(lab.director, bookingCalls.decide, {
      body: { event: 'approve', items: [{ id: two.id, state: 'awaiting_director' }] },
    })
    expect(verdicts).toMatchObject([{ ok: false }])
    expect(await told()).toEqual([...lacks, '（100.00 元）未成功：可用余额差 50.00 元。'])
  })

  test('a card that was taken away since stops the last approval, and its payer is asked for another one', async () => {
    const owner = await world.person('卡主')
    const [lent, own] = [await lab.card(owner, 50_000), await lab.card(lab.booker, 50_000)]
    await world.ok(owner, fundCardCalls.authorise, { params: { id: lent, userId: lab.booker.id }, body: {} })
    const { id } = await lab.book({
      deviceId: await lab.device(),
      startAt: at(5, 10),
      endAt: at(5, 12),
      payMode: 'immediate',
      fundCardId: lent,
    })
    await world.ok(owner, fundCardCalls.revoke, { params: { id: lent, userId: lab.booker.id } })
    const byReviewer = await approve(id, lab.reviewer, { state: 'awaiting_reviewer' })
    expect(byReviewer.data.state).toBe('awaiting_director')
    expect(codes(await approve(id, lab.director, { state: 'awaiting_director' }))).toEqual(['CARD_LOST'])
    expect(await get(id, lab.booker)).toMatchObject({
      state: 'awaiting_payer',
      can: expect.arrayContaining(['approve']),
    })
    const named = await approve(id, lab.booker, { state: 'awaiting_payer', fundCardId: own })
    // The reviewer, who had agreed, is not asked again.
    expect(named.data.state).toBe('awaiting_director')
    const last = await approve(id, lab.director, { state: 'awaiting_director' })
    expect(last.data.state).toBe('awaiting_use')
    expect([await sums(lent), await sums(own)]).toEqual([
      { balance: 50_000, frozen: 0 },
      { balance: 50_000, frozen: 20_000 },
    ])
  })

  test('another payer agrees also where he pays later and every other approval is left out', async () => {
    const deviceId = await lab.device()
    await lab.approvals(deviceId)
    const { id, state } = await lab.book({ deviceId, payMode: 'post', payerId: lab.payer.id })
    expect(state).toBe('awaiting_payer')
    expect(await approve(id, lab.payer, { state: 'awaiting_payer' })).toMatchObject({
      data: { state: 'awaiting_use' },
    })
  })

  test('another payer names his card when he agrees', async () => {
    const card = await lab.card(lab.payer, 20_000)
    const deviceId = await lab.device()
    await lab.approvals(deviceId)
    // The policy requires no approval, but a card must be named.
    const { id, state } = await lab.book({ deviceId, payMode: 'immediate', payerId: lab.payer.id })
    expect(state).toBe('awaiting_payer')
    expect(codes(await approve(id, lab.payer, { state }))).toEqual(['FUND_CARD_MISSING'])
    expect((await approve(id, lab.payer, { state, fundCardId: card })).data.state).toBe('awaiting_use')
    expect(await sums(card)).toEqual({ balance: 20_000, frozen: 20_000 })
    expect([(await get(id, lab.payer)).fundCard?.name, (await get(id, lab.booker)).fundCard?.name]).toEqual([
      '课题经费',
      null,
    ])
  })
})

describe('delivered samples', () => {
  const samples = [
    { name: '合金', count: 2, hazard: '无' },
    { name: '粉末', count: 1, returnWanted: true },
  ]
  test('the reviewer gives the time; samples come, are tested, go back', async () => {
    const deviceId = await lab.device(
      {},
      { campus: { unitFen: 5000, unitMinutes: 0, startFen: 0, minUnits: 0, bands: [] } },
      'per_sample',
    )
    const { id, state } = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples,
    })
    expect(state).toBe('awaiting_reviewer')
    expect((await get(id, lab.booker)).lacksSum).toBe(false)
    const without = await approve(id, lab.reviewer, { state })
    expect([without.status, without.code]).toEqual([422, 'PERIOD_MISSING'])
    const assigned = await approve(id, lab.reviewer, {
      state,
      assign: { startAt: at(3, 9), endAt: at(3, 11) },
    })
    expect(assigned.data).toMatchObject({
      state: 'awaiting_director',
      startAt: at(3, 9),
      estimateFen: 15_000,
    })
    await approve(id, lab.director, { state: 'awaiting_director' })
    const detail = await get(id, lab.reviewer)
    expect(detail.samples.map((s) => s.can)).toEqual([['receive'], ['receive']])
    expect((await get(id, lab.booker)).samples.map((s) => s.can)).toEqual([[], []])
    const ids = detail.samples.map((s) => s.id)
    expect(
      (
        await world.send(lab.booker, bookingCalls.samples, {
          params: { id },
          body: { event: 'receive', sampleIds: ids },
        })
      ).status,
    ).toBe(403)
    const heard = new Set<string>()
    const stop = world.app.deps.live.subscribe([`user:${lab.booker.id}`], (topic) => heard.add(topic))
    await world.ok(lab.reviewer, bookingCalls.samples, {
      params: { id },
      body: { event: 'receive', sampleIds: ids },
    })
    await expect
      .poll(() => [...heard], { message: 'whoever looks at the booking sees that they came' })
      .toEqual([`user:${lab.booker.id}`])
    stop()
    await lab.shift(id, -10)
    await world.ok(lab.reviewer, bookingCalls.start, { params: { id } })
    await world.ok(lab.reviewer, bookingCalls.finish, { params: { id } })
    await world.asSystem(async (ctx) => (await import('./booking.service.ts')).complete(ctx, id))
    expect((await get(id, lab.booker)).samples.map((s) => s.state)).toEqual(['tested', 'tested'])
    await world.ok(lab.reviewer, bookingCalls.samples, {
      params: { id },
      body: { event: 'return', sampleIds: [ids[1]!] },
    })
    const done = await get(id, lab.booker)
    expect([done.state, done.samples.map((s) => s.state)]).toEqual(['done', ['tested', 'returned']])
    expect(done.history.map((h) => h.title)).toContain('退还：粉末')
  })

  test('what has come stays as it was declared when the booking changes', async () => {
    const deviceId = await lab.device()
    await lab.approvals(deviceId)
    const card = await lab.card(lab.booker, 100_000)
    const body = { startAt: at(3, 9), endAt: at(3, 11), samples, purpose: '形貌表征', fundCardId: card }
    const { id } = await lab.book({ ...body, deviceId, kind: 'sample_delivery', payMode: 'immediate' })
    await approve(id, lab.reviewer, { state: 'awaiting_reviewer' })
    const [alloy] = (await get(id, lab.reviewer)).samples
    await world.ok(lab.reviewer, bookingCalls.samples, {
      params: { id },
      body: { event: 'receive', sampleIds: [alloy!.id] },
    })
    await world.ok(lab.finance, fundCardCalls.suspend, { params: { id: card }, body: { reason: '项目审计' } })
    const change = (given: object[]) =>
      world.send(lab.booker, bookingCalls.change, {
        params: { id },
        body: { ...body, samples: given as typeof samples, payMode: 'post', fundCardId: null },
      })
    const [one, other] = samples
    for (const given of [[other!], [{ ...one!, count: 3 }, other!]])
      expect(await change(given)).toMatchObject({
        status: 422,
        code: 'SAMPLES_IN_LAB',
        reasons: [{ field: 'samples', message: '实验室已收的样品，其登记内容不能修改或删除：合金' }],
      })
    const third = { name: '薄膜', count: 1 }
    expect((await change([third, ...samples])).code).toBe(0)
    expect((await get(id, lab.booker)).samples.map((s) => `${s.name} ${s.count} ${s.state}`)).toEqual([
      '合金 2 received',
      '薄膜 1 declared',
      '粉末 1 declared',
    ])
    // Two samples of the same name are two samples.
    expect((await change([one!, one!])).code).toBe(0)
    expect((await get(id, lab.booker)).samples.map((s) => `${s.name} ${s.state}`)).toEqual([
      '合金 received',
      '合金 declared',
    ])
  })

  test('a taken time is not assigned, and the answer names what is free', async () => {
    const deviceId = await lab.device()
    await lab.book({ deviceId, startAt: at(3, 9), endAt: at(3, 11) })
    const { id, state } = await lab.book(
      { deviceId, kind: 'sample_delivery', startAt: null, endAt: null, samples },
      lab.experimenter,
    )
    const answer = await approve(id, lab.reviewer, {
      state,
      assign: { startAt: at(3, 10), endAt: at(3, 12) },
    })
    expect([answer.status, answer.code]).toEqual([409, 'OVERLAPS'])
    expect((answer.data as unknown as { alternatives: unknown[] }).alternatives[0]).toMatchObject({
      startAt: at(3, 11),
      endAt: at(3, 13),
    })
    expect(await findState(id)).toBe('awaiting_reviewer')
  })
})

describe('many at once', () => {
  test('each for itself, with a verdict', async () => {
    const deviceId = await lab.device()
    const [before] = await world.sql<{ id: number }>('select max(id) as id from approval_task')
    const ids: number[] = []
    for (let h = 8; h < 12; h++)
      ids.push((await lab.book({ deviceId, startAt: at(6, h), endAt: at(6, h + 1) })).id)
    const sent = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
    })
    const query = { after: String(before?.id ?? 0), size: 100 }
    const { items } = await world.ok(lab.reviewer, approvalCalls.tasks, { query })
    const listSingle = (all: number[]) => all.map((id) => items.find((t) => t.rowId === id)?.single)
    // The inbox knows beforehand which of them a yes alone would not do for.
    expect(listSingle([...ids, sent.id])).toEqual([false, false, false, false, true])
    await world.ok(lab.booker, bookingCalls.cancel, { params: { id: ids[1]! }, body: {} })
    const { verdicts } = await world.ok(lab.reviewer, bookingCalls.decide, {
      body: {
        event: 'approve',
        items: [...ids, sent.id].map((id) => ({ id, state: 'awaiting_reviewer' as const })),
      },
    })
    expect(verdicts.map((v) => v.ok)).toEqual([true, false, true, true, false])
    expect(verdicts[1]?.message).toContain('预约人 已于')
    expect(verdicts[4]?.message).toBe('送样预约需逐条安排测试时间')
    expect(await findState(ids[0]!)).toBe('awaiting_director')
    const others = await world.ok(lab.outsider, bookingCalls.decide, {
      body: { event: 'refuse', reason: '不行', items: [{ id: ids[0]!, state: 'awaiting_director' }] },
    })
    expect(others.verdicts.map((v) => v.ok)).toEqual([false])
  })

  test('none that was changed since it was seen in the list or the inbox, though it waits again', async () => {
    const { id } = await lab.book({ startAt: at(6, 20), endAt: at(6, 21), payerId: lab.payer.id })
    const see = async () => {
      const page = await world.ok(lab.payer, bookingCalls.list, { query: { scope: 'payer' } })
      const inbox = await world.ok(lab.payer, approvalCalls.tasks, { query: { size: 100 } })
      return {
        stateAt: page.items.find((b) => b.id === id)?.stateAt,
        task: inbox.items.find((t) => t.rowId === id)?.id,
      }
    }
    const decide = async (seen: object, event: 'approve' | 'refuse' = 'approve') =>
      (
        await world.ok(lab.payer, bookingCalls.decide, {
          body: { event, reason: '已阅', items: [{ id, state: 'awaiting_payer', ...seen }] },
        })
      ).verdicts[0]
    const { stateAt, task } = await see()
    expect(typeof task).toBe('number')
    await world.ok(lab.booker, bookingCalls.change, {
      params: { id },
      body: { startAt: at(6, 20), endAt: at(6, 23), payerId: lab.payer.id, purpose: '更久' },
    })
    for (const seen of [{ stateAt }, { task }]) {
      const verdict = await decide(seen)
      expect(verdict).toMatchObject({ ok: false })
      expect(verdict?.message).toContain('预约人 已于')
    }
    const alone = await world.send(lab.payer, bookingCalls.refuse, {
      params: { id },
      body: { state: 'awaiting_payer', stateAt, reason: '不付' },
    })
    expect(alone.status).toBe(409)
    expect(await findState(id)).toBe('awaiting_payer')
    expect(await decide(await see())).toMatchObject({ ok: true })
  })
})
