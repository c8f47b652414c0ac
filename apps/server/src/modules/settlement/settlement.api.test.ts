import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { makeAddress } from '@portal/contract/kernel/call'
import { settlementCalls, type SettlementState } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { runJob } from '../../kernel/jobs.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { createScene, sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { approvalJobs } from '../approval/approval.jobs.ts'

const { world, s } = await sceneWorld()
const [owner, owner2] = [await world.person('卡主甲'), await world.person('卡主乙')]
let card: number
beforeEach(async () => {
  card = await s.card(s.payer, 100_000)
})

const sums = async (id: number) => (await world.ok(s.finance, fundCardCalls.get, { params: { id } })).sums
const detail = (who: Person, id: number) => world.ok(who, settlementCalls.get, { query: { id } })
const orderState = async (id: number) =>
  (await world.ok(s.payer, testOrderCalls.get, { query: { id } })).state
const audit = async (
  who: Person,
  id: number,
  state: SettlementState,
  verdict: 'approve' | 'refuse' | 'send_back' = 'approve',
  reason = verdict === 'approve' ? undefined : '有误',
) => (await world.ok(who, settlementCalls.audit, { body: { items: [{ id, state }], verdict, reason } }))[0]
const byCard = (orders: number[], shares: { cardId: number; amountFen: number }[], who = s.payer) =>
  world.send(who, settlementCalls.create, { body: { testOrderIds: orders, way: 'fund_card', shares } })
const authorise = (cardId: number, cardOwner: Person, user: Person, limits: object = {}) =>
  world.ok(cardOwner, fundCardCalls.authorise, { params: { id: cardId, userId: user.id }, body: limits })

describe('by fund card', () => {
  test('own card: frozen, then deducted by finance, and all of it is written down', async () => {
    const orders = [await s.confirmed(), await s.confirmed({ priceFen: 8_000 })]
    const { data: made } = await byCard(orders, [{ cardId: card, amountFen: 20_000 }])
    expect(made).toMatchObject({
      state: 'awaiting_finance',
      totalFen: 20_000,
      itemCount: 2,
      can: ['cancel', 'print'],
    })
    expect(await sums(card)).toMatchObject({ balanceFen: 100_000, frozenFen: 20_000 })
    expect(await orderState(orders[0] ?? 0)).toBe('in_settlement')
    // Payer, card owner and finance may open the settlement; the booker only reads its number.
    const opens = async (who: Person) =>
      (await world.ok(who, testOrderCalls.get, { query: { id: orders[0] ?? 0 } })).opensSettlement
    expect([await opens(s.payer), await opens(s.finance), await opens(s.booker)]).toEqual([true, true, false])
    expect((await detail(s.finance, made.id)).can).toEqual(['approve', 'refuse', 'post', 'print'])
    const heard = new Set<string>()
    const stop = world.app.deps.live.subscribe([`user:${s.booker.id}`], (topic) => heard.add(topic))
    expect(await audit(s.finance, made.id, 'awaiting_finance')).toEqual({
      id: made.id,
      ok: true,
      state: 'settled',
      message: '已结算',
    })
    await expect
      .poll(() => [...heard], { message: 'an open test order shows that it is settled' })
      .toEqual([`user:${s.booker.id}`])
    stop()
    expect(await sums(card)).toMatchObject({ balanceFen: 80_000, frozenFen: 0 })
    const done = await detail(s.payer, made.id)
    expect(done).toMatchObject({
      state: 'settled',
      settledBy: { name: '财务甲' },
      can: ['ask_reversal', 'print'],
    })
    expect(done.history.map((h) => [h.title, h.who])).toEqual([
      ['发起结算', '付款人'],
      ['扣款', '财务甲'],
    ])
    expect(done.progress.map((p) => [p.key, p.status])).toEqual([
      ['create', 'done'],
      ['finance', 'done'],
      ['end', 'done'],
    ])
    expect(await orderState(orders[1] ?? 0)).toBe('settled')
  })

  test('what bookings held is freed in the same moment as the shares are frozen, so that it can be spent on them', async () => {
    const tight = await s.card(s.payer, 12_000)
    const order = await s.confirmed({ holdOn: tight })
    expect(await sums(tight)).toMatchObject({ frozenFen: 12_000, availableFen: 0 })
    const { data: made } = await byCard([order], [{ cardId: tight, amountFen: 12_000 }])
    expect(made.state).toBe('awaiting_finance')
    expect(await sums(tight)).toMatchObject({ frozenFen: 12_000, availableFen: 0 })
    await audit(s.finance, made.id, 'awaiting_finance')
    expect(await sums(tight)).toMatchObject({ balanceFen: 0, frozenFen: 0 })
  })

  test('a card whose rest the bookings themselves hold can be chosen, with what it can bear for them', async () => {
    const tight = await s.card(s.payer, 12_000)
    const shared = await s.card(owner, 50_000)
    await authorise(shared, owner, s.payer, { totalLimitFen: 12_000 })
    const orders = [await s.confirmed({ holdOn: tight }), await s.confirmed({ holdOn: shared })]
    const usable = async (who: Person, testOrderIds: number[]) => {
      const query = {
        size: 100,
        usable: 'true',
        ...(testOrderIds.length && { testOrderIds: testOrderIds.join() }),
      } as const
      const { items } = await world.ok(who, fundCardCalls.mine, { query })
      return [tight, shared].map((id) => items.find((c) => c.id === id)?.usableFen)
    }
    expect(await usable(s.payer, [])).toEqual([undefined, undefined])
    expect(await usable(s.payer, orders.slice(0, 1))).toEqual([12_000, undefined])
    expect(await usable(s.payer, orders)).toEqual([12_000, 12_000])
    // A person who only owns a card cannot release the money held for other people's orders.
    expect(await usable(owner, orders)).toEqual([undefined, 38_000])
    const { data: made } = await byCard(orders, [
      { cardId: tight, amountFen: 12_000 },
      { cardId: shared, amountFen: 12_000 },
    ])
    expect(made.state).toBe('awaiting_card_owner')
    // Once orders are in a settlement, its shares hold the money, and nothing is released.
    expect(await usable(s.payer, orders)).toEqual([undefined, undefined])
  })

  test('several cards of several owners: each agrees for his own, the last one passes it on', async () => {
    const [a, b] = [await s.card(owner, 50_000), await s.card(owner2, 50_000)]
    await authorise(a, owner, s.payer)
    await authorise(b, owner2, s.payer, { perUseLimitFen: 5_000 })
    const order = await s.confirmed()
    const { data: made } = await byCard(
      [order],
      [
        { cardId: card, amountFen: 2_000 },
        { cardId: b, amountFen: 4_000 },
        { cardId: a, amountFen: 6_000 },
      ],
    )
    expect(made).toMatchObject({ state: 'awaiting_card_owner' })
    expect((await detail(owner, made.id)).shares).toMatchObject([{ card: { id: a }, amountFen: 6_000 }])
    expect((await detail(s.payer, made.id)).shares).toHaveLength(3)
    expect(await audit(owner, made.id, 'awaiting_card_owner')).toMatchObject({
      ok: true,
      state: 'awaiting_card_owner',
    })
    expect((await detail(owner, made.id)).can).toEqual(['print'])
    expect(await audit(owner, made.id, 'awaiting_card_owner')).toMatchObject({ ok: false })
    expect((await world.ok(owner2, settlementCalls.awaitingMe, { query: {} })).items).toMatchObject([
      { id: made.id, can: ['approve', 'refuse', 'print'] },
    ])
    expect(await audit(owner2, made.id, 'awaiting_card_owner')).toMatchObject({
      ok: true,
      state: 'awaiting_finance',
    })
    await audit(s.finance, made.id, 'awaiting_finance')
    expect([await sums(a), await sums(b), await sums(card)].map((x) => x?.balanceFen)).toEqual([
      44_000, 46_000, 98_000,
    ])
  })

  test('two owners who agree at once are both counted', async () => {
    const [a, b] = [await s.card(owner, 50_000), await s.card(owner2, 50_000)]
    await authorise(a, owner, s.payer)
    await authorise(b, owner2, s.payer)
    for (let round = 0; round < 5; round++) {
      const { data: made } = await byCard(
        [await s.confirmed()],
        [
          { cardId: a, amountFen: 6_000 },
          { cardId: b, amountFen: 6_000 },
        ],
      )
      const both = await Promise.all([
        audit(owner, made.id, 'awaiting_card_owner'),
        audit(owner2, made.id, 'awaiting_card_owner'),
      ])
      expect(both.map((v) => v?.ok)).toEqual([true, true])
      expect((await detail(s.payer, made.id)).state).toBe('awaiting_finance')
      await world.ok(s.payer, settlementCalls.cancel, { params: { id: made.id }, body: { reason: '下一轮' } })
    }
    expect(await sums(a)).toMatchObject({ balanceFen: 50_000, frozenFen: 0 })
  })

  test('refused by an owner or by finance, or cancelled: released, and the orders are open again', async () => {
    const a = await s.card(owner, 50_000)
    await authorise(a, owner, s.payer, { totalLimitFen: 12_000 })
    const order = await s.confirmed()
    for (const end of ['owner', 'finance', 'cancel'] as const) {
      const { data: made } = await byCard([order], [{ cardId: a, amountFen: 12_000 }])
      if (end === 'owner')
        expect(await audit(owner, made.id, 'awaiting_card_owner', 'refuse')).toMatchObject({
          state: 'refused',
        })
      if (end === 'finance') {
        await audit(owner, made.id, 'awaiting_card_owner')
        expect(await audit(s.finance, made.id, 'awaiting_finance', 'refuse')).toMatchObject({
          state: 'refused',
        })
      }
      if (end === 'cancel')
        expect(
          (
            await world.ok(s.payer, settlementCalls.cancel, {
              params: { id: made.id },
              body: { reason: '选错了卡' },
            })
          ).state,
        ).toBe('cancelled')
      expect(await sums(a)).toMatchObject({ balanceFen: 50_000, frozenFen: 0 })
      expect(await orderState(order)).toBe('confirmed')
      const over = await detail(s.payer, made.id)
      expect(over.can).toEqual(['print'])
      expect(over.items).toHaveLength(1)
      expect(over.progress.at(-1)).toMatchObject({ key: 'end', status: 'stopped' })
    }
    expect(
      (await world.ok(owner, fundCardCalls.users, { params: { id: a }, query: {} })).items,
    ).toMatchObject([{ usedFen: 0 }])
  })

  test('a reversal is approved by somebody else, gives everything back, and the orders can be settled anew', async () => {
    const order = await s.confirmed()
    const { data: made } = await byCard([order], [{ cardId: card, amountFen: 12_000 }])
    await audit(s.finance, made.id, 'awaiting_finance')
    expect(
      await world.send(s.outsider, settlementCalls.askReversal, {
        params: { id: made.id },
        body: { reason: '错了' },
      }),
    ).toMatchObject({ status: 403 })
    const asked = await world.ok(s.finance, settlementCalls.askReversal, {
      params: { id: made.id },
      body: { reason: '计费有误' },
    })
    expect(asked).toMatchObject({ state: 'awaiting_reversal', reason: '计费有误', can: ['post', 'print'] })
    expect(await audit(s.finance, made.id, 'awaiting_reversal')).toMatchObject({ ok: false })
    expect(await audit(s.finance2, made.id, 'awaiting_reversal', 'refuse')).toMatchObject({
      state: 'settled',
    })
    expect(await sums(card)).toMatchObject({ balanceFen: 88_000 })
    await world.ok(s.payer, settlementCalls.askReversal, {
      params: { id: made.id },
      body: { reason: '计费有误' },
    })
    // The clerk who deducted cannot approve the reversal,
    // whoever asked for it; the database has the same rule.
    expect(await detail(s.finance, made.id)).toMatchObject({
      can: ['post', 'print'],
      barred: expect.stringContaining('其他财务人员') as string,
    })
    expect(await audit(s.finance, made.id, 'awaiting_reversal')).toMatchObject({ ok: false })
    await expect(
      world.sql(`update settlement set state = 'reversed', reversed_by = settled_by where id = $1`, [
        made.id,
      ]),
    ).rejects.toThrow('settlement_other_reverses')
    await world.ok(s.finance, settlementCalls.post, {
      params: { id: made.id },
      body: { number: 'JZ-12', postedOn: '2026-01-05', seenNumber: null },
    })
    expect(await audit(s.finance2, made.id, 'awaiting_reversal', 'approve', '同意')).toMatchObject({
      state: 'reversed',
    })
    // The reason is why it was asked for, not the opinion of who approved it.
    expect(await findFinanceNews(made.id, '结算单已冲正，待冲账')).toEqual([
      {
        except: s.finance2.id,
        body: expect.stringMatching(/请冲销原账（原记账凭证号 JZ-12）。原因：计费有误$/) as string,
      },
    ])
    expect((await detail(s.payer, made.id)).reason).toBe('计费有误')
    expect(
      (await world.ok(s.payer, testOrderCalls.get, { query: { id: order } })).history.at(-1),
    ).toMatchObject({ title: '冲正后重新待结算', reason: '计费有误' })
    expect(await sums(card)).toMatchObject({ balanceFen: 100_000, frozenFen: 0 })
    expect(await orderState(order)).toBe('confirmed')
    const again = await byCard([order], [{ cardId: card, amountFen: 12_000 }])
    expect(again).toMatchObject({ status: 200, data: { state: 'awaiting_finance' } })
    expect((await detail(s.finance2, made.id)).history.map((h) => h.title)).toEqual([
      '发起结算',
      '扣款',
      '申请冲正',
      '驳回冲正',
      '申请冲正',
      '冲正',
    ])
  })

  test.each([
    ['too little', [11_999]],
    ['too much', [12_001]],
    ['too much over two cards', [12_000, 1]],
  ])('shares that add up to %s are refused, and nothing is frozen', async (_, amounts) => {
    const order = await s.confirmed()
    const other = await s.card(s.payer, 50_000)
    const shares = amounts.map((amountFen, i) => ({ cardId: i ? other : card, amountFen }))
    expect(await byCard([order], shares)).toMatchObject({
      status: 422,
      code: 'SHARES_TOTAL',
      reasons: [{ field: 'shares' }],
    })
    expect(await sums(card)).toMatchObject({ frozenFen: 0 })
    expect(await orderState(order)).toBe('confirmed')
  })

  test.each([[-1], [0], [0.5], [1e17], ['12000'], [null]])('a share of %s is refused', async (amountFen) => {
    expect(
      await byCard([await s.confirmed()], [{ cardId: card, amountFen: amountFen as number }]),
    ).toMatchObject({ status: 400, message: expect.stringMatching(/金额/) as string })
  })

  test('a card that will not do says why, under its field', async () => {
    const order = await s.confirmed()
    const poor = await s.card(s.payer, 11_999)
    expect(await byCard([order], [{ cardId: poor, amountFen: 12_000 }])).toMatchObject({
      code: 'CARD_BALANCE',
      reasons: [{ field: 'shares.0.cardId', message: expect.stringContaining('余额不足') as string }],
    })
    const others = await s.card(owner, 50_000)
    expect(await byCard([order], [{ cardId: others, amountFen: 12_000 }])).toMatchObject({
      code: 'CARD_NOT_YOURS',
    })
    await authorise(others, owner, s.payer, { perUseLimitFen: 11_999 })
    expect(await byCard([order], [{ cardId: others, amountFen: 12_000 }])).toMatchObject({
      code: 'CARD_PER_USE',
    })
    expect(await byCard([order], [{ cardId: 99_999_999, amountFen: 12_000 }])).toMatchObject({
      status: 422,
      code: 'CARD_MISSING',
    })
    expect(
      await byCard(
        [order],
        [
          { cardId: card, amountFen: 6_000 },
          { cardId: card, amountFen: 6_000 },
        ],
      ),
    ).toMatchObject({ status: 400, message: '同一张经费卡只能填写一次' })
  })
})

/** Messages to the owner of a card, in the order in which they came. */
const listTold = async (cardId: number) => {
  const [named] = await world.sql<{ number: string }>('select number from fund_card where id = $1', [cardId])
  const told = await world.sql<{ user: number; title: string; body: string }>(
    `select (payload->'userIds'->>0)::int8 as user, payload->>'title' as title, payload->>'body' as body from outbox
     where kind = 'tell' and payload->>'body' like '%' || $1 || '%' and payload->>'title' like '%未能付款' order by id`,
    [named?.number],
  )
  return told.map((t) => ({ user: t.user, body: t.body.slice(t.body.indexOf('：') + 1) }))
}

test('who owns a card that others find too short hears of it once a day for each, though nothing else was written', async () => {
  const order = await s.confirmed()
  const poor = await s.card(owner, 11_000)
  const shares = [{ cardId: poor, amountFen: 12_000 }]
  expect(await byCard([order], shares)).toMatchObject({ code: 'CARD_NOT_YOURS' })
  expect(await listTold(poor), 'who may not use a card troubles nobody').toEqual([])
  await authorise(poor, owner, s.payer, { totalLimitFen: 10_000 })
  const tries = await Promise.all([1, 2, 3].map(() => byCard([order], shares)))
  expect(tries.map((t) => t.code)).toEqual(['CARD_TOTAL', 'CARD_TOTAL', 'CARD_TOTAL'])
  const number = `CS${String(order).padStart(8, '0')}`
  const first = {
    user: owner.id,
    body: `付款人 结算测试单 ${number}（120.00 元）未成功：授权总额度差 20.00 元、可用余额差 10.00 元。`,
  }
  expect(await listTold(poor)).toEqual([first])
  await world.sql(`update fund_card_short set told_on = told_on - 1 where card_id = $1`, [poor])
  await byCard([order], shares)
  expect(await listTold(poor)).toEqual([first, first])
  await authorise(poor, owner, s.booker)
  const [two] = await world.sql<{ n: number }>(
    'select count(*) as n from settlement_item where test_order_id = $1',
    [order],
  )
  expect([await orderState(order), two?.n]).toEqual(['confirmed', 0])
  const own = await s.card(s.payer, 100)
  expect(await byCard([order], [{ cardId: own, amountFen: 12_000 }])).toMatchObject({ code: 'CARD_BALANCE' })
  expect(await listTold(own), 'the owner has just read it himself').toEqual([])
})

test('the ledger of a card says who used what, of a booking and of a settlement, and so does its file', async () => {
  const student = await world.person('学生丙')
  const orders = [await s.confirmed({ holdOn: card }), await s.confirmed({ bookerId: student.id })]
  await byCard(orders, [{ cardId: card, amountFen: 24_000 }])
  const { items } = await world.ok(s.payer, fundCardCalls.ledger, { params: { id: card }, query: {} })
  const [device] = await world.sql<{ id: number; name: string }>(
    'select id, name from device where id = $1',
    [s.deviceId],
  )
  const [booker, other] = [s.booker, student].map(({ id, name }) => ({ id, name }))
  expect(items.map((e) => [e.business, e.kind, e.user?.name, e.use])).toEqual([
    ['settlement', 'freeze', '付款人', { people: [booker, other], devices: [device] }],
    ['booking', 'release', '付款人', { people: [booker], devices: [device] }],
    ['booking', 'freeze', '付款人', { people: [booker], devices: [device] }],
    ['movement', 'topup', '财务甲', null],
  ])
})

describe('which orders, and by whom', () => {
  test('one payer, one lab, confirmed, and mine', async () => {
    const order = await s.confirmed()
    const others = await s.confirmed({ payerId: s.booker.id })
    expect(await byCard([order, others], [{ cardId: card, amountFen: 24_000 }], s.booker)).toMatchObject({
      code: 'SEVERAL_PAYERS',
    })
    expect(await byCard([order], [{ cardId: card, amountFen: 12_000 }], s.outsider)).toMatchObject({
      status: 403,
      message: '只有预约人或付款人可以发起结算',
    })
    expect(await byCard([order, 99_999_999], [{ cardId: card, amountFen: 12_000 }])).toMatchObject({
      status: 403,
    })
    expect(await byCard([await s.draft()], [{ cardId: card, amountFen: 12_000 }])).toMatchObject({
      status: 409,
      code: 'NOT_CONFIRMED',
    })
    const elsewhere = await createScene(world)
    const there = await elsewhere.confirmed({ bookerId: elsewhere.booker.id, payerId: s.payer.id })
    expect(await byCard([order, there], [{ cardId: card, amountFen: 24_000 }])).toMatchObject({
      code: 'SEVERAL_LABS',
    })
  })

  test('the booker may settle with a card he is authorised to use', async () => {
    const order = await s.confirmed()
    await authorise(card, s.payer, s.booker, { totalLimitFen: 12_000 })
    const { data: made } = await byCard([order], [{ cardId: card, amountFen: 12_000 }], s.booker)
    expect(made.state).toBe('awaiting_card_owner')
    expect(await audit(s.payer, made.id, 'awaiting_card_owner')).toMatchObject({ state: 'awaiting_finance' })
  })

  test('twenty who settle the same orders at once: one settlement, the others are told', async () => {
    const orders = [await s.confirmed(), await s.confirmed(), await s.confirmed()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        byCard(
          i % 2 ? orders : orders.toReversed(),
          [{ cardId: card, amountFen: 36_000 }],
          i % 3 ? s.payer : s.booker,
        ),
      ),
    )
    const made = answers.filter((a) => a.status === 200)
    expect(made.length).toBeLessThanOrEqual(1)
    for (const a of answers) if (a.status !== 200) expect([409, 422, 403]).toContain(a.status)
    expect(await sums(card)).toMatchObject({ frozenFen: made.length * 36_000 })
  })

  test('repeated with its key it is one settlement; the key does not serve for another', async () => {
    const orders = [await s.confirmed(), await s.confirmed()]
    const once = (id: number | undefined) =>
      world.send(s.payer, settlementCalls.create, {
        key: `key-${card}-settle`,
        body: { testOrderIds: [id ?? 0], way: 'fund_card', shares: [{ cardId: card, amountFen: 12_000 }] },
      })
    const [a, b] = await Promise.all([once(orders[0]), once(orders[0])])
    expect(a.data.id).toBe(b.data.id)
    expect(await once(orders[1])).toMatchObject({ status: 422 })
    expect(await sums(card)).toMatchObject({ frozenFen: 12_000 })
  })
})

describe('offline', () => {
  const offline = async () =>
    (
      await world.ok(s.payer, settlementCalls.create, {
        body: { testOrderIds: [await s.confirmed()], way: 'offline' },
      })
    ).id
  const pdf = {
    name: '回单.pdf',
    content: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
  }
  const remittance = { voucherNumber: 'V-2026-001', remitter: '某某公司', remittedOn: '2026-03-01' }
  const remit = (who: Person, id: number, files = [pdf]) =>
    world.send(who, settlementCalls.remit, { params: { id }, body: remittance, files })

  test('the bill is printed, the voucher entered with its proof, the receipt confirmed', async () => {
    await world.sql(
      `delete from dictionary_item where dictionary_id = (select id from dictionary where name = 'remittance_account')`,
    )
    await world.sql(
      `insert into dictionary_item (dictionary_id, label, value) select id, '开户行', '某某银行' from dictionary where name = 'remittance_account'`,
    )
    const id = await offline()
    expect(await detail(s.payer, id)).toMatchObject({
      state: 'awaiting_remittance',
      can: ['remit', 'cancel', 'print'],
      remitTo: [{ label: '开户行', value: '某某银行' }],
    })
    const bill = await world.ok(s.payer, settlementCalls.bill, { params: { id } })
    expect(bill).toMatchObject({
      totalWords: '壹佰贰拾元整',
      remitTo: [{ label: '开户行', value: '某某银行' }],
      labDept: '材料学院',
      items: [{ lines: [{ label: '样品测试费' }] }],
    })
    expect(await remit(s.payer, id, [])).toMatchObject({
      status: 422,
      code: 'VOUCHER_MISSING',
      reasons: [{ field: 'proof' }],
    })
    expect(
      await world.send(s.payer, settlementCalls.remit, {
        params: { id },
        body: { ...remittance, remittedOn: '2099-01-01' },
        files: [pdf],
      }),
    ).toMatchObject({ code: 'REMITTED_FUTURE' })
    expect(await remit(s.payer, id, [{ name: '回单.pdf', content: Buffer.from('not a pdf') }])).toMatchObject(
      { status: 415 },
    )
    expect(await remit(s.outsider, id)).toMatchObject({ status: 403 })
    expect(await remit(s.payer, id)).toMatchObject({
      status: 200,
      data: {
        state: 'awaiting_finance',
        remitTo: [],
        remittance: { voucherNumber: 'V-2026-001', sameVoucher: [] },
      },
    })
    const { remittance: seen, can } = await detail(s.finance, id)
    expect(can).toEqual(['approve', 'send_back', 'refuse', 'post', 'print'])
    const read = (who: Person) =>
      world.app.inject({ url: seen?.proof?.url ?? '', headers: { authorization: who.token } })
    expect((await read(s.finance)).statusCode).toBe(200)
    expect((await read(s.outsider)).statusCode).toBe(403)
    expect(await audit(s.finance, id, 'awaiting_finance', 'send_back')).toMatchObject({
      state: 'awaiting_remittance',
    })
    expect(await detail(s.payer, id)).toMatchObject({ reason: '有误', can: ['remit', 'cancel', 'print'] })
    // The proof was uploaded before.
    expect(await remit(s.payer, id, [])).toMatchObject({ status: 200 })
    expect(await audit(s.finance, id, 'awaiting_finance')).toMatchObject({ state: 'settled' })
    expect((await detail(s.payer, id)).progress.map((p) => [p.key, p.status])).toEqual([
      ['create', 'done'],
      ['remittance', 'done'],
      ['finance', 'done'],
      ['end', 'done'],
    ])
  })

  test('finance is shown who else named the same voucher; others are not', async () => {
    const [a, b] = [await offline(), await offline()]
    await remit(s.payer, a)
    await remit(s.payer, b)
    expect((await detail(s.finance, b)).remittance?.sameVoucher.map((x) => x.id)).toContain(a)
    expect((await detail(s.payer, b)).remittance?.sameVoucher).toEqual([])
  })

  test('who was asked to remit hears that the settlement was cancelled; who cancelled it does not', async () => {
    const start = async () =>
      (
        await world.ok(s.booker, settlementCalls.create, {
          body: { testOrderIds: [await s.confirmed()], way: 'offline' },
        })
      ).id
    const listTold = async (id: number) =>
      (
        await world.sql<{ ids: number[]; except: number; body: string; mail: boolean }>(
          `select payload->'userIds' as ids, (payload->>'exceptUserId')::int8 as except,
            payload->>'body' as body, (payload->>'mail')::bool as mail
          from outbox where payload->>'title' = '结算单已取消' and payload->>'link' = $1`,
          [`/account/payOrderDetail?id=${id}`],
        )
      ).map(({ ids, except, ...told }) => ({ ...told, ids: ids.filter((who) => who !== except) }))
    for (const [by, others] of [
      [s.booker, [s.payer.id]],
      [s.finance, [s.booker.id, s.payer.id]],
    ] as const) {
      const id = await start()
      expect(await listTold(id)).toEqual([])
      await world.ok(by, settlementCalls.cancel, { params: { id }, body: { reason: '分开结算' } })
      expect(await listTold(id)).toEqual([
        {
          ids: others,
          body: expect.stringMatching(/已取消，请勿再按该结算单汇款；测试单可重新结算。原因：分开结算$/),
          mail: true,
        },
      ])
    }
  })

  test('money on its way is not cancelled any more; cards have no part in it', async () => {
    const id = await offline()
    await remit(s.payer, id)
    expect(
      await world.send(s.payer, settlementCalls.cancel, { params: { id }, body: { reason: '不付了' } }),
    ).toMatchObject({ status: 409 })
    expect(
      await world.send(s.payer, settlementCalls.create, {
        body: {
          testOrderIds: [await s.confirmed()],
          way: 'offline',
          shares: [{ cardId: card, amountFen: 12_000 }],
        },
      }),
    ).toMatchObject({ status: 400 })
  })
})

describe('who sees and does what', () => {
  test('in each state each person does what the server said he can, and nothing else', async () => {
    const a = await s.card(owner, 10_000_000)
    await authorise(a, owner, s.payer)
    const make = async () => (await byCard([await s.confirmed()], [{ cardId: a, amountFen: 12_000 }])).data.id
    const reach: Record<string, (id: number) => Promise<void>> = {
      awaiting_card_owner: async () => {},
      awaiting_finance: async (id) => void (await audit(owner, id, 'awaiting_card_owner')),
      settled: async (id) =>
        void (await reach['awaiting_finance']?.(id), await audit(s.finance, id, 'awaiting_finance')),
      awaiting_reversal: async (id) =>
        void (
          await reach['settled']?.(id),
          await world.ok(s.payer, settlementCalls.askReversal, { params: { id }, body: { reason: '有误' } })
        ),
    }
    for (const state of [
      'awaiting_card_owner',
      'awaiting_finance',
      'settled',
      'awaiting_reversal',
    ] as const) {
      for (const who of [s.payer, s.booker, owner, s.finance, s.director, s.reviewer, s.outsider]) {
        const id = await make()
        await reach[state]?.(id)
        const seen = await world.send(who, settlementCalls.get, { query: { id } })
        const can = seen.status === 200 ? seen.data.can : []
        expect([who.name, seen.status]).toEqual([
          who.name,
          who === s.outsider || who === s.booker || who === s.reviewer ? 403 : 200,
        ])
        expect([state, who.name, 'yes', (await audit(who, id, state))?.ok]).toEqual([
          state,
          who.name,
          'yes',
          can.includes('approve'),
        ])
        const id2 = await make()
        await reach[state]?.(id2)
        expect([state, who.name, 'no', (await audit(who, id2, state, 'refuse'))?.ok]).toEqual([
          state,
          who.name,
          'no',
          can.includes('refuse'),
        ])
        const id3 = await make()
        await reach[state]?.(id3)
        expect([
          state,
          who.name,
          'cancel',
          (await world.send(who, settlementCalls.cancel, { params: { id: id3 }, body: { reason: '不要了' } }))
            .status === 200,
        ]).toEqual([state, who.name, 'cancel', can.includes('cancel')])
        expect([
          state,
          who.name,
          'ask',
          (
            await world.send(who, settlementCalls.askReversal, {
              params: { id: id3 },
              body: { reason: '有误' },
            })
          ).status === 200 || state !== 'settled',
        ]).toEqual([state, who.name, 'ask', can.includes('ask_reversal') || state !== 'settled'])
      }
    }
  })

  test('lists, counts and searches hold what one has to do with', async () => {
    const other = await createScene(world)
    const [one, two] = [await other.confirmed(), await other.confirmed()]
    expect(await world.ok(other.payer, settlementCalls.counts, {})).toEqual({
      count: 2,
      waitPay: 2,
      awaitingMe: 0,
    })
    expect(await world.ok(other.payer, settlementCalls.waitPay, { query: {} })).toMatchObject({
      total: 2,
      sumFen: 24_000,
      items: [{ can: ['settle'] }, { can: ['settle'] }],
    })
    const theirs = await other.card(other.payer, 100_000)
    const { data: made } = await byCard([one, two], [{ cardId: theirs, amountFen: 24_000 }], other.payer)
    expect(await world.ok(other.payer, settlementCalls.counts, {})).toMatchObject({ waitPay: 0 })
    for (const who of [other.payer, other.director])
      expect(await world.ok(who, settlementCalls.list, { query: {} })).toMatchObject({
        total: 1,
        items: [{ id: made.id }],
      })
    for (const who of [other.outsider, other.booker])
      expect((await world.ok(who, settlementCalls.list, { query: {} })).total).toBe(0)
    expect(
      await world.ok(s.finance, settlementCalls.search, { query: { keyword: made.number } }),
    ).toMatchObject({ total: 1, sumFen: 24_000 })
    expect(
      await world.ok(s.finance, settlementCalls.search, {
        query: {
          keyword: '付款人',
          cardId: theirs,
          way: 'fund_card',
          state: 'awaiting_finance',
          labId: other.labId,
          from: '2020-01-01',
        },
      }),
    ).toMatchObject({ total: 1 })
    expect(
      (await world.ok(s.finance, settlementCalls.awaitingMe, { query: { labId: other.labId } })).items,
    ).toMatchObject([{ id: made.id, can: ['approve', 'refuse', 'post', 'print'] }])
    // Reads all pages: the tests above have made more than one.
    const ordered = async (by: string) => {
      const rows: Awaited<ReturnType<typeof findPage>>['items'] = []
      const findPage = (page: number) =>
        world.ok(s.finance, settlementCalls.list, { query: { order_by: by, size: 100, page } })
      for (let page = 0, all = Infinity; rows.length < all; page++) {
        const { items, total } = await findPage(page)
        rows.push(...items)
        all = total
      }
      return rows
    }
    for (const field of ['totalFen', 'stateAt', 'id'] as const) {
      const up = (await ordered(`${field} asc`)).map((i) => i[field])
      expect(up).toEqual(up.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0)))
      expect((await ordered(`${field} desc`)).map((i) => i[field])).toEqual(up.toReversed())
    }
    expect(
      await world.send(s.finance, settlementCalls.list, { query: { order_by: 'payer asc' } }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'order_by' }] })
    expect(await world.send(s.outsider, settlementCalls.get, { query: { id: 99_999_999 } })).toMatchObject({
      status: 403,
    })
    expect(await world.send(s.finance, settlementCalls.get, { query: { id: 99_999_999 } })).toMatchObject({
      status: 404,
    })
  })
})

describe('finance', () => {
  test('a batch: each by itself, in one click, once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 5; i++)
      ids.push((await byCard([await s.confirmed()], [{ cardId: card, amountFen: 12_000 }])).data.id)
    await world.ok(s.payer, settlementCalls.cancel, {
      params: { id: ids[2] ?? 0 },
      body: { reason: '不付了' },
    })
    const click = (who: Person, order: number[]) =>
      world.ok(who, settlementCalls.audit, {
        body: { items: order.map((id) => ({ id, state: 'awaiting_finance' as const })), verdict: 'approve' },
      })
    const clicks = await Promise.all([
      click(s.finance, ids),
      click(s.finance2, ids.toReversed()),
      click(s.finance, ids),
      click(s.finance2, ids),
    ])
    for (const id of ids)
      expect(clicks.flat().filter((v) => v.id === id && v.ok)).toHaveLength(id === ids[2] ? 0 : 1)
    expect(await sums(card)).toMatchObject({ balanceFen: 100_000 - 48_000, frozenFen: 0 })
    expect(
      await world.sql(`select count(*) as n from ledger_entry where card_id = $1 and kind = 'deduct'`, [
        card,
      ]),
    ).toEqual([{ n: 4 }])
  })

  test('silence is taken for agreement neither by finance nor by a card owner, whatever the policy says', async () => {
    const due = approvalJobs.find((j) => j.name === 'approval-due')
    if (!due) throw new Error('the job is there')
    await world.sql(
      `insert into approval_policy (business, step, required, timeout_hours, on_timeout) values ('settlement', 'card_owner', true, 24, 'remind'), ('settlement', 'finance', true, 24, 'approve')`,
    )
    const a = await s.card(owner, 50_000)
    await authorise(a, owner, s.payer)
    const { data: made } = await byCard([await s.confirmed()], [{ cardId: a, amountFen: 12_000 }])
    await world.sql(
      `update approval_task set due_at = now() - interval '1 minute' where business = 'settlement' and row_id = $1`,
      [made.id],
    )
    await runJob(world.app.deps, due, new Date(Date.now() + 3_600_000 * 2))
    // If such an event comes all the same, it has no effect.
    await world.asSystem((ctx) =>
      announce(ctx, 'approval.due', {
        business: 'settlement',
        rowId: made.id,
        step: 'card_owner',
        action: 'approve',
      }),
    )
    expect(await detail(s.payer, made.id)).toMatchObject({ state: 'awaiting_card_owner' })
    expect(await audit(owner, made.id, 'awaiting_card_owner')).toMatchObject({
      ok: true,
      state: 'awaiting_finance',
    })
    await runJob(world.app.deps, due, new Date(Date.now() + 86_400_000 * 9))
    expect(await detail(s.payer, made.id)).toMatchObject({ state: 'awaiting_finance' })
    await world.sql('delete from approval_policy')
  })
})

test('of two clerks the second does not replace the voucher of the first unseen', async () => {
  const { data: made } = await byCard([await s.confirmed()], [{ cardId: card, amountFen: 12_000 }])
  const post = (who: Person, number: string, seenNumber: string | null) =>
    world.send(who, settlementCalls.post, {
      params: { id: made.id },
      body: { number, postedOn: '2026-01-05', seenNumber },
    })
  const both = await Promise.all([post(s.finance, 'JZ-1', null), post(s.finance2, 'JZ-2', null)])
  const kept = (await detail(s.finance, made.id)).posting?.number ?? ''
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  expect(both.find((answer) => answer.status === 409)).toMatchObject({
    code: 'SAVED_SINCE',
    message: expect.stringContaining(kept),
  })
  expect(await post(s.finance2, 'JZ-3', kept)).toMatchObject({ data: { posting: { number: 'JZ-3' } } })
})

/** The messages to finance about a settlement, by mail too. */
const findFinanceNews = (settlementId: number, title: string) =>
  world.sql<{ except: number; body: string }>(
    `select (payload ->> 'exceptUserId')::int8 as except, payload ->> 'body' as body from outbox
      where payload ->> 'link' = $1 and payload ->> 'title' = $2
        and payload -> 'role' ->> 'role' = 'finance' and (payload ->> 'mail')::bool`,
    [`/account/payOrderDetail?id=${settlementId}`, title],
  )

/** The settlement of a remitted order, which the payer has asked to reverse. */
async function askedBack(order: number) {
  const made = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [order], way: 'offline' },
  })
  const remit = { voucherNumber: 'HK-77', remitter: '企业', remittedOn: '2026-01-05' }
  const proof = {
    name: '回单.pdf',
    content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
  }
  await world.ok(s.payer, settlementCalls.remit, { params: { id: made.id }, body: remit, files: [proof] })
  await audit(s.finance, made.id, 'awaiting_finance')
  await world.ok(s.payer, settlementCalls.askReversal, {
    params: { id: made.id },
    body: { reason: '金额有误' },
  })
  return made
}

test('a reversed remittance says that it is to be paid back, and asks for nothing until it was', async () => {
  const order = await s.confirmed()
  const made = await askedBack(order)
  expect(await audit(s.finance, made.id, 'awaiting_reversal')).toMatchObject({ ok: false })
  expect(await audit(s.finance2, made.id, 'awaiting_reversal')).toMatchObject({ state: 'reversed' })
  const told = async (title: string) =>
    (
      await world.sql<{ body: string }>(
        `select payload ->> 'body' as body from outbox where payload ->> 'title' = $2 and payload ->> 'link' = $1`,
        [`/account/payOrderDetail?id=${made.id}`, title],
      )
    ).map((r) => r.body)
  expect((await told('结算单已冲正'))[0]).toContain('待财务退款')
  expect((await told('结算单已冲正'))[0]).not.toContain('已退回')
  // Whoever pays back and keeps the books is told as well, not only who approved it.
  expect(await findFinanceNews(made.id, '结算单已冲正，待退款')).toEqual([
    {
      except: s.finance2.id,
      body: expect.stringContaining('登记退款凭证号。尚未登记记账凭证号，如已记账请冲销原账。') as string,
    },
  ])
  const now = await detail(s.payer, made.id)
  expect(now).toMatchObject({ refundOpen: true, refund: null })
  // The file says so, too, in the words of the page.
  const file = await world.app.inject({
    url: makeAddress(settlementCalls.export, { query: {} }),
    headers: { authorization: s.payer.token },
  })
  const [head = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const written = rows.find((r) => r[head.indexOf('结算单号')] === now.number)
  expect(written?.[head.indexOf('状态')]).toBe('已冲正，待退款')
  expect(now.progress.at(-1)).toMatchObject({ key: 'refund', status: 'current' })
  // A person is not asked to pay twice, and cannot.
  expect(await world.ok(s.payer, testOrderCalls.get, { query: { id: order } })).toMatchObject({
    state: 'confirmed',
    refundOpen: true,
    can: [],
  })
  expect(
    await world.send(s.payer, settlementCalls.create, { body: { testOrderIds: [order], way: 'offline' } }),
  ).toMatchObject({ status: 409, code: 'REFUND_OPEN' })
  const refund = (who: Person, refundedOn = '2026-01-09') =>
    world.send(who, settlementCalls.refund, { params: { id: made.id }, body: { number: 'TK-1', refundedOn } })
  const findWaiting = async (who: Person) =>
    (await world.ok(who, settlementCalls.awaitingMe, { query: { state: 'reversed' } })).items
      .filter((x) => x.id === made.id)
      .map((x) => x.can.includes('refund'))
  const countWaiting = async () => (await world.ok(s.finance, settlementCalls.counts, {})).awaitingMe
  expect([await findWaiting(s.finance), await findWaiting(s.payer)]).toEqual([[true], []])
  const waiting = await countWaiting()
  expect(await refund(s.payer)).toMatchObject({ status: 403 })
  expect(await refund(s.finance, '2026-01-04')).toMatchObject({ status: 422 })
  expect(await refund(s.finance)).toMatchObject({
    status: 200,
    data: { state: 'refunded', refund: { number: 'TK-1', refundedOn: '2026-01-09', by: { name: '财务甲' } } },
  })
  expect(await refund(s.finance2)).toMatchObject({ status: 409 })
  expect([await findWaiting(s.finance), await countWaiting()]).toEqual([[], waiting - 1])
  expect((await told('汇款已退款'))[0]).toContain('已退回')
  expect(await world.ok(s.payer, testOrderCalls.get, { query: { id: order } })).toMatchObject({
    refundOpen: false,
    can: ['settle'],
  })
  expect(
    await world.send(s.payer, settlementCalls.create, { body: { testOrderIds: [order], way: 'offline' } }),
  ).toMatchObject({ status: 200 })
})

test('who is paid back does not read that a bill can be settled that was written off meanwhile', async () => {
  const order = await s.confirmed()
  const made = await askedBack(order)
  expect(await audit(s.finance2, made.id, 'awaiting_reversal')).toMatchObject({ state: 'reversed' })
  await world.ok(s.director, testOrderCalls.proposeWriteOff, {
    params: { id: order },
    body: { reason: '仪器数据有误' },
    files: [],
  })
  const answered = await world.ok(s.finance, testOrderCalls.audit, {
    body: { items: [{ id: order, state: 'confirmed' }], verdict: 'approve' },
  })
  expect(answered).toMatchObject([{ ok: true, state: 'written_off' }])
  await world.ok(s.finance, settlementCalls.refund, {
    params: { id: made.id },
    body: { number: 'TK-2', refundedOn: '2026-01-09' },
  })
  const [news] = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox
      where payload ->> 'title' = '汇款已退款' and payload ->> 'link' = $1`,
    [`/account/payOrderDetail?id=${made.id}`],
  )
  expect(news?.body).toContain('的汇款已退回，费用已核销，无需再付。')
})

test('settled anew while its remittance is reversed, an order waits for the refund', async () => {
  const order = await s.confirmed()
  const made = await askedBack(order)
  const holder = await world.database.pool.connect()
  const wait = (count: number) =>
    expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(count)
  try {
    await holder.query('begin')
    await holder.query('select from test_order where id = $1 for update', [order])
    const reversed = audit(s.finance2, made.id, 'awaiting_reversal')
    await wait(1)
    // Queues for the order behind the reversal, whose refund it has to see.
    const again = world.send(s.payer, settlementCalls.create, {
      body: { testOrderIds: [order], way: 'offline' },
    })
    await wait(2)
    await holder.query('commit')
    expect(await reversed).toMatchObject({ state: 'reversed' })
    expect(await again).toMatchObject({ status: 409, code: 'REFUND_OPEN' })
  } finally {
    holder.release()
  }
})

test('a settlement that begins locks its cards before its orders, as whatever moves money does', async () => {
  const card = await s.card(s.payer, 50_000)
  const order = await s.confirmed({ holdOn: card })
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from fund_card where id = $1 for no key update', [card])
    const begun = byCard([order], [{ cardId: card, amountFen: 12_000 }])
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('select from test_order where id = $1 for no key update nowait', [order])
    await holder.query('commit')
    expect((await begun).status).toBe(200)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a settlement that ends locks its cards before its orders, too', async () => {
  const card = await s.card(s.payer, 50_000)
  const order = await s.confirmed()
  const { data: made } = await byCard([order], [{ cardId: card, amountFen: 12_000 }])
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from fund_card where id = $1 for no key update', [card])
    const cancelled = world.ok(s.payer, settlementCalls.cancel, {
      params: { id: made.id },
      body: { reason: '换卡' },
    })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('select from test_order where id = $1 for no key update nowait', [order])
    await holder.query('commit')
    expect(await cancelled).toMatchObject({ state: 'cancelled' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
