import { approvalCalls } from '@portal/contract/approval/approval'
import { fileCalls } from '@portal/contract/file/file'
import { importUnitFen } from '@portal/contract/purchase/import-price'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseRefusals } from '@portal/contract/purchase/purchase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcurement, makeImportPrice, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import * as purchase from './purchase.service.ts'

let world: World
let s: Procurement
beforeAll(async () => {
  world = await createWorld()
  s = await createProcurement(world)
})
afterAll(() => world.close())

const list = async (who: Person, query: object = {}) =>
  world.ok(who, purchaseCalls.list, { query: { size: 200, ...query } })
const ids = async (who: Person, query: object = {}) => (await list(who, query)).items.map((p) => p.id)
const steps = async (who: Person) =>
  (await world.ok(who, approvalCalls.tasks, { query: { business: 'purchase', size: 100 } })).items.map(
    (t) => `${t.rowId} ${t.step}`,
  )

describe('a draft', () => {
  test('of a student is kept, and handed in by who answers for the money; another college’s laboratory is a word of warning', async () => {
    const student = await world.person('研究生', { deptId: s.deptId })
    await world.sql(`update user_account set user_type = '1' where id = $1`, [student.id])
    const [other] = await world.sql<{ id: number; name: string }>(
      'select id, name from dept where id = (select dept_id from user_account where id = $1)',
      [s.outsider.id],
    )
    const [lab] = await world.sql<{ id: number }>(
      `insert into lab (serial_id, name, dept_id) values ('LABX', '物理测试室', $1) returning id`,
      [other?.id],
    )
    const body = { ...(await s.body({ papers: [] })), labId: lab?.id ?? 0 }
    const made = await world.ok(student, purchaseCalls.create, { body })
    expect(made.can).toEqual(['change', 'cancel', 'print'])
    expect(made.warnings).toEqual([
      purchaseRefusals.STUDENT,
      expect.stringContaining(`“物理测试室”属于${other?.name}`),
    ])
    expect(await world.send(student, purchaseCalls.submit, { params: { id: made.id } })).toMatchObject({
      status: 403,
      code: 'STUDENT',
      message: expect.stringContaining('请由教师、实验技术人员或管理人员'),
    })
    expect((await world.ok(student, purchaseCalls.rules)).submitBarred).toBe(purchaseRefusals.STUDENT)
    expect((await world.ok(s.requester, purchaseCalls.rules)).submitBarred).toBeNull()
    // No warning for a lab of the same college or one above it; with the warning it can still be submitted.
    expect((await s.draft()).warnings).toEqual([])
    expect(await s.submitted({ labId: lab?.id ?? 0 })).toMatchObject({
      state: 'awaiting_dept_head',
      warnings: [expect.stringContaining('请确认')],
    })
  })

  test('is for people of the campus, whatever they pay', async () => {
    const person = await world.person('外单位教师', { deptId: s.deptId })
    const create = () => world.send(person, purchaseCalls.create, { body: { title: '天平' } })
    await world.sql('update user_account set on_campus = false where id = $1', [person.id])
    expect(await create()).toMatchObject({ status: 403, message: purchaseRefusals.NOT_CAMPUS })
    await world.sql(`update user_account set on_campus = true, tier = 'school' where id = $1`, [person.id])
    expect(await create()).toMatchObject({ status: 200, data: { state: 'draft' } })
  })

  test('may have holes, and keeps what it was given', async () => {
    const made = await world.ok(s.requester, purchaseCalls.create, {
      body: { title: '天平', sources: [{ kind: 'fund_card' }] },
    })
    expect(made).toMatchObject({
      state: 'draft',
      budgetFen: 0,
      items: [],
      method: null,
      can: ['change', 'submit', 'cancel', 'print'],
    })
    const changed = await world.ok(s.requester, purchaseCalls.change, {
      params: { id: made.id },
      body: await s.body({
        items: [
          s.item({ quantity: 3, unitPriceFen: 33_333 }),
          s.item({ name: '烘箱', quantity: 1, unitPriceFen: 1 }),
        ],
      }),
    })
    expect(changed).toMatchObject({ budgetFen: 100_000, itemCount: 2, lab: { name: '电镜中心' } })
    expect(changed.items.map((i) => [i.name, i.quantity])).toEqual([
      ['电子天平', 3],
      ['烘箱', 1],
    ])
    expect(changed.papers).toMatchObject([
      { kind: 'price_evidence', kindLabel: '价格依据', name: '材料.pdf' },
    ])
  })

  test('saved as it stands, nothing is written down; the first change is', async () => {
    const made = await s.draft()
    const params = { id: made.id }
    const changes = async () =>
      (await s.detail(s.requester, made.id)).history.filter((h) => h.event === 'change').length
    for (const body of [{ title: made.title }, { title: made.title, remark: made.remark }])
      await world.ok(s.requester, purchaseCalls.change, { params, body })
    expect(await changes()).toBe(0)
    await world.ok(s.requester, purchaseCalls.change, { params, body: { title: '另一个名称' } })
    expect(await changes()).toBe(1)
    expect(await s.detail(s.requester, made.id)).toMatchObject({
      title: '另一个名称',
      items: made.items.map(({ name }) => ({ name })),
    })
  })

  test('papers left out go, with their files; of others none can be taken', async () => {
    const made = await s.draft()
    const before = made.papers[0]?.id ?? ''
    const changed = await world.ok(s.requester, purchaseCalls.change, {
      params: { id: made.id },
      body: await s.body(),
    })
    expect(changed.papers).toHaveLength(1)
    expect(await world.sql('select from file where id = $1', [before])).toEqual([])
    const body = await s.body()
    const foreign = await world.send(s.colleague, purchaseCalls.create, { body })
    expect(foreign).toMatchObject({ status: 400, message: '附件不存在或已被使用，请重新上传' })
    expect(
      await world.send(s.requester, purchaseCalls.create, {
        body: { ...body, papers: [{ fileId: await s.paper(s.requester), kind: 'nonsense' }] },
      }),
    ).toMatchObject({ reasons: [{ field: 'papers.0.kind' }] })
  })

  test('is nobody else’s business', async () => {
    const { id } = await s.draft()
    for (const who of [
      s.colleague,
      s.head,
      s.equip,
      s.tender,
      s.finance,
      s.outsider,
      s.experts[0]!,
      s.suppliers[0]!.user,
    ]) {
      expect(await world.send(who, purchaseCalls.get, { params: { id } })).toMatchObject({ status: 403 })
      expect(await ids(who)).not.toContain(id)
    }
  })

  test('is for people of the university, of a dept, and with a card that is theirs', async () => {
    const body = await s.body({ papers: [] })
    expect(await world.send(s.suppliers[0]!.user, purchaseCalls.create, { body })).toMatchObject({
      status: 403,
    })
    expect(await world.send(s.equip, purchaseCalls.create, { body })).toMatchObject({ code: 'NO_DEPT' })
    const card = await s.card(s.colleague, 10_000)
    expect(
      await world.send(s.requester, purchaseCalls.create, {
        body: { ...body, sources: [{ kind: 'fund_card', fundCardId: card }] },
      }),
    ).toMatchObject({ reasons: [{ field: 'sources.0.fundCardId', code: 'CARD_NOT_YOURS' }] })
    expect(
      await world.send(s.requester, purchaseCalls.create, { body: { ...body, labId: 999_999_999 } }),
    ).toMatchObject({ reasons: [{ field: 'labId' }] })
    expect(
      await world.send(s.requester, purchaseCalls.create, {
        body: { ...body, items: [s.item({ categoryId: 999_999_999 })] },
      }),
    ).toMatchObject({ reasons: [{ code: 'CATEGORY_GONE' }] })
  })
})

describe('handing it in', () => {
  test('everything that is missing is said at once', async () => {
    const card = await s.card(s.requester, 1_000)
    const { id } = await s.draft({
      papers: [],
      purpose: '',
      cardId: card,
      items: [s.item({ unitPriceFen: 50_000_000, imported: true, importPrice: null, priceBasis: '' })],
    })
    const answer = await world.send(s.requester, purchaseCalls.submit, { params: { id } })
    expect(answer.reasons?.map((r) => [r.code, r.field])).toEqual([
      ['PRICE_BASIS_MISSING', 'items.0.priceBasis'],
      ['JUSTIFICATION_MISSING', 'items.0.justification'],
      ['IMPORT_PRICE_MISSING', 'items.0.importPrice.currency'],
      ['PURPOSE_MISSING', 'purpose'],
      ['PAPER_MISSING', 'papers'],
      ['PAPER_MISSING', 'papers'],
      ['PAPER_MISSING', 'papers'],
      ['CARD_BALANCE', 'sources.0.fundCardId'],
    ])
    expect(answer.reasons?.[4]?.message).toBe('缺少材料：价格依据')
    expect((await s.detail(s.requester, id)).state).toBe('draft')
  })

  test('goes to the head where nobody’s opinion is needed, to the experts where it is', async () => {
    const small = await s.submitted()
    expect(small).toMatchObject({
      state: 'awaiting_dept_head',
      method: 'general',
      precious: false,
      imported: false,
      panels: [],
    })
    expect(await steps(s.head)).toContain(`${small.id} dept_head`)
    expect(await steps(s.otherHead)).not.toContain(`${small.id} dept_head`)
    const big = await s.submitted({
      items: [s.item({ quantity: 1, unitPriceFen: 120_000_000, imported: true, justification: '国内无' })],
    })
    expect(big).toMatchObject({ state: 'awaiting_experts', method: 'public', precious: true, imported: true })
    expect(big.panels.map((p) => [p.kind, p.state])).toEqual([
      ['import', 'draft'],
      ['precious', 'draft'],
    ])
    expect(await steps(s.requester)).toContain(`${big.id} panel`)
    expect(big.progress.map((x) => [x.key, x.status])).toEqual([
      ['draft', 'done'],
      ['awaiting_experts', 'current'],
      ['awaiting_dept_head', 'next'],
      ['awaiting_equip_office', 'next'],
      ['awaiting_sourcing', 'next'],
      ['awaiting_contract', 'next'],
      ['awaiting_delivery', 'next'],
      ['in_acceptance', 'next'],
      ['end', 'next'],
    ])
  })
})

describe('its money', () => {
  const split = async (...amounts: number[]) => ({
    sources: await Promise.all(
      amounts.map(async (amountFen) => ({
        kind: 'fund_card' as const,
        fundCardId: await s.card(s.requester, 5_000_000),
        amountFen,
      })),
    ),
  })
  test('from several cards, to the fen; the database holds it', async () => {
    const made = await s.draft(await split(1_999_999, 2))
    expect(await world.send(s.requester, purchaseCalls.submit, { params: { id: made.id } })).toMatchObject({
      reasons: [{ code: 'SOURCES_TOTAL', field: 'sources' }],
    })
    const done = await s.submitted(await split(1_999_999, 1))
    expect(done).toMatchObject({
      state: 'awaiting_dept_head',
      budgetFen: 2_000_000,
      sources: [{ kind: 'fund_card', amountFen: 1_999_999 }, { amountFen: 1 }],
    })
    await expect(
      world.sql('update purchase_source set amount_fen = amount_fen + 1 where purchase_id = $1', [done.id]),
    ).rejects.toMatchObject({ constraint: 'purchase_sources_agree' })
    await expect(
      world.sql('delete from purchase_source where purchase_id = $1 and sort = 2', [done.id]),
    ).rejects.toMatchObject({ constraint: 'purchase_sources_agree' })
  })
  test('each card once, and each bears its part', async () => {
    const card = await s.card(s.requester, 1_000)
    const twice = [
      { kind: 'fund_card' as const, fundCardId: card, amountFen: 1 },
      { kind: 'fund_card' as const, fundCardId: card, amountFen: 1 },
    ]
    expect(
      await world.send(s.requester, purchaseCalls.create, { body: await s.body({ sources: twice }) }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'sources.1.fundCardId' }] })
    const { sources } = await split(1_000_000)
    const { id } = await s.draft({
      sources: [...sources, { kind: 'fund_card', fundCardId: card, amountFen: 1_000_000 }],
    })
    expect(await world.send(s.requester, purchaseCalls.submit, { params: { id } })).toMatchObject({
      reasons: [{ code: 'CARD_BALANCE', field: 'sources.1.fundCardId' }],
    })
  })
  test('from abroad: the price is what its parts come to, and stays with it', async () => {
    const importPrice = {
      ...makeImportPrice(0),
      foreignPrice: 1_234_567,
      rateMicro: 7_123_456,
      freightFen: 100,
      agencyFen: 23,
    }
    const unitPriceFen = importUnitFen(importPrice)
    const item = s.item({ quantity: 1, unitPriceFen, imported: true, justification: '国内无', importPrice })
    const made = await s.draft({ items: [item] })
    expect(made.items[0]).toMatchObject({
      unitPriceFen: 8_794_384 + 123,
      importPrice: { currency: 'USD', foreignPrice: 1_234_567, dutyFree: true },
    })
    const off = { ...item, unitPriceFen: unitPriceFen + 1 }
    expect(
      await world.send(s.requester, purchaseCalls.create, { body: await s.body({ items: [off] }) }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'items.0.unitPriceFen' }] })
    const taxed = { ...item, importPrice: { ...importPrice, tariffFen: 1 } }
    expect(
      await world.send(s.requester, purchaseCalls.create, { body: await s.body({ items: [taxed] }) }),
    ).toMatchObject({
      status: 400,
      reasons: expect.arrayContaining([expect.objectContaining({ field: 'items.0.importPrice.tariffFen' })]),
    })
    await expect(
      world.sql('update purchase_item set freight_fen = freight_fen + 1 where purchase_id = $1', [made.id]),
    ).rejects.toMatchObject({ constraint: 'purchase_item_import_sum' })
    const home = await world.ok(s.requester, purchaseCalls.create, {
      body: await s.body({ items: [{ ...item, imported: false }] }),
    })
    expect(home.items[0]).toMatchObject({ imported: false, importPrice: null })
  })
})

describe('experts', () => {
  const both = () =>
    s.submitted({
      items: [s.item({ quantity: 1, unitPriceFen: 50_000_000, imported: true, justification: '国内无' })],
    })

  test('every panel has to agree before the head is asked', async () => {
    const { id, panels } = await both()
    for (const [i, panel] of panels.entries()) {
      for (const who of await s.called(panel.id)) await s.sign(who, panel.id)
      expect((await s.detail(s.requester, id)).state).toBe(
        i === 0 ? 'awaiting_experts' : 'awaiting_dept_head',
      )
    }
    expect(await steps(s.requester)).not.toContain(`${id} panel`)
    // Experts see the purchase they judge, but not the quotes.
    expect((await s.detail(s.lawyer, id)).can).toEqual(['print'])
    expect(await ids(s.lawyer)).toContain(id)
  })

  test('one that disagrees sends it back; what was signed stays, and counts no more', async () => {
    const { id, panels } = await both()
    const [first, second] = panels
    const asked = await s.called(second!.id)
    const people = await s.called(first!.id)
    const [last] = people
    for (const who of people.toReversed()) await s.sign(who, first!.id, 'disagree')
    const back = await s.detail(s.requester, id)
    expect(back).toMatchObject({
      state: 'draft',
      reason: '专家论证未通过：共 5 位专家，0 位同意，5 位不同意',
    })
    expect(back.panels.map((p) => p.state)).toEqual(['void', 'void'])
    // Who was asked to sign on the other panel is told that it is over, once, also whose signature ended it.
    expect(asked).toContain(last)
    const [over, ...more] = await world.sql<{ to: number[]; except: number | null }>(
      `select payload -> 'userIds' as to, payload -> 'exceptUserId' as except
        from outbox where payload ->> 'title' = '论证已撤回' and payload ->> 'link' like '%?id=' || $1::text`,
      [second!.id],
    )
    expect(over?.to.toSorted((x, y) => x - y)).toEqual(asked.map((w) => w.id).toSorted((x, y) => x - y))
    expect(over?.except).toBeNull()
    expect(more).toEqual([])
    const again = await world.ok(s.requester, purchaseCalls.submit, { params: { id } })
    expect(again.panels.map((p) => p.state)).toEqual(['draft', 'draft', 'void', 'void'])
    expect(again.state).toBe('awaiting_experts')
  })

  test('the equipment office may send it back while they are at it', async () => {
    const { id } = await both()
    expect(await s.decide(s.head, id, 'awaiting_experts', 'send_back')).toMatchObject({ ok: false })
    expect(await s.decide(s.equip, id, 'awaiting_experts', 'send_back', '专家人选不妥')).toMatchObject({
      ok: true,
      state: 'draft',
    })
  })
})

describe('decisions', () => {
  test('head, then equipment office, then sourcing', async () => {
    const { id } = await s.submitted()
    for (const who of [s.requester, s.colleague, s.otherHead, s.equip, s.tender, s.outsider])
      expect(await s.decide(who, id, 'awaiting_dept_head')).toMatchObject({ ok: false })
    expect(await s.decide(s.head, id, 'awaiting_dept_head')).toEqual({
      id,
      ok: true,
      state: 'awaiting_equip_office',
      message: '待设备处审批',
    })
    for (const who of [s.head, s.tender])
      expect(await s.decide(who, id, 'awaiting_equip_office')).toMatchObject({ ok: false })
    expect(await s.decide(s.equip, id, 'awaiting_equip_office')).toMatchObject({
      ok: true,
      state: 'awaiting_sourcing',
    })
    expect(await steps(s.requester)).toContain(`${id} sourcing`)
    expect((await s.detail(s.requester, id)).history.map((h) => [h.title, h.who])).toEqual([
      ['新建申购', '申购人'],
      ['提交申购', '申购人'],
      ['通过', '院长甲'],
      ['通过', '设备处'],
    ])
  })

  test('sent back and refused with a reason, and the requester reads it', async () => {
    const { id } = await s.submitted()
    expect(
      await world.send(s.head, purchaseCalls.decide, {
        body: { items: [{ id, state: 'awaiting_dept_head' }], verdict: 'refuse' },
      }),
    ).toMatchObject({ status: 400 })
    expect(await s.decide(s.head, id, 'awaiting_dept_head', 'send_back', '请补充用途')).toMatchObject({
      state: 'draft',
    })
    expect(await s.detail(s.requester, id)).toMatchObject({ state: 'draft', reason: '请补充用途' })
    await world.ok(s.requester, purchaseCalls.submit, { params: { id } })
    await s.decide(s.head2, id, 'awaiting_dept_head')
    expect(await s.decide(s.equip, id, 'awaiting_equip_office', 'refuse', '已有同类')).toMatchObject({
      state: 'refused',
    })
    expect((await s.detail(s.requester, id)).progress.at(-1)).toMatchObject({
      title: '已驳回',
      status: 'stopped',
      who: '设备处',
    })
  })

  test('sent back to somebody who has left, the office ends it; a draft of somebody here is his alone', async () => {
    const { id } = await s.submitted()
    const draft = await s.draft()
    const cancel = (who: Person, purchaseId: number) =>
      world.send(who, purchaseCalls.cancel, { params: { id: purchaseId }, body: { reason: '申请人已离校' } })
    await s.decide(s.head, id, 'awaiting_dept_head', 'send_back')
    expect((await cancel(s.equip, id)).status).toBe(403)
    await world.sql('update user_account set enabled = false where id = $1', [s.requester.id])
    try {
      expect((await s.detail(s.equip, id)).can).toContain('cancel')
      expect((await cancel(s.head, id)).status).toBe(403)
      expect(await cancel(s.equip, id)).toMatchObject({ status: 200, data: { state: 'cancelled' } })
      // A draft that was never submitted stays private.
      expect((await cancel(s.equip, draft.id)).status).toBe(403)
    } finally {
      await world.sql('update user_account set enabled = true where id = $1', [s.requester.id])
    }
  })

  test('two heads at once: one acts, the other is told who was first', async () => {
    const { id } = await s.submitted()
    const said = await Promise.all([
      s.decide(s.head, id, 'awaiting_dept_head'),
      s.decide(s.head2, id, 'awaiting_dept_head', 'refuse'),
    ])
    expect(said.filter((x) => x.ok)).toHaveLength(1)
    expect(said.find((x) => !x.ok)?.message).toMatch(/^院长.* 已于 .* 先行处理/)
    expect((await s.detail(s.requester, id)).history).toHaveLength(3)
  })

  test('a head’s own request goes to somebody else', async () => {
    const body = {
      ...(await s.body({ papers: [] })),
      papers: [{ kind: 'price_evidence', fileId: await s.paper(s.head) }],
    }
    const { id } = await world.ok(s.head, purchaseCalls.create, { body })
    await world.ok(s.head, purchaseCalls.submit, { params: { id } })
    expect(await s.decide(s.head, id, 'awaiting_dept_head')).toMatchObject({ ok: false })
    expect(await s.decide(s.head2, id, 'awaiting_dept_head')).toMatchObject({ ok: true })
  })
})

describe('sourcing and contract', () => {
  test('quotes are those of approved companies: the first that is none is named', async () => {
    const { id, budgetFen } = await s.approved()
    const [first, second, third] = [s.suppliers[0]!, s.suppliers[1]!, s.suppliers[2]!]
    const stand = (state: string) =>
      world.sql('update supplier set state = $2 where id = $1', [third.id, state])
    const quote = (...ids: number[]) =>
      world.send(s.requester, purchaseCalls.quote, {
        params: { id },
        body: { quotes: ids.map((supplierId) => ({ supplierId, amountFen: budgetFen })) },
      })
    await stand('suspended')
    expect(await quote(first.id, third.id, 999_999)).toMatchObject({
      code: 'NOT_APPROVED',
      message: expect.stringContaining(third.name),
    })
    expect(await quote(second.id, 999_999)).toMatchObject({ status: 404 })
    expect((await s.detail(s.requester, id)).quotes).toEqual([])
    await stand('approved')
    expect((await quote(first.id, third.id)).data.quotes).toHaveLength(2)
  })

  test('bought directly: quotes, a choice, a contract', async () => {
    const { id, budgetFen } = await s.approved()
    const [first, second] = [s.suppliers[0]!, s.suppliers[1]!]
    expect(
      (await world.ok(s.requester, purchaseCalls.suppliers, { params: { id }, query: {} })).map((x) => x.id),
    ).toContain(first.id)
    const choose = (supplierId: number) =>
      world.send(s.requester, purchaseCalls.award, {
        params: { id },
        body: { supplierId, reason: '性价比高' },
      })
    expect(await choose(first.id)).toMatchObject({ code: 'QUOTE_MISSING' })
    await world.ok(s.requester, purchaseCalls.quote, {
      params: { id },
      body: {
        quotes: [
          { supplierId: first.id, amountFen: budgetFen + 1 },
          { supplierId: second.id, amountFen: budgetFen - 2_000, note: '含运费' },
        ],
      },
    })
    expect(await choose(first.id)).toMatchObject({ code: 'AWARD_OVER_BUDGET' })
    const awarded = (await choose(second.id)).data
    expect(awarded).toMatchObject({
      state: 'awaiting_contract',
      supplier: { name: '乙公司' },
      award: { amountFen: budgetFen - 2_000, reason: '性价比高' },
    })
    expect(awarded.quotes.map((q) => [q.supplier.name, q.chosen])).toEqual([
      ['乙公司', true],
      ['甲公司', false],
    ])
    expect(await steps(s.equip)).toContain(`${id} contract`)

    const item = awarded.items[0]!
    const sign = async (who: Person, more: object = {}) =>
      world.send(who, purchaseCalls.signContract, {
        params: { id },
        body: {
          number: `HT-${id}`,
          on: '2026-01-05',
          deliverBy: '2026-12-31',
          prices: [{ itemId: item.id, priceFen: item.unitPriceFen - 1_000 }],
          fileIds: [await s.paper(who)],
          ...more,
        },
      })
    expect(await sign(s.requester)).toMatchObject({ status: 403 })
    expect(await sign(s.equip, { prices: [{ itemId: item.id, priceFen: item.unitPriceFen }] })).toMatchObject(
      { code: 'CONTRACT_OVER_AWARD' },
    )
    expect(await sign(s.equip, { on: '2099-01-01', deliverBy: '2099-02-01' })).toMatchObject({
      code: 'CONTRACT_FUTURE',
    })
    expect(await sign(s.equip, { deliverBy: '2026-01-01' })).toMatchObject({ code: 'DELIVER_BEFORE' })
    expect(await sign(s.equip, { fileIds: [] })).toMatchObject({ status: 400 })
    const signed = (await sign(s.equip)).data
    expect(signed).toMatchObject({
      state: 'awaiting_delivery',
      contract: { number: `HT-${id}`, amountFen: budgetFen - 2_000 },
      items: [{ contractPriceFen: item.unitPriceFen - 1_000 }],
    })
    expect(signed.papers.map((x) => x.kindLabel)).toEqual(['价格依据', '采购合同'])
    const other = await s.awarded()
    expect(
      await world.send(s.equip, purchaseCalls.signContract, {
        params: { id: other.id },
        body: {
          number: `HT-${id}`,
          on: '2026-01-05',
          deliverBy: '2026-12-31',
          prices: [{ itemId: other.items[0]!.id, priceFen: 1 }],
          fileIds: [await s.paper(s.equip)],
        },
      }),
    ).toMatchObject({ reasons: [{ field: 'number', code: 'CONTRACT_NUMBER_TAKEN' }] })
  })

  test('what is tendered is not bought by the requester; a tender awards it', async () => {
    const { id, budgetFen } = await s.approved({ items: [s.item({ quantity: 1, unitPriceFen: 20_000_000 })] })
    const [first] = s.suppliers
    expect(
      await world.send(s.requester, purchaseCalls.quote, { params: { id }, body: { quotes: [] } }),
    ).toMatchObject({ code: 'NOT_GENERAL' })
    const award = (amountFen: number) =>
      world.asSystem((ctx) =>
        purchase.award(ctx, id, { supplierId: first!.id, amountFen, reason: '得分最高' }),
      )
    await expect(award(budgetFen + 1)).rejects.toThrow()
    await award(budgetFen)
    expect(await s.detail(s.tender, id)).toMatchObject({
      state: 'awaiting_contract',
      award: { amountFen: budgetFen },
    })
    expect(await steps(s.tender)).toContain(`${id} contract`)
    await expect(award(budgetFen)).rejects.toThrow('待签合同')
  })

  test('an award that comes to nothing is given up, and sourcing begins again', async () => {
    const { id } = await s.awarded()
    expect(
      await world.send(s.requester, purchaseCalls.voidAward, { params: { id }, body: { reason: '不供货' } }),
    ).toMatchObject({ status: 403 })
    const back = await world.ok(s.equip, purchaseCalls.voidAward, {
      params: { id },
      body: { reason: '供应商不供货' },
    })
    expect(back).toMatchObject({
      state: 'awaiting_sourcing',
      supplier: null,
      award: null,
      reason: '供应商不供货',
    })
    expect(back.quotes.every((q) => !q.chosen)).toBe(true)
    expect(await steps(s.requester)).toContain(`${id} sourcing`)
  })

  test('a company that may not sell is not awarded', async () => {
    const { id, budgetFen } = await s.approved()
    const [, , third] = s.suppliers
    await world.ok(s.requester, purchaseCalls.quote, {
      params: { id },
      body: { quotes: [{ supplierId: third!.id, amountFen: budgetFen }] },
    })
    await world.sql(`update supplier set state = 'suspended' where id = $1`, [third!.id])
    const choose = () =>
      world.send(s.requester, purchaseCalls.award, {
        params: { id },
        body: { supplierId: third!.id, reason: '价低' },
      })
    expect((await choose()).status).toBeGreaterThanOrEqual(400)
    await world.sql(`update supplier set state = 'approved' where id = $1`, [third!.id])
    expect((await choose()).status).toBe(200)
  })

  test('delivered, again after an exchange, and done', async () => {
    const { id } = await s.contracted()
    await world.asSystem((ctx) => purchase.deliver(ctx, id))
    await world.asSystem((ctx) => purchase.deliver(ctx, id))
    expect(await s.detail(s.finance, id)).toMatchObject({ state: 'in_acceptance', quotes: [] })
    await world.asSystem((ctx) => purchase.complete(ctx, id))
    expect((await s.detail(s.requester, id)).progress.every((x) => x.status === 'done')).toBe(true)
  })
})

describe('the certificate of duty exemption', () => {
  const abroad = (more: object = {}) =>
    s.item({ quantity: 1, unitPriceFen: 9_000_000, imported: true, justification: '国内无', ...more })
  const certify = (who: Person, id: number, itemId: number, number: string | null = 'Z530026A00012') =>
    world.send(who, purchaseCalls.certify, { params: { id }, body: { itemId, number } })
  const taxed = { ...makeImportPrice(9_000_000), dutyFree: false }

  test('comes late: the equipment office enters it, and corrects it; what stood there is in both logs', async () => {
    const { id, items } = await s.submitted({
      items: [abroad(), abroad({ name: '天平', importPrice: taxed })],
    })
    const [item = 0, other = 0] = items.map((i) => i.id)
    expect((await s.detail(s.equip, id)).can).toContain('certify')
    for (const who of [s.requester, s.head, s.tender, s.outsider, s.suppliers[0]!.user])
      expect(await certify(who, id, item)).toMatchObject({ status: 403 })
    for (const who of [s.requester, s.tender]) expect((await s.detail(who, id)).can).not.toContain('certify')
    expect((await certify(s.equip, id, item)).data.items[0]?.importPrice?.dutyFreeNumber).toBe(
      'Z530026A00012',
    )
    const { data } = await certify(s.equip, id, item, 'Z530026A00099')
    expect(data.history.slice(-2)).toMatchObject([
      { title: '登记征免税证明', who: s.equip.name, reason: '电子天平：无 → Z530026A00012' },
      { reason: '电子天平：Z530026A00012 → Z530026A00099' },
    ])
    // The same number again is no change.
    expect((await certify(s.equip, id, item, 'Z530026A00099')).data.history).toHaveLength(data.history.length)
    expect(
      await world.sql(`select summary from operation_log where target = $1`, [
        `purchase ${id} 征免税证明 电子天平：Z530026A00012 → Z530026A00099`,
      ]),
    ).toEqual([{ summary: '登记征免税证明' }])
    expect((await certify(s.equip, id, item, ' ')).data.items[0]?.importPrice?.dutyFreeNumber).toBeNull()
    expect(await certify(s.equip, id, other)).toMatchObject({ status: 422, code: 'NOT_DUTY_FREE' })
    expect(await certify(s.equip, id, 999_999)).toMatchObject({ status: 404 })
    expect(await certify(s.equip, id, item, 'Z'.repeat(51))).toMatchObject({ status: 400 })
    expect((await s.detail(s.equip, id)).state).toBe('awaiting_experts')
  })

  test('not of a draft, of what is bought at home, or of what is on the shelf', async () => {
    const draft = await s.draft({ items: [abroad()] })
    expect(await certify(s.equip, draft.id, draft.items[0]?.id ?? 0)).toMatchObject({ status: 403 })
    const home = await s.contracted()
    expect((await s.detail(s.equip, home.id)).can).not.toContain('certify')
    const { id, items } = await s.contracted({ items: [abroad()] })
    const item = items[0]?.id ?? 0
    await world.sql(`delete from piece where purchase_id = $1`, [id])
    await world.sql(
      `with d as (insert into device (serial_id, name, dept_id, lab_id) values ('CERT-1', '天平', $3, $4) returning id)
       insert into piece (purchase_id, item_id, number, state, price_fen, name, factory_number, device_id, updated_at) select $1::int8, $2::int8, 1, 'stored', 1, '天平', 'CERT-1', d.id, now() from d union all select $1, $2, 2, 'expected', 1, '天平', null, null, now()`,
      [id, item, s.deptId, s.labId],
    )
    expect(await certify(s.equip, id, item)).toMatchObject({ status: 200 })
    await world.sql(`update piece set state = 'struck' where item_id = $1 and number = 2`, [item])
    expect((await s.detail(s.equip, id)).can).not.toContain('certify')
    expect(await certify(s.equip, id, item, 'Z2')).toMatchObject({ status: 409, code: 'SHELVED' })
  })
})

describe('taking it back', () => {
  test('until somebody is bound by it', async () => {
    const draft = await s.draft()
    const cancel = (who: Person, id: number) =>
      world.send(who, purchaseCalls.cancel, { params: { id }, body: { reason: '不买了' } })
    expect((await cancel(s.requester, draft.id)).data).toMatchObject({ state: 'cancelled' })
    const waiting = await s.submitted({ items: [s.item({ quantity: 1, unitPriceFen: 50_000_000 })] })
    expect((await cancel(s.requester, waiting.id)).data.panels.map((x) => x.state)).toEqual(['void'])
    expect(await steps(s.requester)).not.toContain(`${waiting.id} panel`)
    const approved = await s.approved()
    expect(await cancel(s.head, approved.id)).toMatchObject({ status: 403 })
    expect((await cancel(s.tender, approved.id)).data).toMatchObject({ state: 'cancelled' })
    expect(await cancel(s.requester, (await s.awarded()).id)).toMatchObject({ status: 409 })
  })
})

describe('who sees what', () => {
  test('heads their depts, offices all that was handed in, finance what is stocked in, companies nothing', async () => {
    const { id } = await s.submitted({ title: '显微硬度计' })
    for (const who of [s.requester, s.head, s.head2, s.equip, s.tender]) expect(await ids(who)).toContain(id)
    for (const who of [s.colleague, s.otherHead, s.finance, s.outsider, s.lawyer, s.suppliers[0]!.user]) {
      expect(await ids(who)).not.toContain(id)
      expect(await world.send(who, purchaseCalls.get, { params: { id } })).toMatchObject({ status: 403 })
      expect(await world.send(who, purchaseCalls.get, { params: { id: 999_999_999 } })).toMatchObject({
        status: 403,
      })
    }
    const paper = (await s.detail(s.requester, id)).papers[0]?.id ?? ''
    for (const [who, status] of [
      [s.head, 200],
      [s.equip, 200],
      [s.colleague, 403],
      [s.suppliers[0]!.user, 403],
    ] as const) {
      expect(
        (
          await world.app.inject({
            url: fileCalls.get.path.replace('{id}', paper),
            headers: { authorization: who.token },
          })
        ).statusCode,
      ).toBe(status)
    }
  })

  test('found by number, title, pinyin, requester; filtered; counted; summed; exported', async () => {
    const { id } = await s.submitted({
      title: '激光粒度仪',
      items: [s.item({ name: '激光粒度仪', quantity: 1, unitPriceFen: 12_345_600 })],
    })
    for (const keyword of [`SG${String(id).padStart(8, '0')}`, '粒度', 'lidu', 'jgldy', '申购人'])
      expect(await ids(s.equip, { keyword }), keyword).toContain(id)
    expect(await ids(s.equip, { keyword: '不存在的' })).toEqual([])
    expect(await list(s.equip, { keyword: '激光粒度仪' })).toMatchObject({
      total: 1,
      totalExact: true,
      sumFen: 12_345_600,
    })
    expect(
      await ids(s.equip, {
        method: 'comparison',
        state: 'awaiting_dept_head',
        deptId: s.deptId,
        minFen: 12_345_600,
        maxFen: 12_345_600,
        precious: 'false',
        imported: '0',
      }),
    ).toEqual([id])
    expect(await ids(s.equip, { keyword: '激光粒度仪', to: '2020-01-01' })).toEqual([])
    expect(await ids(s.head, { scope: 'waiting' })).toContain(id)
    expect(await ids(s.head, { scope: 'mine' })).not.toContain(id)
    expect(await world.send(s.equip, purchaseCalls.list, { query: { order_by: 'title asc' } })).toMatchObject(
      { status: 400 },
    )
    expect(await world.ok(s.requester, purchaseCalls.counts)).toMatchObject({
      drafts: expect.any(Number) as number,
    })
    const sheet = await world.app.inject({
      url: '/api/v2/purchase/export?keyword=lidu',
      headers: { authorization: s.equip.token },
    })
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
    expect(sheet.rawPayload.length).toBeGreaterThan(1_000)
  })

  test('the rules of the day are for everybody who prepares a request', async () => {
    expect(await world.ok(s.outsider, purchaseCalls.rules)).toMatchObject({
      preciousFromFen: 40_000_000,
      tiers: [
        { method: 'general', fromFen: 0 },
        { method: 'comparison', fromFen: 10_000_000 },
        {},
        {},
        { method: 'public', fromFen: 100_000_000 },
      ],
      import: { size: 5, lawyers: 1 },
    })
  })

  test('which papers are asked for is data; what is offered no more is asked for no more, and stays where it was', async () => {
    const set = (kind: string, enabled: boolean) =>
      world.sql(
        `update dictionary_item i set enabled = $2 from dictionary d where d.id = i.dictionary_id and ((d.name = 'purchase_paper' and i.value = $1) or (d.name = 'purchase_required' and i.value = $1))`,
        [kind, enabled],
      )
    const rules = async () => (await world.ok(s.requester, purchaseCalls.rules)).papers
    const draft = await s.draft({ papers: [] })
    const submit = (id: number) => world.send(s.requester, purchaseCalls.submit, { params: { id } })
    expect(await submit(draft.id)).toMatchObject({
      status: 422,
      code: 'PAPER_MISSING',
      message: expect.stringContaining('价格依据') as string,
    })
    const kept = await s.draft()
    await set('price_evidence', false)
    expect((await rules()).flatMap((r) => (r.required.length ? [r.kind] : []))).toEqual([
      'precious_report',
      'import_application',
    ])
    expect((await submit(draft.id)).status).toBe(200)
    expect(
      (
        await world.send(s.requester, purchaseCalls.change, {
          params: { id: kept.id },
          body: await s.body({ papers: kept.papers.map((x) => ({ kind: x.kind, fileId: x.id })) }),
        })
      ).status,
    ).toBe(200)
    expect(
      await world.send(s.requester, purchaseCalls.change, { params: { id: kept.id }, body: await s.body() }),
    ).toMatchObject({ status: 422, message: '没有这种材料' })
    await set('price_evidence', true)
    await world.sql(
      `insert into dictionary_item (dictionary_id, value, label) select id, 'authority_opinion:20000', '行业主管部门意见' from dictionary where name = 'purchase_required'`,
    )
    expect(await submit(kept.id)).toMatchObject({
      status: 422,
      code: 'PAPER_MISSING',
      message: expect.stringContaining('行业主管部门意见') as string,
    })
  })
})
