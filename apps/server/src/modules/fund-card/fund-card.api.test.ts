import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { edit, view } from '@portal/contract/kernel/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import * as fundCard from './fund-card.service.ts'

let world: World
let finance: Person, clerk: Person, owner: Person, student: Person, stranger: Person
beforeAll(async () => {
  world = await createWorld()
  finance = await world.person('钱财务', { permissions: edit('FINANCIAL') })
  clerk = await world.person('查账员', { permissions: view('FINANCIAL').slice(2, 3) })
  owner = await world.person('卡主任')
  student = await world.person('学生甲')
  stranger = await world.person('路人')
})
afterAll(() => world.close())

let numbers = 0
async function newCard(topUpFen = 0, more: object = {}): Promise<number> {
  const { id } = await world.ok(finance, fundCardCalls.create, {
    body: { number: `K-${++numbers}`, name: '纳米材料课题', ownerId: owner.id, ...more },
  })
  if (topUpFen)
    await world.ok(finance, fundCardCalls.topUp, {
      params: { id },
      body: { amountFen: topUpFen, reason: '入账' },
    })
  return id
}
const sums = async (id: number) => (await world.ok(finance, fundCardCalls.get, { params: { id } })).sums

describe('cards', () => {
  test('finance makes, changes, finds and removes them', async () => {
    const id = await newCard(0, { projectCode: 'NSFC-1' })
    await world.ok(finance, fundCardCalls.change, {
      params: { id },
      body: { number: `K-x${id}`, name: '改名的卡', ownerId: owner.id, enabled: false },
    })
    const found = await world.ok(finance, fundCardCalls.list, {
      query: { keyword: '改名', order_by: 'balance desc' },
    })
    expect(found).toMatchObject({
      total: 1,
      items: [
        {
          id,
          state: 'disabled',
          owner: { id: owner.id },
          can: ['edit', 'top_up', 'adjust', 'resume', 'remove', 'authorise', 'view_ledger'],
        },
      ],
    })
    await world.ok(finance, fundCardCalls.remove, { params: { id } })
    expect(await world.send(finance, fundCardCalls.get, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('a card belongs to the dept that is named, else to that of its owner', async () => {
    const [home, other] = await world.sql<{ id: number }>(
      `insert into dept (code, name, kind) values ('KH', '化学学院', 'college'), ('KW', '物理学院', 'college')
        returning id`,
    )
    const head = await world.person('化学院卡主', { deptId: home!.id })
    const read = async (more: object) =>
      (await world.ok(finance, fundCardCalls.get, { params: { id: await newCard(0, more) } })).dept?.id
    expect(await read({ ownerId: head.id })).toBe(home!.id)
    expect(await read({ ownerId: head.id, deptId: other!.id })).toBe(other!.id)
    expect(await read({ ownerId: head.id, deptId: null })).toBeUndefined()
  })

  test('a number is used once; a card with entries stays; unknown people and sort fields are refused', async () => {
    const id = await newCard(100)
    const { number } = await world.ok(finance, fundCardCalls.get, { params: { id } })
    expect(
      await world.send(finance, fundCardCalls.create, {
        body: { number, name: '又一张', ownerId: owner.id },
      }),
    ).toMatchObject({ status: 422, reasons: [{ field: 'number' }] })
    expect(await world.send(finance, fundCardCalls.remove, { params: { id } })).toMatchObject({
      status: 409,
      code: 'CARD_IN_USE',
    })
    // Without an entry, but named in a draft.
    const named = await newCard()
    await world.sql(
      `with d as (insert into dept (code, name) values ('FC1', '材料学院') returning id),
        p as (insert into purchase (state, state_at, title, requester_id, dept_id, created_at)
          select 'draft', now(), '天平', $1, id, now() from d returning id)
        insert into purchase_source (purchase_id, sort, kind, fund_card_id, amount_fen)
          select id, 1, 'fund_card', $2, 0 from p`,
      [owner.id, named],
    )
    expect(await world.send(finance, fundCardCalls.remove, { params: { id: named } })).toMatchObject({
      status: 409,
      code: 'CARD_IN_USE',
    })
    expect(
      await world.send(finance, fundCardCalls.create, {
        body: { number: 'K-n', name: '卡', ownerId: 9_999_999 },
      }),
    ).toMatchObject({ reasons: [{ field: 'ownerId' }] })
    expect(
      await world.send(finance, fundCardCalls.list, { query: { order_by: 'password asc' } }),
    ).toMatchObject({ status: 400 })
  })

  test.each([
    ['negative', -1],
    ['of a part of a fen', 0.5],
    ['zero', 0],
    ['beyond 100 million yuan', 1e16],
    ['a text', '12'],
    ['nothing', null],
  ])('a top-up that is %s is refused and leaves no entry', async (_, amountFen) => {
    const id = await newCard()
    const { status, message } = await world.send(finance, fundCardCalls.topUp, {
      params: { id },
      body: { amountFen: amountFen as number, reason: '入账' },
    })
    expect(status).toBe(400)
    expect(message).toMatch(/金额/)
    expect(await sums(id)).toMatchObject({ balanceFen: 0 })
  })

  test('repeated with its key, a top-up counts once, also when both come at once', async () => {
    const id = await newCard()
    const topUp = () =>
      world.send(finance, fundCardCalls.topUp, {
        params: { id },
        body: { amountFen: 500, reason: '入账' },
        key: `topup-${id}`,
      })
    const answers = await Promise.all([topUp(), topUp(), topUp()])
    expect(new Set(answers.map((a) => a.data.id)).size).toBe(1)
    expect(await sums(id)).toMatchObject({ balanceFen: 500 })
  })

  test('an adjustment takes away no more than is there', async () => {
    const id = await newCard(1_000, { creditFen: 200 })
    expect(
      await world.send(finance, fundCardCalls.adjust, {
        params: { id },
        body: { deltaFen: -1_201, reason: '更正' },
      }),
    ).toMatchObject({ status: 422, message: expect.stringContaining('可用额度') as string })
    await world.ok(finance, fundCardCalls.adjust, {
      params: { id },
      body: { deltaFen: -1_200, reason: '更正' },
    })
    expect(await sums(id)).toMatchObject({ balanceFen: -200, availableFen: 0 })
    expect(
      await world.send(finance, fundCardCalls.change, {
        params: { id },
        body: { number: `K-c${id}`, name: '卡', ownerId: owner.id, creditFen: 100 },
      }),
    ).toMatchObject({ reasons: [{ field: 'creditFen' }] })
  })
})

describe('what others did meanwhile', () => {
  const named = async (id: number) => {
    const { number, name } = await world.ok(finance, fundCardCalls.get, { params: { id } })
    return { number, name }
  }
  const told = (userId: number, title: string) =>
    world.sql(
      `select id from outbox where payload -> 'userIds' @> to_jsonb($1::int8) and payload ->> 'title' = $2`,
      [userId, title],
    )
  const found = (id: number) => world.ok(finance, fundCardCalls.get, { params: { id } })

  test('a card that was suspended, or given to somebody, stays so when its credit is changed', async () => {
    const id = await newCard()
    await world.ok(finance, fundCardCalls.change, {
      params: { id },
      body: { ...(await named(id)), ownerId: stranger.id },
    })
    await world.ok(finance, fundCardCalls.suspend, { params: { id }, body: { reason: '课题已结题' } })
    await world.ok(finance, fundCardCalls.change, {
      params: { id },
      body: { ...(await named(id)), creditFen: 100 },
    })
    expect(await found(id)).toMatchObject({
      state: 'disabled',
      disabledReason: '课题已结题',
      owner: { id: stranger.id },
      sums: { creditFen: 100 },
    })
  })

  test('the call names the state: the owner hears of what it closes and opens, once', async () => {
    const reader = await world.person('卡主乙')
    const id = await newCard(0, { ownerId: reader.id })
    const put = async (enabled: boolean) =>
      world.ok(finance, fundCardCalls.change, { params: { id }, body: { ...(await named(id)), enabled } })
    await put(true)
    expect(await told(reader.id, '经费卡已启用')).toHaveLength(0)
    await put(false)
    await put(false)
    expect(await told(reader.id, '经费卡已停用')).toHaveLength(1)
    await put(true)
    expect(await told(reader.id, '经费卡已启用')).toHaveLength(1)
    expect(await found(id)).toMatchObject({ state: 'usable' })
  })

  test('who gets a card and who no longer has it are told, and nobody if it stays with its owner', async () => {
    const heir = await world.person('接手的卡主')
    const id = await newCard()
    const give = async (more: object) =>
      world.ok(finance, fundCardCalls.change, { params: { id }, body: { ...(await named(id)), ...more } })
    const listTold = async () => [
      (await told(heir.id, '您成为经费卡持有人')).length,
      (await told(owner.id, '您不再是经费卡持有人')).length,
    ]
    const before = await listTold()
    await give({ ownerId: owner.id, creditFen: 100 })
    expect(await listTold()).toEqual(before)
    await give({ ownerId: heir.id })
    await give({ creditFen: 200 })
    expect(await listTold()).toEqual(before.map((n) => n + 1))
  })

  test('a revoked authorisation is changed by nobody, and can be given anew; its holder is told', async () => {
    const id = await newCard()
    const params = { id, userId: student.id }
    const change = (body: object) =>
      world.send(owner, fundCardCalls.authorise, { params, body: { ...body, standing: true } })
    const news = async () => {
      const [last] = await world.sql<{ title: string; body: string }>(
        `select payload ->> 'title' as title, payload ->> 'body' as body from outbox
          where payload -> 'userIds' @> to_jsonb($1::int8) order by id desc limit 1`,
        [student.id],
      )
      return [last?.title, last?.body]
    }
    await world.ok(owner, fundCardCalls.authorise, { params, body: { perUseLimitFen: 100 } })
    expect(await change({ perUseLimitFen: 200 })).toMatchObject({ code: 0 })
    expect(await news()).toEqual(['您的经费卡授权已修改', expect.stringContaining('单次额度 2.00 元')])
    await world.ok(finance, fundCardCalls.revoke, { params })
    expect(await news()).toEqual(['您的经费卡授权已取消', expect.stringContaining('不能再用该卡付款')])
    expect(await change({ perUseLimitFen: 300 })).toMatchObject({ status: 409, code: 'GRANT_GONE' })
    const users = () => world.ok(owner, fundCardCalls.users, { params: { id }, query: {} })
    expect(await users()).toMatchObject({ total: 0 })
    await world.ok(owner, fundCardCalls.authorise, { params, body: { perUseLimitFen: 300 } })
    expect(await users()).toMatchObject({ items: [{ perUseLimitFen: 300 }] })
  })
})

describe('who sees and does what', () => {
  test('owner, authorised person, finance, stranger', async () => {
    const id = await newCard(10_000)
    await world.ok(owner, fundCardCalls.authorise, {
      params: { id, userId: student.id },
      body: { perUseLimitFen: 3_000 },
    })
    expect(await world.ok(owner, fundCardCalls.get, { params: { id } })).toMatchObject({
      relation: 'owner',
      sums: { balanceFen: 10_000 },
      can: ['authorise', 'view_ledger'],
    })
    expect(await world.ok(student, fundCardCalls.get, { params: { id } })).toMatchObject({
      relation: 'authorised',
      sums: null,
      usableFen: 3_000,
      can: ['view_ledger'],
    })
    expect(await world.ok(clerk, fundCardCalls.get, { params: { id } })).toMatchObject({
      relation: 'finance',
      sums: { balanceFen: 10_000 },
    })
    expect(await world.send(stranger, fundCardCalls.get, { params: { id } })).toMatchObject({ status: 403 })
    expect(await world.send(stranger, fundCardCalls.get, { params: { id: 9_999_999 } })).toMatchObject({
      status: 403,
    })
    expect(await world.send(student, fundCardCalls.users, { params: { id }, query: {} })).toMatchObject({
      status: 403,
    })
    expect(
      await world.send(student, fundCardCalls.authorise, { params: { id, userId: stranger.id }, body: {} }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(owner, fundCardCalls.topUp, {
        params: { id },
        body: { amountFen: 1, reason: '自己充' },
      }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(clerk, fundCardCalls.topUp, {
        params: { id },
        body: { amountFen: 1, reason: '查账员' },
      }),
    ).toMatchObject({ status: 403 })
    expect((await world.ok(student, fundCardCalls.mine, { query: {} })).items).toContainEqual(
      expect.objectContaining({ id, relation: 'authorised' }),
    )
    await world.ok(owner, fundCardCalls.revoke, { params: { id, userId: student.id } })
    expect(await world.send(student, fundCardCalls.get, { params: { id } })).toMatchObject({ status: 403 })
  })

  test('an authorisation that was revoked says nothing about the next; of one that stands what is not said stays', async () => {
    const id = await newCard(10_000)
    const params = { id, userId: student.id }
    const give = (body: object) => world.ok(owner, fundCardCalls.authorise, { params, body })
    const limits = async () => (await world.ok(student, fundCardCalls.get, { params: { id } })).authorisation
    const none = { validFrom: null, validTo: null, perUseLimitFen: null, totalLimitFen: null }
    await give({
      validFrom: '2026-01-01',
      validTo: '2099-12-31',
      perUseLimitFen: 3_000,
      totalLimitFen: 5_000,
    })
    await give({ perUseLimitFen: 2_000 })
    expect(await limits()).toMatchObject({
      validTo: '2099-12-31',
      perUseLimitFen: 2_000,
      totalLimitFen: 5_000,
    })
    await world.ok(owner, fundCardCalls.revoke, { params })
    await give({})
    expect(await limits()).toMatchObject(none)
  })

  test('the ledger goes on by key; an authorised person reads own entries only', async () => {
    const id = await newCard(10_000)
    await world.ok(owner, fundCardCalls.authorise, { params: { id, userId: student.id }, body: {} })
    for (let rowId = 1; rowId <= 3; rowId++) {
      await world.asSystem((ctx) =>
        fundCard.freeze(ctx, {
          cardId: id,
          userId: rowId === 2 ? student.id : owner.id,
          amountFen: rowId * 10,
          business: 'booking',
          rowId: 100 * id + rowId,
        }),
      )
    }
    const first = await world.ok(owner, fundCardCalls.ledger, { params: { id }, query: { size: 3 } })
    expect(first.items.map((e) => e.frozenAfterFen)).toEqual([60, 30, 10])
    const second = await world.ok(owner, fundCardCalls.ledger, {
      params: { id },
      query: { size: 3, before: first.next ?? 0 },
    })
    expect(second).toMatchObject({
      items: [{ kind: 'topup', balanceAfterFen: 10_000, user: { name: '钱财务' } }],
      next: null,
    })
    expect(
      (await world.ok(student, fundCardCalls.ledger, { params: { id }, query: {} })).items,
    ).toMatchObject([{ frozenDeltaFen: 20, balanceAfterFen: null }])
    expect(
      (
        await world.ok(owner, fundCardCalls.ledger, {
          params: { id },
          query: { kind: 'topup', from: '2000-01-01', to: '2000-01-02' },
        })
      ).items,
    ).toEqual([])
  })
})

describe('movements', () => {
  const hold = (cardId: number, userId: number, amountFen: number, rowId: number, part = 0) =>
    world.asSystem((ctx) =>
      fundCard.freeze(ctx, { cardId, userId, amountFen, business: 'booking', rowId, part }),
    )

  test('what is held is released once, deducted once, given back once', async () => {
    const id = await newCard(1_000)
    const row = { business: 'booking' as const, rowId: id * 1_000 }
    await hold(id, owner.id, 300, row.rowId)
    await hold(id, owner.id, 100, row.rowId, 1)
    await expect(hold(id, owner.id, 100, row.rowId, 1)).rejects.toThrow('该笔款项已经处理')
    await world.asSystem((ctx) => fundCard.deduct(ctx, { ...row, cardId: id, amountFen: 50 }))
    await expect(
      world.asSystem((ctx) => fundCard.deduct(ctx, { ...row, cardId: id, amountFen: 351 })),
    ).rejects.toThrow('冻结金额不足')
    await expect(
      world.asSystem((ctx) => fundCard.deduct(ctx, { ...row, cardId: id, amountFen: 1 })),
    ).rejects.toThrow('该笔款项已经处理')
    expect(await world.asSystem((ctx) => fundCard.release(ctx, row))).toBe(350)
    expect(await world.asSystem((ctx) => fundCard.release(ctx, row))).toBe(0)
    expect(await sums(id)).toMatchObject({ balanceFen: 950, frozenFen: 0 })
    expect(await world.asSystem((ctx) => fundCard.reverse(ctx, row))).toBe(50)
    expect(await world.asSystem((ctx) => fundCard.reverse(ctx, row))).toBe(0)
    expect(await sums(id)).toMatchObject({ balanceFen: 1_000, frozenFen: 0 })
  })

  test('an authorisation counts what is frozen in its name, and no more gets through at once', async () => {
    const id = await newCard(100_000)
    await world.ok(owner, fundCardCalls.authorise, {
      params: { id, userId: student.id },
      body: { totalLimitFen: 1_000, perUseLimitFen: 300 },
    })
    await expect(hold(id, student.id, 301, id * 1_000)).rejects.toMatchObject({ code: 'CARD_PER_USE' })
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => hold(id, student.id, 300, id * 1_000 + i)),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(3)
    for (const t of tries) if (t.status === 'rejected') expect(t.reason).toMatchObject({ code: 'CARD_TOTAL' })
    expect((await world.ok(owner, fundCardCalls.users, { params: { id }, query: {} })).items).toMatchObject([
      { usedFen: 900 },
    ])
    expect(
      await world.send(owner, fundCardCalls.authorise, {
        params: { id, userId: student.id },
        body: { totalLimitFen: 800 },
      }),
    ).toMatchObject({ reasons: [{ field: 'totalLimitFen' }] })
    const held = await world.sql<{ rowId: number }>(
      `select row_id as "rowId" from ledger_entry where card_id = $1 and kind = 'freeze'`,
      [id],
    )
    for (const { rowId } of held)
      await world.asSystem((ctx) => fundCard.release(ctx, { business: 'booking', rowId }))
    expect((await world.ok(owner, fundCardCalls.users, { params: { id }, query: {} })).items).toMatchObject([
      { usedFen: 0 },
    ])
  })

  test('fifty at once cannot overspend a card', async () => {
    const id = await newCard(1_000)
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => hold(id, owner.id, 30, id * 1_000 + i)),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(33)
    for (const t of tries)
      if (t.status === 'rejected') expect(t.reason).toMatchObject({ code: 'CARD_BALANCE' })
    expect(await sums(id)).toMatchObject({ frozenFen: 990, availableFen: 10 })
  })

  test('the ledger is never changed, only added to', async () => {
    await newCard(10)
    await expect(world.sql('update ledger_entry set note = null')).rejects.toThrow('append-only')
    await expect(world.sql('delete from ledger_entry')).rejects.toThrow('append-only')
  })
})
