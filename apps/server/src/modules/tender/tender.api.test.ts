import { fileCalls } from '@portal/contract/file/file'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import { tenderNumber, tenderRefusals, type TenderMethod } from '@portal/contract/tender/tender'
import { describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { tenderWorld } from '../../testing/tenders.ts'
import type { Person } from '../../testing/world.ts'
import * as store from './tender.store.ts'

const { world, s, at } = await tenderWorld()
const read = (who: Person, id: number) => world.ok(who, tenderCalls.get, at(id))
const tasks = (id: number) =>
  world.sql<{ step: string; outcome: string | null }>(
    `select step, nullif(state, 'waiting') as outcome from approval_task where business = 'tender' and row_id = $1 order by id`,
    [id],
  )
const told = (word: string) =>
  world.sql(
    `select 1 from outbox where payload::text like $1 union all select 1 from message where title like $1`,
    [`%${word}%`],
  )
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const body = (more: object = {}) => ({
  title: '飞秒激光器采购',
  announcementHtml: '<p>公告</p>',
  opensAt: day(2),
  minQuotations: 3,
  supplierIds: [s.a.id, s.b.id, s.c.id],
  ...more,
})

describe('from the approved purchase to the award', () => {
  test('drafted, announced, quoted, opened, evaluated, awarded; winner and losers are told', async () => {
    const { tenderId, purchaseId } = await s.opened([950_000_00, 900_000_00, 990_000_00])
    expect(await tasks(tenderId)).toEqual([
      { step: 'prepare', outcome: 'approved' },
      { step: 'evaluate', outcome: null },
    ])
    const opened = await read(s.office, tenderId)
    expect(opened).toMatchObject({
      state: 'opened',
      round: 1,
      quotations: 3,
      can: ['committee', 'fail', 'print'],
    })
    expect(opened.opened.map((q) => [q.supplier.name, q.amountFen, q.broken])).toEqual([
      ['乙公司', 900_000_00, false],
      ['甲公司', 950_000_00, false],
      ['丙公司', 990_000_00, false],
    ])
    expect(opened.opened[0]?.prices).toMatchObject([
      { name: '飞秒激光器', quantity: 2, unitPriceFen: 300_000_00 },
      { name: '光学平台', quantity: 1, unitPriceFen: 300_000_00 },
    ])
    expect(opened.history.map((h) => h.event)).toEqual([
      'create',
      'change',
      'announce',
      'quote',
      'quote',
      'quote',
      'open',
    ])

    const [lowest, second, third] = opened.opened as [
      (typeof opened.opened)[0],
      (typeof opened.opened)[0],
      (typeof opened.opened)[0],
    ]
    const evaluated = await s.concluded(tenderId, (q) =>
      q.id === lowest.id
        ? { qualified: false, words: '激光功率不足' }
        : { technicalScore: q.id === third.id ? 35.5 : 36 },
    )
    expect(
      evaluated.opened.map((q) => [
        q.rank,
        q.qualified,
        q.technicalScore,
        q.commercialScore,
        q.priceScore,
        q.totalScore,
        q.evaluation,
      ]),
    ).toEqual([
      [1, true, 36, 15, 40, 91, '满足要求'],
      [2, true, 35.5, 15, 38.38, 88.88, '满足要求'],
      [null, false, null, null, null, null, '激光功率不足'],
    ])
    expect(evaluated).toMatchObject({
      state: 'evaluated',
      evaluationSummary: '按综合得分排序推荐',
      can: ['award', 'fail', 'print'],
    })
    expect(
      await world.send(s.office, tenderCalls.award, {
        ...at(tenderId),
        body: { quotationId: lowest.id, reason: '最低价' },
      }),
    ).toMatchObject({ code: 'NOT_QUALIFIED' })
    const awarded = await world.ok(s.office, tenderCalls.award, {
      ...at(tenderId),
      body: { quotationId: second.id },
    })
    expect(awarded).toMatchObject({
      state: 'awarded',
      result: { supplier: { id: s.a.id, name: '甲公司' }, amountFen: 950_000_00 },
      awardReason: '评审小组推荐的第一成交候选人',
      can: ['print', 'contract'],
    })
    expect(
      await world.sql('select state, supplier_id, award_fen from purchase where id = $1', [purchaseId]),
    ).toEqual([{ state: 'awaiting_contract', supplier_id: s.a.id, award_fen: 950_000_00 }])
    expect((await tasks(tenderId)).map((t) => `${t.step} ${t.outcome}`)).toEqual([
      'prepare approved',
      'evaluate approved',
      ...s.experts.map(() => 'sign approved'),
    ])
    expect([(await told('成交通知')).length > 0, (await told('未成交通知')).length > 0]).toEqual([true, true])

    expect(await read(s.a.person, tenderId)).toMatchObject({
      mine: 'won',
      result: { amountFen: 950_000_00 },
      stage: { stage: 'sourcing', counts: [] },
    })
    // The stage after the award is shown to campus people and to the winner only.
    expect(await read(s.b.person, tenderId)).toMatchObject({
      mine: 'lost',
      result: { supplier: { name: '甲公司' } },
      stage: null,
    })
    for (const who of s.experts) expect((await read(who, tenderId)).stage).toBeNull()
    expect((await world.ok(s.outsider, tenderCalls.results, { query: {} })).items[0]).toMatchObject({
      id: tenderId,
      supplier: '甲公司',
      amountFen: 950_000_00,
    })
  })

  test('who won an invited tender is told to those who took part and to the house; of a public one to everybody', async () => {
    const sees = async (who: Person, id: number) =>
      (await world.ok(who, tenderCalls.results, { query: {} })).items.some((o) => o.id === id)
    const awarded = async (method: TenderMethod) => {
      const { tenderId } = await s.opened()
      await world.sql('update tender set method = $2 where id = $1', [tenderId, method])
      const { opened } = await s.concluded(tenderId)
      await world.ok(s.office, tenderCalls.award, {
        ...at(tenderId),
        body: { quotationId: opened[0]?.id ?? 0, reason: '最低价' },
      })
      return tenderId
    }
    const [invited, open] = [await awarded('invited'), await awarded('public')]
    const guest = await world.person('校外人员')
    await world.sql(`update user_account set on_campus = false where id = $1`, [guest.id])
    expect(
      await Promise.all(
        [s.a.person, s.b.person, s.d.person, s.outsider, guest].map((who) => sees(who, invited)),
      ),
    ).toEqual([true, true, false, true, false])
    expect(await Promise.all([s.b.person, s.d.person, guest].map((who) => sees(who, open)))).toEqual([
      true,
      true,
      true,
    ])
    const lost = await world.sql<{ body: string }>(
      `select payload->>'body' as body from outbox where payload->>'title' = '未成交通知' order by id desc limit 4`,
    )
    expect(lost.map((m) => m.body.includes('公司'))).toEqual([true, true, false, false])
    // Invited without quoting: this supplier sees only that the tender is over.
    await world.sql(
      'insert into tender_invitation (tender_id, supplier_id, invited_at) values ($1, $2, now())',
      [invited, s.d.id],
    )
    expect(await read(s.d.person, invited)).toMatchObject({ state: 'awarded', result: null })
  })

  test('a contract that did not come about: the round fails, the next one is drafted for the same suppliers', async () => {
    const { tenderId, purchaseId } = await s.opened()
    const { opened } = await s.concluded(tenderId)
    await world.ok(s.office, tenderCalls.award, {
      ...at(tenderId),
      body: { quotationId: opened[0]?.id ?? 0, reason: '最低价' },
    })
    await world.asSystem((ctx) =>
      announce(ctx, 'purchase.award_voided', { purchaseId, reason: '供应商放弃签约' }),
    )
    await world.asSystem((ctx) => announce(ctx, 'purchase.sourcing', { purchaseId, method: 'invited' }))
    const rounds = await world.sql<{ id: number; round: number; state: string }>(
      'select id, round, state from tender where purchase_id = $1 order by round',
      [purchaseId],
    )
    expect(rounds).toMatchObject([
      { round: 1, state: 'failed' },
      { round: 2, state: 'draft' },
    ])
    const next = await read(s.office, rounds[1]?.id ?? 0)
    expect(next).toMatchObject({
      title: '飞秒激光器采购',
      announcementHtml: '<p>采购飞秒激光器两台</p>',
      opensAt: null,
      rounds: [{ id: tenderId, round: 1, state: 'failed' }],
    })
    expect(next.suppliers).toHaveLength(3)
    expect((await read(s.office, tenderId)).reason).toBe('供应商放弃签约')
  })

  test('too few quotations: nobody is awarded in the first round, it fails with a reason and is held again', async () => {
    const { tenderId, purchaseId } = await s.opened([900_000_00, 950_000_00])
    await s.committee(tenderId)
    for (const who of s.experts) await s.sign(who, tenderId)
    expect((await read(s.office, tenderId)).can).toEqual(['committee', 'fail', 'print'])
    expect(
      await world.send(s.office, tenderCalls.conclude, { ...at(tenderId), body: { summary: '推荐' } }),
    ).toMatchObject({ status: 422, code: 'TOO_FEW' })
    expect(
      await world.ok(s.office, tenderCalls.fail, { ...at(tenderId), body: { reason: '报价不足三家' } }),
    ).toMatchObject({ state: 'failed', reason: '报价不足三家', can: ['print'] })
    expect(
      await world.sql('select round, state from tender where purchase_id = $1 order by round', [purchaseId]),
    ).toEqual([
      { round: 1, state: 'failed' },
      { round: 2, state: 'draft' },
    ])
  })

  test('a round that failed before its time is not one that had too few quotations', async () => {
    const findNext = async (purchaseId: number, round: number) =>
      (
        await world.sql<{ id: number }>('select id from tender where purchase_id = $1 and round = $2', [
          purchaseId,
          round,
        ])
      )[0]?.id ?? 0
    const fail = (tenderId: number, reason: string) =>
      world.ok(s.office, tenderCalls.fail, { ...at(tenderId), body: { reason } })
    const { purchaseId, secondId } = await s.inTime(async (opensInMs) => {
      const first = await s.announced()
      await fail(first.tenderId, '采购文件有误，需重新发布')
      const id = await findNext(first.purchaseId, 2)
      const opensAt = new Date(Date.now() + opensInMs).toISOString()
      await world.ok(s.office, tenderCalls.change, { ...at(id), body: body({ opensAt }) })
      await world.ok(s.office, tenderCalls.announce, at(id))
      for (const company of [s.a, s.b]) expect((await s.quote(company, id)).status).toBe(200)
      return { purchaseId: first.purchaseId, secondId: id }
    })
    await s.untilDue(secondId)
    await world.ok(s.office, tenderCalls.open, at(secondId))
    await s.committee(secondId)
    for (const who of s.experts) await s.sign(who, secondId)
    expect(await read(s.office, secondId)).toMatchObject({
      round: 2,
      tooFew: true,
      can: ['committee', 'fail', 'print'],
    })
    expect(await read(s.a.person, secondId)).toMatchObject({ tooFew: false })
    expect(
      await world.send(s.office, tenderCalls.conclude, { ...at(secondId), body: { summary: '推荐' } }),
    ).toMatchObject({ status: 422, code: 'TOO_FEW' })
    await fail(secondId, '有效报价不足')
    const thirdId = await findNext(purchaseId, 3)
    const find = (id: number) => world.asSystem((ctx) => store.find(ctx.db, id))
    expect([(await find(secondId))?.hadTooFew, (await find(thirdId))?.hadTooFew]).toEqual([false, true])
  })

  test('the next round has the documents of the last, with bytes of their own', async () => {
    const { tenderId, purchaseId } = await s.purchase()
    const document = await world.ok(s.office, tenderCalls.attach, {
      files: [{ name: '技术要求.txt', content: Buffer.from('要求') }],
    })
    await world.ok(s.office, tenderCalls.change, { ...at(tenderId), body: body({ fileIds: [document.id] }) })
    await world.ok(s.office, tenderCalls.announce, at(tenderId))
    await world.ok(s.office, tenderCalls.fail, { ...at(tenderId), body: { reason: '招标文件有误' } })
    const [next] = await world.sql<{ id: number }>(
      'select id from tender where purchase_id = $1 and round = 2',
      [purchaseId],
    )
    const { documents } = await read(s.office, next?.id ?? 0)
    expect(documents).toMatchObject([{ name: '技术要求.txt', bytes: document.bytes }])
    const countBytes = async (id: string) =>
      (
        await world.app.inject({
          method: 'GET',
          url: fileCalls.get.path.replace('{id}', id),
          headers: { authorization: s.office.token },
        })
      ).body
    expect(await countBytes(documents[0]?.id ?? '')).toBe('要求')
    // A document removed from the new round stays with the failed one.
    await world.ok(s.office, tenderCalls.change, { ...at(next?.id ?? 0), body: body({ fileIds: [] }) })
    expect((await read(s.office, tenderId)).documents).toMatchObject([{ id: document.id }])
    expect(await countBytes(document.id)).toBe('要求')
  })

  test('a purchase that is given up takes its tender along', async () => {
    const { tenderId, purchaseId } = await s.announced()
    await world.asSystem((ctx) => announce(ctx, 'purchase.cancelled', { purchaseId, reason: '经费调整' }))
    expect(await read(s.office, tenderId)).toMatchObject({ state: 'cancelled', reason: '经费调整' })
    expect(await s.quote(s.a, tenderId)).toMatchObject({ status: 409 })
    expect(await tasks(tenderId)).toMatchObject([{ outcome: 'approved' }])
  })

  test('what is bought directly is not tendered', async () => {
    const { purchaseId } = await s.purchase()
    const before = await world.sql('select 1 from tender')
    await world.asSystem((ctx) => announce(ctx, 'purchase.sourcing', { purchaseId, method: 'invited' }))
    await world.asSystem((ctx) => announce(ctx, 'purchase.sourcing', { purchaseId, method: 'general' }))
    expect(await world.sql('select 1 from tender')).toHaveLength(before.length)
  })
})

describe('a draft', () => {
  test('is announced only when it is whole', async () => {
    const { tenderId } = await s.purchase()
    const tried = async (more: object) => {
      await world.ok(s.office, tenderCalls.change, { ...at(tenderId), body: body(more) })
      return (await world.send(s.office, tenderCalls.announce, at(tenderId))).code
    }
    expect(await tried({ announcementHtml: '<p> </p>' })).toBe('ANNOUNCEMENT_MISSING')
    expect(await tried({ opensAt: null })).toBe('OPENS_MISSING')
    expect(await tried({ opensAt: day(-1) })).toBe('OPENS_PAST')
    expect(await tried({ supplierIds: [s.a.id] })).toBe('INVITED_FEW')
    expect(await tried({})).toBe(0)
    expect(await tried({}).catch((e: Error) => e.message)).toContain('409')
  })
  test('counts and invites those only of whom may be bought', async () => {
    const { tenderId } = await s.purchase()
    const stopped = await s.company('停用公司')
    const [more, params] = [{ supplierIds: [s.a.id, s.b.id, stopped.id] }, at(tenderId)]
    await world.ok(s.office, tenderCalls.change, { ...params, body: body({ ...more, minQuotations: 3 }) })
    await world.ok(s.office, supplierCalls.suspend, {
      params: { id: stopped.id },
      body: { reason: '产品质量问题' },
    })
    expect(
      await world.sql(
        `select payload->'role' as role, payload->>'body' as body from outbox
          where payload->>'title' = '供应商不能再参加采购'`,
      ),
    ).toMatchObject([
      { role: { role: 'tender_office' }, body: expect.stringContaining(tenderNumber(tenderId)) as string },
    ])
    const refused = await world.send(s.office, tenderCalls.announce, params)
    expect(refused).toMatchObject({ code: 'INVITED_FEW', reasons: [{ field: 'supplierIds' }] })
    expect(refused.message).toContain('停用公司')
    await world.ok(s.office, tenderCalls.change, { ...params, body: body({ ...more, minQuotations: 2 }) })
    await world.ok(s.office, tenderCalls.announce, params)
    const invited = await world.sql<{ ids: number[] }>(
      `select payload->'userIds' as ids from outbox where payload->>'link' like '%invitation?id=' || $1
        and payload->>'body' like '诚邀%' order by id`,
      [tenderId],
    )
    expect(invited.flatMap((x) => x.ids).toSorted((a, b) => a - b)).toEqual(
      [s.a.person.id, s.b.person.id].toSorted((a, b) => a - b),
    )
  })
  test('several at once: each for itself', async () => {
    const [whole, bare] = [await s.purchase(), await s.purchase()]
    await world.ok(s.office, tenderCalls.change, { ...at(whole.tenderId), body: body() })
    const items = [whole, bare].map((p) => ({ id: p.tenderId, state: 'draft' as const }))
    expect(
      (await world.send(s.equipOffice, tenderCalls.take, { body: { items, step: 'announce' } })).status,
    ).toBe(403)
    expect(await world.ok(s.office, tenderCalls.take, { body: { items, step: 'announce' } })).toMatchObject([
      { id: whole.tenderId, ok: true, state: 'announced' },
      { id: bare.tenderId, ok: false, state: null },
    ])
    // The first was seen as a draft, which it no longer is; the second is not due yet.
    const again = await world.ok(s.office, tenderCalls.take, {
      body: { items: items.slice(0, 1), step: 'announce' },
    })
    const early = await world.ok(s.office, tenderCalls.take, {
      body: { items: [{ id: whole.tenderId, state: 'announced' }], step: 'open' },
    })
    expect([again, early]).toMatchObject([[{ ok: false }], [{ ok: false, message: tenderRefusals.NOT_YET }]])
    expect((await read(s.office, whole.tenderId)).state).toBe('announced')
    const due = await s.inTime((opensInMs) => s.announced({ opensInMs }))
    await s.untilDue(due.tenderId)
    expect(
      await world.ok(s.office, tenderCalls.take, {
        body: { items: [{ id: due.tenderId, state: 'announced' }], step: 'open' },
      }),
    ).toMatchObject([{ ok: true, state: 'opened' }])
    // Not for a purchase that the caller requested.
    await world.sql('update purchase set requester_id = $2 where id = $1', [bare.purchaseId, s.office.id])
    expect(
      await world.ok(s.office, tenderCalls.take, { body: { items: items.slice(1), step: 'announce' } }),
    ).toMatchObject([{ ok: false, message: tenderRefusals.OWN_PURCHASE }])
  })
  test('in public: as long as the dictionary says', async () => {
    const { tenderId } = await s.purchase('public')
    await world.ok(s.office, tenderCalls.change, {
      ...at(tenderId),
      body: body({ supplierIds: [], opensAt: day(19) }),
    })
    expect(await world.send(s.office, tenderCalls.announce, at(tenderId))).toMatchObject({
      code: 'OPENS_EARLY',
    })
    await world.ok(s.office, tenderCalls.change, {
      ...at(tenderId),
      body: body({ supplierIds: [], opensAt: day(21) }),
    })
    await world.ok(s.office, tenderCalls.announce, at(tenderId))
    // Every approved supplier sees it and may quote; a suspended one may not.
    expect(await read(s.d.person, tenderId)).toMatchObject({ can: ['quote', 'print'] })
    const e = await s.company('戊公司')
    await world.sql(`update supplier set state = 'suspended' where id = $1`, [e.id])
    expect((await world.send(e.person, tenderCalls.get, at(tenderId))).status).toBe(403)
  })
  test('keeps clean text, its documents and approved suppliers only', async () => {
    const { tenderId } = await s.purchase()
    const document = await world.ok(s.office, tenderCalls.attach, {
      files: [{ name: '技术要求.txt', content: Buffer.from('要求') }],
    })
    const changed = await world.ok(s.office, tenderCalls.change, {
      ...at(tenderId),
      body: body({
        announcementHtml: '<p onclick="x()">公告<script>x()</script></p>',
        fileIds: [document.id],
      }),
    })
    expect(changed).toMatchObject({ announcementHtml: '<p>公告</p>', documents: [{ name: '技术要求.txt' }] })
    const readFile = (who: Person) =>
      world.app.inject({
        method: 'GET',
        url: fileCalls.get.path.replace('{id}', document.id),
        headers: { authorization: who.token },
      })
    expect((await readFile(s.a.person)).statusCode).toBe(403)
    await world.ok(s.office, tenderCalls.announce, at(tenderId))
    expect([
      (await readFile(s.a.person)).statusCode,
      (await readFile(s.d.person)).statusCode,
      (await readFile(s.requester)).statusCode,
    ]).toEqual([200, 403, 200])

    const draft = await s.purchase()
    await world.sql(`update supplier set state = 'suspended' where id = $1`, [s.d.id])
    for (const id of [s.d.id, 999_999])
      expect(
        await world.send(s.office, tenderCalls.change, {
          ...at(draft.tenderId),
          body: body({ supplierIds: [s.a.id, id] }),
        }),
      ).toMatchObject({ code: 'SUPPLIER_UNKNOWN', reasons: [{ field: 'supplierIds' }] })
    await world.sql(`update supplier set state = 'approved' where id = $1`, [s.d.id])
    expect(
      (
        await world.ok(s.office, tenderCalls.change, {
          ...at(draft.tenderId),
          body: body({ supplierIds: [s.d.id] }),
        })
      ).suppliers.map((x) => x.id),
    ).toEqual([s.d.id])
  })
  test('of two of the office nobody saves over, or announces, what he has not seen', async () => {
    const { tenderId } = await s.purchase()
    const { revision } = await read(s.office, tenderId)
    const document = await world.ok(s.office2, tenderCalls.attach, {
      files: [{ name: '技术要求.txt', content: Buffer.from('要求') }],
    })
    const theirs = await world.ok(s.office2, tenderCalls.change, {
      ...at(tenderId),
      body: { ...body({ fileIds: [document.id] }), revision },
    })
    expect(
      await world.send(s.office, tenderCalls.change, {
        ...at(tenderId),
        body: { ...body({ supplierIds: [], fileIds: [] }), revision },
      }),
    ).toMatchObject({
      status: 409,
      code: 'SAVED_SINCE',
      message: expect.stringMatching(/^招标乙 于 .+ 保存了采购项目/),
    })
    expect(
      await world.send(s.office, tenderCalls.announce, { ...at(tenderId), body: { revision } }),
    ).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(await read(s.office, tenderId)).toMatchObject({
      state: 'draft',
      documents: [{ id: document.id }],
      suppliers: theirs.suppliers,
    })
    await world.ok(s.office, tenderCalls.announce, {
      ...at(tenderId),
      body: { revision: theirs.revision },
    })
  })
  test('once announced it stays as it is, and so does its opening time', async () => {
    const { tenderId } = await s.announced()
    expect(await world.send(s.office, tenderCalls.change, { ...at(tenderId), body: body() })).toMatchObject({
      status: 409,
      code: 'STATE',
    })
    await expect(
      world.sql(`update tender set opens_at = now() - interval '1 minute' where id = $1`, [tenderId]),
    ).rejects.toMatchObject({ constraint: 'tender_opens_at_kept' })
    await expect(
      world.sql(`update tender set state = 'opened', opened_at = opens_at where id = $1`, [tenderId]),
    ).rejects.toMatchObject({ constraint: 'tender_opens' })
    expect(await world.send(s.office, tenderCalls.open, at(tenderId))).toMatchObject({
      status: 409,
      code: 'NOT_YET',
    })
  })
})

describe('who has to do with it', () => {
  test('others learn nothing, not even whether it exists', async () => {
    const { tenderId } = await s.announced({ invited: [s.a, s.b, s.c] })
    for (const who of [s.outsider, s.d.person]) {
      const hidden = await world.send(who, tenderCalls.get, at(tenderId))
      expect(hidden).toMatchObject({ status: 403 })
      expect({ ...(await world.send(who, tenderCalls.get, at(99_999_999))), requestId: '' }).toEqual({
        ...hidden,
        requestId: '',
      })
      expect((await world.ok(who, tenderCalls.list, { query: {} })).items.map((t) => t.id)).not.toContain(
        tenderId,
      )
    }
    expect(await world.send(s.office, tenderCalls.get, at(99_999_999))).toMatchObject({ status: 404 })
    expect(await s.quote(s.d, tenderId)).toMatchObject({ status: 403 })
    const { tenderId: draft } = await s.purchase()
    expect((await world.send(s.a.person, tenderCalls.get, at(draft))).status).toBe(403)
  })
  test('the other office and the requester look, and only the tendering office acts', async () => {
    const { tenderId } = await s.announced()
    for (const who of [s.equipOffice, s.requester]) {
      expect((await read(who, tenderId)).can).toEqual(['print'])
      for (const call of [tenderCalls.announce, tenderCalls.open])
        expect((await world.send(who, call, at(tenderId))).status).toBe(403)
    }
    expect((await read(s.requester, tenderId)).suppliers).toEqual([])
    expect((await world.ok(s.requester, tenderCalls.list, { query: {} })).items.map((t) => t.id)).toContain(
      tenderId,
    )
  })
  test('nobody runs the tender of what he asked for himself', async () => {
    const { tenderId, purchaseId } = await s.purchase()
    await world.sql('update purchase set requester_id = $2 where id = $1', [purchaseId, s.office2.id])
    expect((await read(s.office2, tenderId)).can).toEqual([])
    expect(await world.send(s.office2, tenderCalls.change, { ...at(tenderId), body: body() })).toMatchObject({
      status: 403,
      message: '本人申购的项目不能由本人组织采购',
    })
  })
  test('a supplier is told neither the budget nor the purchase nor how many others quote', async () => {
    const { tenderId } = await s.announced()
    await s.quote(s.b, tenderId)
    const seen = await read(s.a.person, tenderId)
    expect(seen).toMatchObject({
      purchase: null,
      quotations: null,
      suppliers: [],
      opened: [],
      history: [],
      mine: 'none',
      can: ['quote', 'print'],
    })
    expect(JSON.stringify(seen)).not.toMatch(/乙公司|1000000000|400000000/)
  })
})

describe('lists', () => {
  test('the office finds by number, words, state, method and day; a supplier what is open to it and what it quoted in', async () => {
    const { tenderId } = await s.announced({ opensInMs: 86_400_000 * 3 })
    const found = async (who: Person, query: object) =>
      (await world.ok(who, tenderCalls.list, { query })).items.map((t) => t.id)
    const number = `ZB${String(tenderId).padStart(8, '0')}`
    expect(await found(s.office, { keyword: number })).toEqual([tenderId])
    expect(await found(s.office, { keyword: 'feimiao', state: 'announced', method: 'invited' })).toContain(
      tenderId,
    )
    expect(await found(s.office, { keyword: '离心机' })).toEqual([])
    expect(await found(s.office, { keyword: number, state: 'draft' })).toEqual([])
    expect(
      await found(s.office, { keyword: number, from: day(2).slice(0, 10), to: day(4).slice(0, 10) }),
    ).toEqual([tenderId])
    expect(await found(s.office, { keyword: number, to: day(1).slice(0, 10) })).toEqual([])
    expect(await found(s.a.person, { scope: 'open' })).toContain(tenderId)
    expect(await found(s.a.person, { scope: 'mine' })).not.toContain(tenderId)
    await s.quote(s.a, tenderId)
    expect(await found(s.a.person, { scope: 'mine' })).toContain(tenderId)
    expect(
      (await world.ok(s.a.person, tenderCalls.list, { query: { keyword: number } })).items[0],
    ).toMatchObject({ mine: 'quoted', quotations: null, can: ['quote', 'withdraw', 'print'] })
    expect(await found(s.office, { purchaseId: (await read(s.office, tenderId)).purchase?.id })).toEqual([
      tenderId,
    ])
    const sheet = await world.app.inject({
      method: 'GET',
      url: `${tenderCalls.export.path}?keyword=${number}`,
      headers: { authorization: s.office.token },
    })
    expect([
      sheet.statusCode,
      sheet.rawPayload.subarray(0, 2).toString(),
      sheet.headers['content-disposition'],
    ]).toEqual([200, 'PK', expect.stringContaining(encodeURIComponent('招标-'))])
    const counts = await world.ok(s.office, tenderCalls.counts)
    expect(counts.find((c) => c.state === 'announced')?.count).toBeGreaterThan(0)
    expect(await world.ok(s.outsider, tenderCalls.counts)).toEqual([])
  })
})
