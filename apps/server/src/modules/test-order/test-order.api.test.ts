import { SAMPLES_TOTAL_MAX } from '@portal/contract/booking/body'
import { bookingCalls } from '@portal/contract/booking/calls'
import { testOrderCalls, type TestOrderState } from '@portal/contract/test-order/test-order'
import { describe, expect, test } from 'vitest'
import { emptyCaches } from '../../kernel/cache.ts'
import { runJob } from '../../kernel/jobs.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { approvalJobs } from '../approval/approval.jobs.ts'
import { createDraft } from './test-order.service.ts'

const { world, s } = await sceneWorld()

const info = (who: Person, id: number) => world.ok(who, testOrderCalls.get, { query: { id } })
const audit = (
  who: Person,
  id: number,
  state: TestOrderState,
  verdict: 'approve' | 'return' = 'approve',
  reason?: string,
) => world.ok(who, testOrderCalls.audit, { body: { items: [{ id, state }], verdict, reason } })
const form = { startAt: '2026-01-05T02:00:00Z', endAt: '2026-01-05T04:00:00Z', sampleCount: 2 }
const bookingState = async (id: number) =>
  (
    await world.sql<{ state: string }>(
      'select b.state from booking b join test_order t on t.booking_id = b.id where t.id = $1',
      [id],
    )
  )[0]?.state

describe('from the end of the use to what is to be paid', () => {
  test('a draft is there once, filled in from the booking: as planned, the bill is the estimate', async () => {
    const bookingId = await s.finished()
    await world.asSystem((ctx) => createDraft(ctx, bookingId))
    await world.asSystem((ctx) => createDraft(ctx, bookingId))
    const order = await world.ok(s.reviewer, testOrderCalls.measureInfo, { query: { bookingId } })
    expect(order).toMatchObject({
      state: 'draft',
      totalFen: 12_000,
      estimateFen: 12_000,
      sampleCount: 1,
      can: ['fill', 'submit'],
    })
    expect(order.bill.lines).toEqual(order.quote.lines)
    expect(order.startAt).toBe(order.planStartAt)
    expect(order.progress.map((p) => [p.key, p.status, p.who])).toEqual([
      ['fill', 'current', '审核员'],
      ['director', 'next', null],
      ['booker', 'next', null],
      ['settlement', 'next', null],
    ])
  })

  test('filled in, approved, confirmed: each one sees what he can do', async () => {
    const id = await s.draft()
    const preview = await world.ok(s.reviewer, testOrderCalls.preview, {
      params: { id },
      body: { ...form, materials: [{ label: '导电胶', quantity: 2, unitFen: 500 }] },
    })
    expect(preview).toMatchObject({ totalFen: 25_000 })
    const saved = await world.ok(s.reviewer, testOrderCalls.save, {
      params: { id },
      body: {
        ...form,
        materials: [{ label: '导电胶', quantity: 2, unitFen: 500 }],
        discounts: [{ percent: 10, reason: '教学优惠' }],
        result: '颗粒均匀',
      },
    })
    expect(saved).toMatchObject({
      totalFen: 22_500,
      result: '颗粒均匀',
      startAt: '2026-01-05T02:00:00.000Z',
      filledBy: { name: '审核员' },
    })
    expect((await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })).state).toBe(
      'awaiting_director',
    )
    expect((await info(s.director, id)).can).toEqual(['approve', 'return'])
    expect((await info(s.booker, id)).can).toEqual([])
    expect(await audit(s.director, id, 'awaiting_director')).toEqual([
      { id, ok: true, state: 'awaiting_booker', message: '已通过' },
    ])
    expect((await info(s.booker, id)).can).toEqual(['confirm', 'return'])
    await audit(s.booker, id, 'awaiting_booker')
    const done = await info(s.payer, id)
    expect(done).toMatchObject({ state: 'confirmed', confirmedBySystem: false, can: ['settle'] })
    expect(done.history.map((h) => h.title)).toEqual(['生成测试单', '填写', '提交', '审核通过', '确认'])
    expect(done.progress.map((p) => [p.key, p.status])).toEqual([
      ['fill', 'done'],
      ['director', 'done'],
      ['booker', 'done'],
      ['settlement', 'current'],
    ])
    expect(await bookingState(id)).toBe('done')
    // The booking's page shows the state of its bill.
    const bill = async () =>
      (await world.ok(s.booker, bookingCalls.get, { params: { id: done.bookingId } })).bill?.state
    expect(await bill()).toBe('open')
    await world.sql(`update test_order set state = 'settled' where id = $1`, [id])
    expect(await bill()).toBe('settled')
    await world.sql(`update test_order set state = 'confirmed' where id = $1`, [id])
  })

  test('director and booker send it back with a reason, and the round starts again', async () => {
    const id = await s.draft()
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    expect(
      await world.send(s.director, testOrderCalls.audit, {
        body: { items: [{ id, state: 'awaiting_director' }], verdict: 'return' },
      }),
    ).toMatchObject({ status: 400, message: '请填写原因' })
    await audit(s.director, id, 'awaiting_director', 'return', '时间不对')
    expect(await info(s.reviewer, id)).toMatchObject({
      state: 'draft',
      reason: '时间不对',
      can: ['fill', 'submit'],
    })
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    await audit(s.director, id, 'awaiting_director')
    await audit(s.booker, id, 'awaiting_booker', 'return', '样品数不对')
    const back = await info(s.reviewer, id)
    expect(back).toMatchObject({ state: 'draft', reason: '样品数不对' })
    expect(back.progress.map((p) => p.status)).toEqual(['current', 'next', 'next', 'next'])
  })

  test('a bill of nothing settles itself, and what was frozen is free again', async () => {
    const cardId = await s.card(s.payer, 50_000)
    const id = await s.draft({ holdOn: cardId })
    await world.ok(s.reviewer, testOrderCalls.save, {
      params: { id },
      body: { ...form, discounts: [{ percent: 100, reason: '教学免费' }] },
    })
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    await audit(s.director, id, 'awaiting_director')
    expect(await audit(s.booker, id, 'awaiting_booker')).toMatchObject([{ ok: true, state: 'settled' }])
    expect(await world.sql('select frozen_fen as f from fund_card where id = $1', [cardId])).toEqual([
      { f: 0 },
    ])
  })

  test('a booker who stays silent has confirmed after a week, and the log says who did it', async () => {
    const id = await s.draft()
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    await audit(s.director, id, 'awaiting_director')
    const due = approvalJobs.find((j) => j.name === 'approval-due')
    if (!due) throw new Error('the job is there')
    await runJob(world.app.deps, due, new Date(Date.now() + 6 * 86_400_000))
    expect((await info(s.booker, id)).state).toBe('awaiting_booker')
    await runJob(world.app.deps, due, new Date(Date.now() + 8 * 86_400_000))
    const order = await info(s.booker, id)
    expect(order).toMatchObject({ state: 'confirmed', confirmedBySystem: true })
    expect(order.history.at(-1)).toMatchObject({ event: 'confirm', who: '系统' })
  })

  test('silence confirms no bill of people for whom the policy only reminds', async () => {
    await world.sql(
      `insert into approval_policy (business, step, user_type, required, timeout_hours, on_timeout)
        select 'test_order', 'booker', user_type, true, 72, 'remind' from user_account where id = $1`,
      [s.booker.id],
    )
    emptyCaches(world.app.deps.live)
    const id = await s.draft()
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    await audit(s.director, id, 'awaiting_director')
    const due = approvalJobs.find((j) => j.name === 'approval-due')
    if (!due) throw new Error('the job is there')
    await runJob(world.app.deps, due, new Date(Date.now() + 8 * 86_400_000))
    expect((await info(s.booker, id)).state).toBe('awaiting_booker')
    await world.sql('delete from approval_policy')
    emptyCaches(world.app.deps.live)
  })

  test('the policy leaves steps out', async () => {
    await world.sql(
      `insert into approval_policy (business, step, device_id, required) values ('test_order', 'director', $1, false)`,
      [s.deviceId],
    )
    const submitNew = async () =>
      (await world.ok(s.reviewer, testOrderCalls.submit, { params: { id: await s.draft() } })).state
    try {
      expect(await submitNew()).toBe('awaiting_booker')
    } finally {
      await world.sql('delete from approval_policy')
    }
    expect(await submitNew()).toBe('awaiting_director')
  })
})

test('of two who fill in one order neither overwrites nor hands on what he has not seen', async () => {
  const id = await s.draft()
  const { revision } = await info(s.reviewer, id)
  const save = (sampleCount: number, seen: number) =>
    world.send(s.reviewer, testOrderCalls.save, {
      params: { id },
      body: { ...form, sampleCount, revision: seen },
    })
  const submit = (seen: number) =>
    world.send(s.reviewer, testOrderCalls.submit, { params: { id }, body: { revision: seen } })
  expect(await save(3, revision)).toMatchObject({ status: 200, data: { revision: revision + 1 } })
  for (const late of [await save(1, revision), await submit(revision)]) {
    expect(late).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(late.message).toMatch(/^审核员 于 .+ 保存了测试单/)
  }
  expect(await info(s.reviewer, id)).toMatchObject({ state: 'draft', sampleCount: 3, totalFen: 36_000 })
  // At the same moment: one of them.
  const both = await Promise.all([save(1, revision + 1), save(2, revision + 1)])
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  expect(await submit(revision + 2)).toMatchObject({ data: { state: 'awaiting_director' } })
})

describe('who may', () => {
  test('nobody fills in the bill of his own booking, nor approves what he filled in', async () => {
    const own = await s.draft({ bookerId: s.reviewer.id })
    expect(
      await world.send(s.reviewer, testOrderCalls.save, { params: { id: own }, body: form }),
    ).toMatchObject({ status: 403 })
    // The only reviewer is the booker, so the director fills it in and then cannot approve it.
    await world.ok(s.director, testOrderCalls.save, { params: { id: own }, body: form })
    await world.ok(s.director, testOrderCalls.submit, { params: { id: own } })
    expect(await audit(s.director, own, 'awaiting_director')).toMatchObject([{ ok: false }])
  })

  test('in each state each person does what the server said he can, and nothing else', async () => {
    const reach: Record<string, (id: number) => Promise<unknown>> = {
      draft: async () => {},
      awaiting_director: (id) => world.ok(s.reviewer, testOrderCalls.submit, { params: { id } }),
      awaiting_booker: async (id) => [
        await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } }),
        await audit(s.director, id, 'awaiting_director'),
      ],
    }
    for (const state of ['draft', 'awaiting_director', 'awaiting_booker'] as const) {
      for (const who of [s.reviewer, s.director, s.booker, s.payer, s.finance, s.outsider]) {
        const id = await s.draft()
        await reach[state]?.(id)
        const seen = await world.send(who, testOrderCalls.get, { query: { id } })
        const can = seen.status === 200 ? seen.data.can : []
        const fill = await world.send(who, testOrderCalls.save, { params: { id }, body: form })
        expect([state, who.name, 'fill', fill.status === 200]).toEqual([
          state,
          who.name,
          'fill',
          can.includes('fill'),
        ])
        const [verdict] = await audit(who, id, state)
        expect([state, who.name, 'yes', verdict?.ok]).toEqual([
          state,
          who.name,
          'yes',
          can.includes('approve') || can.includes('confirm'),
        ])
      }
    }
  })

  test('an outsider sees nothing of it, on any list', async () => {
    const id = await s.confirmed()
    expect(await world.send(s.outsider, testOrderCalls.get, { query: { id } })).toMatchObject({ status: 403 })
    expect(await world.send(s.outsider, testOrderCalls.get, { query: { id: 99_999_999 } })).toMatchObject({
      status: 403,
    })
    for (const call of [
      testOrderCalls.mine,
      testOrderCalls.measureList,
      testOrderCalls.awaitingMe,
      testOrderCalls.auditedByMe,
    ]) {
      expect((await world.ok(s.outsider, call, { query: {} })).total).toBe(0)
    }
    expect(await world.send(s.outsider, testOrderCalls.settleList, { query: {} })).toMatchObject({
      status: 403,
    })
    expect(
      await world.send(s.outsider, testOrderCalls.audit, {
        body: { items: [{ id, state: 'confirmed' }], verdict: 'approve' },
      }),
    ).toMatchObject({ data: [{ ok: false, message: '测试单不存在或已被删除' }] })
  })

  test('lists: mine, mine to look after, waiting for me, dealt with by me, all', async () => {
    const id = await s.draft()
    const find = async (who: Person, call: typeof testOrderCalls.mine) =>
      (await world.ok(who, call, { query: { size: 1000 } })).items.find((o) => o.id === id)
    expect(await find(s.booker, testOrderCalls.mine)).toMatchObject({ can: [] })
    expect(await find(s.payer, testOrderCalls.mine)).toBeDefined()
    expect(await find(s.reviewer, testOrderCalls.measureList)).toMatchObject({ can: ['fill', 'submit'] })
    expect(await find(s.director, testOrderCalls.measureList)).toMatchObject({ can: [] })
    expect(await find(s.reviewer, testOrderCalls.awaitingMe)).toBeDefined()
    expect(await find(s.director, testOrderCalls.awaitingMe)).toBeUndefined()
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    expect(await find(s.director, testOrderCalls.awaitingMe)).toMatchObject({ can: ['approve', 'return'] })
    await audit(s.director, id, 'awaiting_director')
    expect(await find(s.director, testOrderCalls.auditedByMe)).toBeDefined()
    expect(
      (
        await world.ok(s.finance, testOrderCalls.settleList, {
          query: { keyword: `CS${String(id).padStart(8, '0')}` },
        })
      ).items,
    ).toMatchObject([{ id }])
    expect(
      (
        await world.ok(s.finance, testOrderCalls.settleList, {
          query: { keyword: '预约', state: 'draft', order_by: 'totalFen asc', from: '2026-01-01' },
        })
      ).totalExact,
    ).toBe(true)
    expect(
      await world.send(s.finance, testOrderCalls.settleList, { query: { order_by: 'secret asc' } }),
    ).toMatchObject({ status: 400 })
  })
})

describe('at once and at odds', () => {
  test('of ten who agree at once one agrees', async () => {
    const id = await s.draft()
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => audit(s.director, id, 'awaiting_director')),
    )
    expect(verdicts.flat().filter((v) => v.ok)).toHaveLength(1)
    expect(verdicts.flat().find((v) => !v.ok)?.message).toContain('先行处理')
    expect((await info(s.director, id)).history.filter((h) => h.event === 'approve')).toHaveLength(1)
  })

  test('one bad row of a batch holds back none of the others', async () => {
    const ids = [await s.draft(), await s.draft()]
    for (const id of ids) await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    const draft = await s.draft()
    const items = [...ids, draft].map((id) => ({ id, state: 'awaiting_director' as const }))
    const verdicts = await world.ok(s.director, testOrderCalls.audit, { body: { items, verdict: 'approve' } })
    expect(verdicts.map((v) => [v.id, v.ok])).toEqual([
      [ids[0], true],
      [ids[1], true],
      [draft, false],
    ])
  })

  test.each([
    ['a negative discount', { discounts: [{ amountFen: -1, reason: '优惠' }] }],
    ['a part of a fen', { materials: [{ label: '胶', quantity: 1, unitFen: 0.5 }] }],
    ['an amount beyond measure', { extras: [{ label: '加急', amountFen: 1e15, reason: '加急' }] }],
    ['a discount of both kinds', { discounts: [{ amountFen: 1, percent: 5, reason: '优惠' }] }],
    ['a discount without a reason', { discounts: [{ amountFen: 1, reason: '' }] }],
    ['times back to front', { startAt: form.endAt, endAt: form.startAt }],
    ['the year 9999', { endAt: '9999-12-31T00:00:00Z' }],
    ['half a sample', { sampleCount: 0.5 }],
  ])('%s is refused, and nothing is written', async (_, change) => {
    const id = await s.draft()
    const answer = await world.send(s.reviewer, testOrderCalls.save, {
      params: { id },
      body: { ...form, ...change },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.message).toMatch(/[\u4e00-\u9fff]/)
    expect((await info(s.reviewer, id)).totalFen).toBe(12_000)
  })
})

test('result files: removed while it is a draft, added later too, read by those who may see it', async () => {
  const id = await s.draft()
  const [kept] = await world.ok(s.reviewer, testOrderCalls.addFiles, {
    params: { id },
    files: [{ name: '结果.txt', content: Buffer.from('颗粒 20 nm') }],
  })
  if (!kept) throw new Error('a file was kept')
  expect((await info(s.booker, id)).files).toMatchObject([{ name: '结果.txt', url: kept.url }])
  const read = (who: Person) => world.app.inject({ url: kept.url, headers: { authorization: who.token } })
  expect((await read(s.booker)).body).toBe('颗粒 20 nm')
  expect((await read(s.outsider)).statusCode).toBe(403)
  expect(
    await world.send(s.booker, testOrderCalls.addFiles, {
      params: { id },
      files: [{ name: 'x.txt', content: Buffer.from('x') }],
    }),
  ).toMatchObject({ status: 403 })
  await world.ok(s.reviewer, testOrderCalls.removeFile, { params: { id, fileId: kept.id } })
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  // The booker is told of part 1 at once; part 2 may follow in a later state, and the booker is told again.
  const news = () =>
    world.sql<{ title: string }>(
      `select payload ->> 'title' as title from outbox where payload ->> 'link' = $1 and payload ->> 'title' like '测试结果文件%' order by id`,
      [`/account/orderDetail?id=${id}`],
    )
  expect((await news()).map((n) => n.title)).toEqual(['测试结果文件已上传'])
  const add = (who: Person, name = '第二部分.txt') =>
    world.send(who, testOrderCalls.addFiles, { params: { id }, files: [{ name, content: Buffer.from('x') }] })
  expect((await info(s.director, id)).filesCan).toEqual(['add', 'withdraw'])
  expect((await add(s.reviewer)).status).toBe(200)
  await audit(s.director, id, 'awaiting_director')
  await audit(s.booker, id, 'awaiting_booker')
  const late = await add(s.director, '第三部分.txt')
  expect(late.status).toBe(200)
  for (const who of [s.booker, s.payer, s.outsider]) expect((await add(who)).status).toBe(403)
  expect((await news()).length).toBe(3)
  // A confirmed order's file stays, marked as withdrawn.
  const fileId = late.data[0]?.id ?? ''
  expect(await world.send(s.reviewer, testOrderCalls.removeFile, { params: { id, fileId } })).toMatchObject({
    status: 409,
  })
  expect(
    await world.send(s.booker, testOrderCalls.withdrawFile, {
      params: { id, fileId },
      body: { reason: '数据有误' },
    }),
  ).toMatchObject({ status: 403 })
  await world.ok(s.reviewer, testOrderCalls.withdrawFile, {
    params: { id, fileId },
    body: { reason: '数据有误' },
  })
  expect(
    await world.send(s.reviewer, testOrderCalls.withdrawFile, {
      params: { id, fileId },
      body: { reason: '数据有误' },
    }),
  ).toMatchObject({ status: 409 })
  expect((await info(s.booker, id)).files.map((f) => f.withdrawn?.reason ?? null)).toEqual([null, '数据有误'])
  expect((await news()).length).toBe(4)
  // Long after the settlement no files can be added.
  await world.sql(
    `update test_order set state = 'settled', state_at = now() - interval '91 days' where id = $1`,
    [id],
  )
  expect(await add(s.reviewer)).toMatchObject({ status: 409, message: expect.stringContaining('90 天') })
  expect((await info(s.reviewer, id)).filesCan).toEqual(['withdraw'])
})

test('result files: parallel uploads are counted, and what is handed in meanwhile loses none', async () => {
  const id = await s.draft()
  const add = (count: number) =>
    world.send(s.reviewer, testOrderCalls.addFiles, {
      params: { id },
      files: Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, content: Buffer.from('x') })),
    })
  const fileId = (await add(10)).data[0]?.id ?? ''
  const holder = await world.database.pool.connect()
  const wait = (count: number) =>
    expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(count)
  try {
    await holder.query('begin')
    await holder.query('select from test_order where id = $1 for update', [id])
    const both = [add(6), add(6)]
    await wait(2)
    await holder.query('commit')
    expect((await Promise.all(both)).map((a) => a.code).toSorted()).toEqual([0, 'FILE_LIMIT'])
    // What the other reviewer's submission writes, not committed yet when the file is removed.
    await holder.query('begin')
    await holder.query(`update test_order set state = 'awaiting_director' where id = $1`, [id])
    const removed = world.send(s.reviewer, testOrderCalls.removeFile, { params: { id, fileId } })
    await wait(1)
    await holder.query('commit')
    expect(await removed).toMatchObject({ status: 409, code: 'FILE_CONFIRMED' })
  } finally {
    holder.release()
  }
  expect((await info(s.director, id)).files).toHaveLength(16)
})

test('as many samples as a booking may name are saved as they were delivered', async () => {
  const id = await s.draft({ samples: SAMPLES_TOTAL_MAX, priceFen: 1 })
  const save = (sampleCount: number) =>
    world.send(s.reviewer, testOrderCalls.save, { params: { id }, body: { ...form, sampleCount } })
  expect(await save(SAMPLES_TOTAL_MAX)).toMatchObject({
    status: 200,
    data: { sampleCount: 5_000_000, totalFen: 5_000_000 },
  })
  const { status, reasons } = await save(SAMPLES_TOTAL_MAX + 1)
  expect([status, reasons?.map((r) => r.field)]).toEqual([400, ['sampleCount']])
})

test('samples that went back untested are not proposed to be charged', async () => {
  const bookingId = await s.finished({ samples: 5 })
  await world.sql(
    `insert into booking_sample (booking_id, name, count, state) values ($1, '甲', 2, 'received'), ($1, '乙', 3, 'returned')`,
    [bookingId],
  )
  await world.asSystem((ctx) => createDraft(ctx, bookingId))
  const order = await world.ok(s.reviewer, testOrderCalls.measureInfo, { query: { bookingId } })
  expect(order).toMatchObject({ sampleCount: 2, totalFen: 24_000 })
  expect(order.samples.map((x) => x.outcome)).toEqual(['tested', 'untested'])
  const outcomes = order.samples.map((x) => ({ sampleId: x.id, outcome: 'failed' as const }))
  const save = (o: typeof outcomes) =>
    world.send(s.reviewer, testOrderCalls.save, {
      params: { id: order.id },
      body: { ...form, sampleCount: 0, outcomes: o },
    })
  expect(await save([{ sampleId: 99_999_999, outcome: 'failed' }])).toMatchObject({
    status: 422,
    message: expect.stringContaining('样品'),
  })
  const saved = await save([{ ...outcomes[0], outcome: 'untested' } as never, ...outcomes.slice(1)])
  expect(saved.data.samples.map((x: { outcome: string }) => x.outcome)).toEqual(['untested', 'failed'])
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id: order.id } })
  await audit(s.director, order.id, 'awaiting_director')
  await audit(s.booker, order.id, 'awaiting_booker')
  // The untested sample is not marked as tested: it is still in the lab, to be returned.
  expect(
    await world.sql('select state from booking_sample where booking_id = $1 order by id', [bookingId]),
  ).toEqual([{ state: 'received' }, { state: 'returned' }])
})
