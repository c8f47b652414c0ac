import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls, deliveryNumber, MAX_DELIVERY_FILES } from '@portal/contract/delivery/delivery'
import { peopleCalls } from '@portal/contract/people/people'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { fileCalls } from '@portal/contract/file/file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { createCompany, createContract, type Company } from '../../testing/companies.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import * as delivery from './delivery.service.ts'

let world: World
let auditor: Person
let office: Person
let requester: Person
let stranger: Person
let company: Company
let other: Company
beforeAll(async () => {
  world = await createWorld()
  auditor = await world.person('招标办', { permissions: ['TENDER_ALL'] })
  office = await world.person('设备处', { permissions: ['PURCHASE_ALL'] })
  requester = await world.person('申购人')
  stranger = await world.person('旁人')
  company = await createCompany(world, '华仪公司')
  other = await createCompany(world, '江州科仪')
})
afterAll(() => world.close())

/** A signed contract: its delivery and its pieces. */
async function contracted(quantity = 2, by = company) {
  const { purchaseId } = await createContract(world, by, requester, [
    { name: '离心机', quantity, priceFen: 50_000_00 },
  ])
  await world.asSystem((ctx) => announce(ctx, 'purchase.contracted', { purchaseId, supplierId: by.id }))
  const [row] = await world.sql<{ id: number }>('select id from delivery where purchase_id = $1', [
    purchaseId,
  ])
  const id = row?.id ?? 0
  const { pieces } = await world.ok(by.person, deliveryCalls.get, { params: { id } })
  return { purchaseId, id, pieceIds: pieces.map((p) => p.id) }
}
let plates = 0
const typed = (id: number, factoryNumber = `SN${++plates}`) => ({
  id,
  factoryNumber,
  manufacturer: '海德',
  model: 'H-1',
  country: '德国',
  madeOn: '2026-01-02',
  warrantyUntil: '2029-01-02',
})
const save = (who: Person, id: number, pieces: ReturnType<typeof typed>[]) =>
  world.send(who, deliveryCalls.save, { params: { id }, body: { pieces } })
const auditBody = (
  id: number,
  verdict: 'approve' | 'send_back',
  more: { reason?: string; pieces?: { pieceId: number; reason: string }[] } = {},
) => ({
  body: { items: [{ id, state: 'awaiting_check' as const }], verdict, reason: null, ...more },
})
async function submitted(quantity = 2) {
  const d = await contracted(quantity)
  expect(
    (
      await save(
        company.person,
        d.id,
        d.pieceIds.map((p) => typed(p)),
      )
    ).status,
  ).toBe(200)
  await world.ok(company.person, deliveryCalls.submit, { params: { id: d.id } })
  return d
}
async function checked(quantity = 2) {
  const d = await submitted(quantity)
  expect((await world.ok(auditor, deliveryCalls.audit, auditBody(d.id, 'approve')))[0]).toMatchObject({
    ok: true,
  })
  return d
}
const states = async (id: number) =>
  (await world.ok(auditor, deliveryCalls.get, { params: { id } })).pieces.map((p) => p.state)
const waiting = async (who: Person) =>
  (await world.ok(who, approvalCalls.tasks, { query: { business: 'delivery', size: 100 } })).items.map(
    (t) => `${t.step} ${t.rowId}`,
  )

describe('from the contract to what is checked', () => {
  test('a contract opens a delivery: a piece for each instrument, at the contract’s price', async () => {
    const { id } = await contracted(3)
    const d = await world.ok(company.person, deliveryCalls.get, { params: { id } })
    expect(d).toMatchObject({
      state: 'awaiting_entry',
      pieceCount: 3,
      expectedCount: 3,
      totalFen: 150_000_00,
      can: ['save', 'submit'],
      number: deliveryNumber(id),
      stage: { stage: 'sourcing', counts: [] },
    })
    expect(d.pieces.map((p) => [p.number, p.state, p.priceFen, p.open])).toEqual(
      [1, 2, 3].map((n) => [n, 'expected', 50_000_00, true]),
    )
    expect(await waiting(company.person)).toContain(`entry ${id}`)
    expect((await world.ok(requester, deliveryCalls.get, { params: { id } })).can).toEqual([])
    expect((await world.ok(requester, deliveryCalls.get, { params: { id } })).pieces[0]?.open).toBe(false)
  })

  test('of two who enter a piece the second does not overwrite what he has not seen', async () => {
    const { id, pieceIds } = await contracted(1)
    const [pieceId = 0] = pieceIds
    const { pieces } = await world.ok(company.person, deliveryCalls.get, { params: { id } })
    const enter = (factoryNumber: string, seenAt: string | undefined) =>
      world.send(company.person, deliveryCalls.save, {
        params: { id },
        body: { pieces: [{ ...typed(pieceId, factoryNumber), seenAt }] },
      })
    const first = await enter('SEEN-1', pieces[0]?.updatedAt)
    expect(await enter('SEEN-2', pieces[0]?.updatedAt)).toMatchObject({
      status: 409,
      code: 'SAVED_SINCE',
      message: '您打开页面后，离心机 第 1 台的信息已被修改；未保存，请刷新后重试',
    })
    const second = await enter('SEEN-3', first.data?.pieces[0]?.updatedAt)
    expect(second.data?.pieces).toMatchObject([{ factoryNumber: 'SEEN-3' }])
  })

  test('part by part; submitted when all are there', async () => {
    const { id, pieceIds } = await contracted()
    const [first = 0, second = 0] = pieceIds
    const missing = await world.send(company.person, deliveryCalls.save, {
      params: { id },
      body: { pieces: [{ ...typed(first), factoryNumber: ' ' }] },
    })
    expect(missing.reasons?.map((r) => r.field)).toEqual(['pieces.0.factoryNumber'])
    const half = await world.ok(company.person, deliveryCalls.save, {
      params: { id },
      body: { pieces: [typed(first)] },
    })
    expect(half.pieces.map((p) => p.state)).toEqual(['entered', 'expected'])
    expect(await world.send(company.person, deliveryCalls.submit, { params: { id } })).toMatchObject({
      status: 422,
      code: 'NOT_ENTERED',
    })
    await save(company.person, id, [typed(second)])
    expect(await world.ok(company.person, deliveryCalls.submit, { params: { id } })).toMatchObject({
      state: 'awaiting_check',
      can: [],
    })
    expect((await save(company.person, id, [typed(first)])).status).toBe(409)
    expect([
      (await waiting(company.person)).includes(`entry ${id}`),
      (await waiting(auditor)).includes(`check ${id}`),
    ]).toEqual([false, true])
  })

  test('a factory number belongs to one instrument of a manufacturer and model, whoever is quicker', async () => {
    const [a, b] = [await contracted(), await contracted()]
    const [first = 0, second = 0] = a.pieceIds
    expect(
      (await save(company.person, a.id, [typed(first, 'TWIN'), typed(second, 'TWIN')])).reasons,
    ).toMatchObject([{ code: 'NUMBER_TWICE', field: 'pieces.1.factoryNumber' }])
    const answers = await Promise.all([
      save(company.person, a.id, [typed(first, 'TWIN')]),
      save(company.person, b.id, [typed(b.pieceIds[0] ?? 0, 'TWIN')]),
    ])
    expect(answers.map((x) => x.status).toSorted()).toEqual([200, 422])
    const again = await save(company.person, a.id, [typed(second, 'TWIN')])
    expect(again).toMatchObject({ code: 'NUMBER_TAKEN', reasons: [{ field: 'pieces.0.factoryNumber' }] })
    expect((await save(company.person, a.id, [{ ...typed(second, 'TWIN'), model: 'H-2' }])).status).toBe(200)
    // Saved again with its own number.
    expect((await save(company.person, a.id, [{ ...typed(second, 'TWIN'), model: 'H-2' }])).status).toBe(200)
  })

  test('numbers that were interchanged, or moved on by one, are put right in one saving', async () => {
    const { id, pieceIds } = await contracted(3)
    const [a = 0, b = 0, c = 0] = pieceIds
    const numbers = async () =>
      (await world.ok(company.person, deliveryCalls.get, { params: { id } })).pieces.map((p) => [
        p.factoryNumber,
        p.state,
      ])
    await save(company.person, id, [typed(a, 'S-1'), typed(b, 'S-2')])
    expect((await save(company.person, id, [typed(a, 'S-2'), typed(b, 'S-1')])).status).toBe(200)
    expect(await numbers()).toEqual([
      ['S-2', 'entered'],
      ['S-1', 'entered'],
      [null, 'expected'],
    ])
    const moved = [typed(a, 'S-1'), typed(b, 'S-3'), typed(c, 'S-2')]
    expect((await save(company.person, id, moved)).status).toBe(200)
    expect((await numbers()).map(([n]) => n)).toEqual(['S-1', 'S-3', 'S-2'])
    // A piece outside this save keeps its number, and nothing is lost.
    expect(await save(company.person, id, [typed(a, 'S-3'), typed(c, 'S-1')])).toMatchObject({
      code: 'NUMBER_TAKEN',
      reasons: [{ field: 'pieces.0.factoryNumber' }],
    })
    expect((await numbers()).map(([n]) => n)).toEqual(['S-1', 'S-3', 'S-2'])
  })

  describe('pieces sent back because their numbers were interchanged', () => {
    /** Of three pieces the first two are sent back. */
    async function interchanged() {
      const { id, pieceIds } = await contracted(3)
      const [a = 0, b = 0] = pieceIds
      const numbers = [1, 2, 3].map((n) => `${id}-${n}`) as [string, string, string]
      await save(
        company.person,
        id,
        pieceIds.map((p, i) => typed(p, numbers[i])),
      )
      await world.ok(company.person, deliveryCalls.submit, { params: { id } })
      await world.ok(
        auditor,
        deliveryCalls.audit,
        auditBody(id, 'send_back', {
          reason: '出厂编号填反',
          pieces: [a, b].map((pieceId) => ({ pieceId, reason: '与铭牌不符' })),
        }),
      )
      expect(await states(id)).toEqual(['expected', 'expected', 'entered'])
      return { id, a, b, numbers }
    }
    const read = async (id: number) =>
      (await world.ok(company.person, deliveryCalls.get, { params: { id } })).pieces.map((p) => [
        p.factoryNumber,
        p.state,
      ])

    test('are put right in one saving', async () => {
      const { id, a, b, numbers } = await interchanged()
      const [one, two, three] = numbers
      expect((await save(company.person, id, [typed(a, two), typed(b, one)])).status).toBe(200)
      expect(await read(id)).toEqual([
        [two, 'entered'],
        [one, 'entered'],
        [three, 'entered'],
      ])
    })

    test('are put right one after the other, as on the screen', async () => {
      const { id, a, b, numbers } = await interchanged()
      const [one, two, three] = numbers
      // What was not sent back keeps its number.
      expect(await save(company.person, id, [typed(a, three)])).toMatchObject({ code: 'NUMBER_TAKEN' })
      expect((await save(company.person, id, [typed(a, two)])).status).toBe(200)
      expect(await read(id)).toEqual([
        [two, 'entered'],
        [null, 'expected'],
        [three, 'entered'],
      ])
      expect(await world.send(company.person, deliveryCalls.submit, { params: { id } })).toMatchObject({
        code: 'NOT_ENTERED',
      })
      expect((await save(company.person, id, [typed(b, one)])).status).toBe(200)
      expect((await read(id)).map(([number]) => number)).toEqual([two, one, three])
    })

    test('hold their numbers against other deliveries until they are entered anew', async () => {
      const { numbers } = await interchanged()
      const other = await contracted(1)
      expect(await save(company.person, other.id, [typed(other.pieceIds[0] ?? 0, numbers[0])])).toMatchObject(
        { code: 'NUMBER_TAKEN' },
      )
    })
  })

  test('the tendering office checks: the purchase goes on, with these pieces', async () => {
    const { id, purchaseId } = await submitted()
    expect((await world.send(office, deliveryCalls.audit, auditBody(id, 'approve'))).status).toBe(403)
    expect((await world.send(company.person, deliveryCalls.audit, auditBody(id, 'approve'))).status).toBe(403)
    const verdicts = (
      await Promise.all([1, 2].map(() => world.ok(auditor, deliveryCalls.audit, auditBody(id, 'approve'))))
    ).flat()
    expect(verdicts.map((v) => v.ok).toSorted()).toEqual([false, true])
    expect(await states(id)).toEqual(['checked', 'checked'])
    // The supplier sees the stage, and nothing else of the purchase.
    expect((await world.ok(company.person, deliveryCalls.get, { params: { id } })).stage).toEqual({
      stage: 'acceptance',
      counts: [{ stage: 'acceptance', count: 2 }],
    })
    expect(
      (await world.sql<{ state: string }>('select state from purchase where id = $1', [purchaseId]))[0]
        ?.state,
    ).toBe('in_acceptance')
    expect(
      (await world.ok(auditor, deliveryCalls.get, { params: { id } })).history.map((h) => h.event),
    ).toEqual(['open', 'submit', 'approve'])
  })

  test('sent back with certain pieces, those are entered again; without, all can be corrected', async () => {
    const { id, pieceIds } = await submitted()
    const [first = 0, second = 0] = pieceIds
    expect((await world.send(auditor, deliveryCalls.audit, auditBody(id, 'send_back'))).status).toBe(400)
    await world.ok(
      auditor,
      deliveryCalls.audit,
      auditBody(id, 'send_back', {
        reason: '型号与合同不符',
        pieces: [{ pieceId: second, reason: '型号不符\n缺少铭牌' }],
      }),
    )
    const d = await world.ok(company.person, deliveryCalls.get, { params: { id } })
    expect(d).toMatchObject({ state: 'awaiting_entry', reason: '型号与合同不符', expectedCount: 1 })
    expect(d.pieces.map((p) => [p.state, p.refusedReason])).toEqual([
      ['entered', null],
      ['expected', '型号不符\n缺少铭牌'],
    ])
    expect((await world.send(company.person, deliveryCalls.submit, { params: { id } })).code).toBe(
      'NOT_ENTERED',
    )
    expect((await save(company.person, id, [typed(first), typed(second)])).status).toBe(200)
    await world.ok(company.person, deliveryCalls.submit, { params: { id } })
    await world.ok(auditor, deliveryCalls.audit, auditBody(id, 'send_back', { reason: '请核对产地' }))
    expect(await states(id)).toEqual(['entered', 'entered'])
    const foreign = await submitted(1)
    const [verdict] = await world.ok(
      auditor,
      deliveryCalls.audit,
      auditBody(foreign.id, 'send_back', { reason: '退回', pieces: [{ pieceId: first, reason: '别处的' }] }),
    )
    expect(verdict).toMatchObject({ ok: false })
    expect((await world.ok(auditor, deliveryCalls.get, { params: { id: foreign.id } })).state).toBe(
      'awaiting_check',
    )
  })
})

describe('what acceptance and stock-in do', () => {
  test('a refused piece goes back, the others go on; what came instead is checked alone', async () => {
    const { id, purchaseId, pieceIds } = await checked(3)
    const [first = 0, second = 0, third = 0] = pieceIds
    await world.asSystem((ctx) =>
      delivery.sendBack(ctx, purchaseId, [{ pieceId: first, reason: '外壳破损' }]),
    )
    expect(await world.ok(company.person, deliveryCalls.get, { params: { id } })).toMatchObject({
      state: 'awaiting_entry',
      reason: '验收退回 1 台：外壳破损',
      expectedCount: 1,
    })
    // Another piece while the delivery is open, and one more after it was submitted again.
    await world.asSystem((ctx) => delivery.sendBack(ctx, purchaseId, [{ pieceId: second, reason: '缺配件' }]))
    expect(
      await world.sql(
        `select payload ->> 'body' as body from outbox where payload ->> 'title' = '设备信息需要重新填写'
          and payload ->> 'link' = $1 order by id`,
        [`/osp/storage/providerDevice?id=${id}`],
      ),
    ).toEqual([
      { body: expect.stringContaining('验收退回 1 台：外壳破损') as string },
      { body: expect.stringContaining('验收退回 1 台：缺配件') as string },
    ])
    expect((await save(company.person, id, [typed(third)])).code).toBe('PIECE_CLOSED')
    await save(company.person, id, [typed(first), typed(second)])
    await world.ok(company.person, deliveryCalls.submit, { params: { id } })
    await world.asSystem((ctx) => delivery.sendBack(ctx, purchaseId, [{ pieceId: third, reason: '不工作' }]))
    expect(await states(id)).toEqual(['entered', 'entered', 'expected'])
    await save(company.person, id, [typed(third)])
    await world.ok(company.person, deliveryCalls.submit, { params: { id } })
    expect((await world.ok(auditor, deliveryCalls.audit, auditBody(id, 'approve')))[0]?.ok).toBe(true)
    expect(await states(id)).toEqual(['checked', 'checked', 'checked'])
  })

  test('a piece is accepted once, and what is not checked is not accepted', async () => {
    const { purchaseId, pieceIds } = await checked(1)
    const [acceptance] = await world.sql<{ id: number }>(
      `insert into acceptance (purchase_id, scale, state, state_at, receiver_id, created_at) values ($1, 'small', 'accepted', now(), $2, now()) returning id`,
      [purchaseId, requester.id],
    )
    await world.asSystem((ctx) => delivery.setAccepted(ctx, pieceIds, acceptance?.id ?? 0))
    expect(
      (await world.asSystem((ctx) => delivery.listPieces(ctx, purchaseId))).map((p) => [
        p.state,
        p.acceptanceId,
      ]),
    ).toEqual([['accepted', acceptance?.id]])
    await expect(
      world.asSystem((ctx) => delivery.setAccepted(ctx, pieceIds, acceptance?.id ?? 0)),
    ).rejects.toThrow('状态已变化')
    await expect(
      world.asSystem((ctx) =>
        delivery.sendBack(
          ctx,
          purchaseId,
          pieceIds.map((pieceId) => ({ pieceId, reason: '迟了' })),
        ),
      ),
    ).rejects.toThrow('状态已变化')
  })
})

describe('who sees what', () => {
  const png = {
    name: '铭牌.png',
    content: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  }
  test('many papers come at once, as many as an order holds; one more is refused and changes nothing', async () => {
    const { id } = await contracted()
    const add = () => world.send(company.person, deliveryCalls.addFile, { params: { id }, files: [png] })
    expect((await Promise.all([add(), add(), add()])).map((a) => a.status)).toEqual([200, 200, 200])
    await world.sql(
      `insert into file (name, mime, bytes, sha256, visibility, business, row_id) select 'paper.pdf', 'application/pdf', 1, '\\x00', 'private', 'delivery', $1 from generate_series(1, $2)`,
      [id, MAX_DELIVERY_FILES - 4],
    )
    // Of two concurrent uploads for the last place, one succeeds.
    expect((await Promise.all([add(), add()])).map((a) => a.status).toSorted()).toEqual([200, 422])
    expect((await world.ok(company.person, deliveryCalls.get, { params: { id } })).files).toHaveLength(
      MAX_DELIVERY_FILES,
    )
  })

  test('another supplier gets nothing: list, detail, files, pieces', async () => {
    const { id, pieceIds, purchaseId } = await contracted()
    expect(
      (await world.ok(company.person, deliveryCalls.list, { query: { purchaseId } })).items.map((d) => d.id),
    ).toEqual([id])
    const file = await world.ok(company.person, deliveryCalls.addFile, { params: { id }, files: [png] })
    for (const who of [other.person, stranger]) {
      expect((await world.ok(who, deliveryCalls.list)).total).toBe(0)
      expect(
        (
          await world.ok(who, deliveryCalls.list, {
            query: { supplierId: company.id, keyword: deliveryNumber(id) },
          })
        ).items,
      ).toEqual([])
      expect((await world.ok(who, deliveryCalls.list, { query: { purchaseId } })).items).toEqual([])
      expect((await world.send(who, deliveryCalls.get, { params: { id } })).status).toBe(403)
      expect((await world.send(who, deliveryCalls.get, { params: { id: 999_999 } })).status).toBe(403)
      expect((await world.send(who, fileCalls.get, { params: { id: file.id } })).status).toBe(403)
      expect((await save(who, id, [typed(pieceIds[0] ?? 0)])).status).toBe(403)
      expect((await world.send(who, deliveryCalls.submit, { params: { id } })).status).toBe(403)
      expect(
        (await world.send(who, deliveryCalls.removeFile, { params: { id, fileId: file.id } })).status,
      ).toBe(403)
    }
    // Not through the company's own delivery either.
    const own = await contracted(1, other)
    expect((await save(other.person, own.id, [typed(pieceIds[0] ?? 0)])).code).toBe('PIECE_OTHER')
    expect(
      (await world.send(other.person, deliveryCalls.removeFile, { params: { id: own.id, fileId: file.id } }))
        .status,
    ).toBe(404)
    expect((await world.ok(other.person, deliveryCalls.list)).items.map((d) => d.id)).toEqual([own.id])
  })

  test('a task gives no right: not to an administrator, nor to who has left the company', async () => {
    const leaver = await createCompany(world, '北辰仪器')
    const { id, pieceIds } = await contracted(1, leaver)
    const admin = await world.person('管理员', { permissions: ['ADMIN'] })
    await save(leaver.person, id, [typed(pieceIds[0] ?? 0)])
    expect(await world.send(admin, deliveryCalls.submit, { params: { id } })).toMatchObject({
      status: 403,
      message: '只有供货的供应商可以填写设备信息',
    })
    await world.sql('delete from supplier_user where user_id = $1', [leaver.person.id])
    expect(await waiting(leaver.person)).toContain(`entry ${id}`)
    expect((await world.send(leaver.person, deliveryCalls.get, { params: { id } })).status).toBe(403)
  })

  describe('people of the company come and go', () => {
    /** Who is asked, or who the task fell to. */
    const asked = async (id: number) =>
      (
        await world.sql<{ who: string }>(
          `select coalesce(u.name, t.role) as who from approval_task t left join user_account u on u.id = t.user_id
           where t.business = 'delivery' and t.row_id = $1 and t.state = 'waiting' order by 1`,
          [id],
        )
      ).map((t) => t.who)
    const join = (c: Company, username: string, name: string) =>
      world.ok(office, supplierCalls.addMember, {
        params: { id: c.id },
        body: { username, name, email: `${username}@example.com`, phone: '13812345679' },
      })
    const close = async (userId: number) => {
      const admin = await world.person('管理员', { permissions: ['ADMIN'] })
      await world.ok(admin, peopleCalls.setEnabled, { params: { id: userId }, body: { enabled: false } })
      return admin
    }

    test('who joins is asked for what it owes, who is removed no more', async () => {
      const c = await createCompany(world, '南辕仪器')
      const { id } = await contracted(1, c)
      await join(c, 'nanyuan2', '新业务员')
      expect(await asked(id)).toEqual(['南辕仪器业务员', '新业务员'])
      await world.ok(office, supplierCalls.removeMember, { params: { id: c.id, userId: c.person.id } })
      expect(await asked(id)).toEqual(['新业务员'])
    })

    test('whose account is closed is not asked as long as others are left', async () => {
      const c = await createCompany(world, '北辙仪器')
      const { id } = await contracted(1, c)
      await join(c, 'beizhe2', '新业务员')
      await close(c.person.id)
      expect(await asked(id)).toEqual(['新业务员'])
      const later = await contracted(1, { ...c, person: auditor })
      expect(await asked(later.id)).toEqual(['新业务员'])
    })

    test('with nobody left an administrator is asked: he finds somebody for it', async () => {
      const c = await createCompany(world, '东隅仪器')
      const { id } = await contracted(1, c)
      expect((await world.ok(office, deliveryCalls.get, { params: { id } })).can).toEqual([])
      const admin = await close(c.person.id)
      expect([await asked(id), (await waiting(admin)).includes(`entry ${id}`)]).toEqual([['sysadmin'], true])
      const later = await contracted(1, { ...c, person: auditor })
      expect(await asked(later.id)).toEqual(['sysadmin'])
      expect((await world.ok(admin, deliveryCalls.get, { params: { id } })).can).toEqual(['members'])
      await join(c, 'dongyu2', '新业务员')
      expect([await asked(id), await asked(later.id)]).toEqual([['新业务员'], ['新业务员']])
      expect((await world.ok(admin, deliveryCalls.get, { params: { id } })).can).toEqual([])
    })
  })

  test('the requester and the offices look on, and do not write', async () => {
    const { id, pieceIds } = await contracted(1)
    for (const who of [requester, office, auditor]) {
      expect((await world.ok(who, deliveryCalls.list)).items.some((d) => d.id === id)).toBe(true)
      expect((await save(who, id, [typed(pieceIds[0] ?? 0)])).status).toBe(403)
      expect((await world.send(who, deliveryCalls.addFile, { params: { id }, files: [png] })).status).toBe(
        403,
      )
    }
    const found = async (query: Record<string, string>) =>
      (await world.ok(office, deliveryCalls.list, { query: { ...query, size: 100 } })).items.map((d) => d.id)
    expect(await found({ keyword: deliveryNumber(id) })).toEqual([id])
    expect(await found({ keyword: 'huayi' })).toContain(id)
    expect(await found({ keyword: '没有这个' })).toEqual([])
    expect(await found({ overdue: 'true' })).toContain(id)
    expect([await found({ from: '2020-01-01' }), await found({ to: '2020-01-01' })]).toEqual([
      expect.arrayContaining([id]),
      [],
    ])
    expect(await world.send(office, deliveryCalls.list, { query: { from: '2020/01/01' } })).toMatchObject({
      status: 400,
    })
    const sheet = await world.app.inject({
      method: 'GET',
      url: '/api/v2/delivery/export',
      headers: { authorization: office.token },
    })
    expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})
