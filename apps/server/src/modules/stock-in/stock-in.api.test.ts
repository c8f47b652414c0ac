import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { deviceCalls } from '@portal/contract/device/device'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRounds } from './dossier.store.ts'
import { putBack } from './leaving.action.ts'
import { ownerless } from './stock-in.store.ts'
import { findLocal } from '../../kernel/time.ts'
import { createArrivals, type Arrivals, type StockInInput } from '../../testing/arrivals.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let p: Procurement
let r: Arrivals
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
  r = await createArrivals(world, p)
})
afterAll(() => world.close())

const change = (id: number, body: StockInInput, who = p.requester) =>
  world.send(who, stockInCalls.change, { params: { id }, body })
const submit = (id: number, who = p.requester) => world.send(who, stockInCalls.submit, { params: { id } })
const sums = async (id: number) => (await world.ok(p.requester, fundCardCalls.get, { params: { id } })).sums
const onCard = async (fen: number) => {
  const fundCardId = await p.card(p.requester, fen)
  return { fundCardId, more: { cardId: fundCardId } }
}

describe('from accepted to stored', () => {
  test('completed, reimbursed, numbered: devices with everything entered before', async () => {
    const s = await r.arrived()
    expect(s).toMatchObject({
      state: 'awaiting_info',
      requester: { id: p.requester.id },
      can: ['change', 'submit'],
      pieces: [{ lab: { id: p.labId }, keeper: { id: p.requester.id } }, {}],
    })
    await change(s.id, await r.complete(s))
    expect((await submit(s.id)).data).toMatchObject({
      state: 'awaiting_finance',
      invoicedFen: s.totalFen,
      can: [],
    })
    expect((await r.detail(p.finance, s.id)).can).toEqual(['confirm', 'send_back'])
    expect(await r.confirm(p.finance, s.id)).toMatchObject({ ok: true, state: 'awaiting_store' })
    expect((await r.detail(p.equip, s.id)).can).toEqual(['correct', 'store'])
    expect(await r.store(p.equip, [s.id])).toEqual([
      { id: s.id, ok: true, state: 'stored', message: '已入库' },
    ])
    const stored = await r.detail(p.requester, s.id)
    expect(stored).toMatchObject({
      state: 'stored',
      reimbursedBy: { id: p.finance.id },
      storedBy: { id: p.equip.id },
      can: [],
    })
    expect(stored.progress.map((x) => x.status)).toEqual(['done', 'done', 'done', 'done', 'done'])
    // The director of the lab gets a link to set the price and the opening.
    const told = await world.sql<{ link: string }>(
      `select payload ->> 'link' as link from outbox where kind = 'tell' and payload -> 'role' ->> 'labId' = $1 and payload ->> 'title' like '新仪器已入库%'`,
      [String(p.labId)],
    )
    expect(told).toContainEqual({ link: `/open-sharing/open-set?deviceId=${stored.pieces[0]?.deviceId}` })
    const [piece] = stored.pieces
    const device = await world.ok(p.colleague, deviceCalls.info, { params: { id: String(piece?.deviceId) } })
    expect(device).toMatchObject({
      serialId: piece?.assetNumber,
      name: '电子天平',
      model: 'BSA224S',
      manufacturer: '赛多利斯',
      factoryNumber: `N-${piece?.id}`,
      supplier: '乙公司',
      origin: 'bought',
      funding: 'central',
      priceFen: 999_900,
      boughtOn: '2026-01-20',
      enabledOn: '2026-02-01',
      warrantyUntil: '2029-12-31',
      indicators: '精度 0.1 mg',
      gbtCode: '2100300',
      moeCode: '03030204',
      purpose: 'both',
      underCustoms: false,
      contact: { id: p.colleague.id },
      shared: false,
    })
    expect(await world.ok(p.requester, purchaseCalls.get, { params: { id: s.purchase.id } })).toMatchObject({
      state: 'done',
    })
    expect(
      (
        await world.sql<{ state: string }>('select distinct state from piece where purchase_id = $1', [
          s.purchase.id,
        ])
      ).map((x) => x.state),
    ).toEqual(['stored'])
  })

  test('filled in on two devices, neither overwrites or hands in what it has not seen', async () => {
    const s = await r.arrived()
    const body = await r.complete(s)
    const first = await change(s.id, { ...body, remark: '手机', revision: s.revision })
    const second = await change(s.id, { ...body, remark: '电脑', revision: first.data?.revision })
    expect(second.data).toMatchObject({ remark: '电脑', revision: s.revision + 2 })
    const hand = (revision: number | undefined) =>
      world.send(p.requester, stockInCalls.submit, { params: { id: s.id }, body: { revision } })
    for (const answer of [
      await change(s.id, { ...body, remark: '手机', revision: first.data?.revision }),
      await hand(first.data?.revision),
    ])
      expect(answer).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect((await hand(second.data?.revision)).data).toMatchObject({
      state: 'awaiting_finance',
      remark: '电脑',
    })
  })

  test('another college’s laboratory is a word of warning to who fills it in, pays it and stores it; it stops nobody', async () => {
    const [other] = await world.sql<{ id: number; name: string }>(
      'select id, name from dept where id = (select dept_id from user_account where id = $1)',
      [p.outsider.id],
    )
    const lab = async (name: string, deptId: number | undefined) =>
      (
        await world.sql<{ id: number }>(
          'insert into lab (serial_id, name, dept_id) values ($1, $2, $3) returning id',
          [`LAB${Math.random()}`, name, deptId],
        )
      )[0]?.id ?? 0
    const [below] = await world.sql<{ id: number }>(
      `insert into dept (code, name, parent_id) values ('D-BELOW', '材料学院高分子系', $1) returning id`,
      [p.deptId],
    )
    const [strange, own] = [await lab('物理测试室', other?.id), await lab('高分子室', below?.id)]
    const s = await r.arrived()
    expect(s.warnings).toEqual([])
    const { pieces, ...rest } = await r.complete(s)
    const kept = async (...labIds: number[]) =>
      world.ok(p.requester, stockInCalls.change, {
        params: { id: s.id },
        body: { ...rest, pieces: pieces.map((c, i) => ({ ...c, labId: labIds[i] ?? strange })) },
      })
    expect((await kept(own, p.labId)).warnings).toEqual([])
    // A room outside those of the lab may be intended but is often a slip; labs without registered rooms get
    // no warning.
    const [building] = await world.sql<{ id: number }>(
      `insert into building (serial_id, name) values ('B-WARN', '材料楼') returning id`,
    )
    const room = async (name: string) =>
      (
        await world.sql<{ id: number }>('insert into room (building_id, name) values ($1, $2) returning id', [
          building?.id,
          name,
        ])
      )[0]?.id ?? 0
    const [theirs, another] = [await room('101'), await room('102')]
    const inRooms = async (...roomIds: number[]) =>
      (
        await world.ok(p.requester, stockInCalls.change, {
          params: { id: s.id },
          body: { ...rest, pieces: pieces.map((c, i) => ({ ...c, labId: own, roomId: roomIds[i] ?? null })) },
        })
      ).warnings
    expect(await inRooms(theirs, another)).toEqual([])
    await world.sql('insert into lab_room (lab_id, room_id) values ($1, $2)', [own, theirs])
    expect(await inRooms(theirs, another)).toEqual([
      '存放房间“材料楼 102”不在实验室“高分子室”登记的房间中，请核对',
    ])
    // Each warning once, however many pieces it concerns.
    const said = [
      `使用实验室“物理测试室”属于${other?.name}，不是申购单位材料学院：入库后仪器归该实验室所在单位管理，请确认`,
    ]
    expect((await kept(strange, strange)).warnings).toEqual(said)
    expect((await submit(s.id)).data).toMatchObject({ state: 'awaiting_finance', warnings: said })
    expect((await r.detail(p.finance, s.id)).warnings).toEqual(said)
    await r.confirm(p.finance, s.id)
    expect((await r.detail(p.equip, s.id)).warnings).toEqual(said)
    await r.store(p.equip, [s.id])
    expect((await r.detail(p.equip, s.id)).warnings).toEqual([])
  })

  test('nothing is cut off on the way: long names and specifications, dangers, pictures, from abroad', async () => {
    const [name, spec] = ['高'.repeat(100), `分辨率：1 nm\n${'规'.repeat(1990)}`]
    const { id: purchaseId } = await p.contracted({ items: [p.item({ name, spec, quantity: 2 })] })
    const user = p.suppliers[1]!.user // the supplier of the contract
    const [delivery] = (await world.ok(user, deliveryCalls.list, { query: {} })).items.filter(
      (v) => v.purchase.id === purchaseId,
    )
    const params = { id: delivery?.id ?? 0 }
    const { pieces } = await world.ok(user, deliveryCalls.get, { params })
    const entered = pieces.map((c) => ({
      id: c.id,
      factoryNumber: `L-${c.id}`,
      manufacturer: '赛多利斯',
      model: 'L',
      spec: c.spec,
      country: '德国',
      hazards: '三类激光',
    }))
    await world.ok(user, deliveryCalls.save, { params, body: { pieces: entered } })
    await world.ok(user, deliveryCalls.submit, { params })
    await world.ok(p.tender, deliveryCalls.audit, {
      body: { items: [{ id: params.id, state: 'awaiting_check' }], verdict: 'approve' },
    })
    const { id } = await r.filled(purchaseId)
    await r.handIn(id)
    await r.audit(p.equip, id)
    // Set in SQL, because imported items would need an expert panel, which other tests cover.
    await world.sql(
      `update purchase_item set imported = true, currency = 'CNY', foreign_price = unit_price_fen,
          rate_micro = 1000000, rate_on = '2026-01-05', price_term = 'CIF', freight_fen = 0,
          insurance_fen = 0, duty_free = true, tariff_fen = 0, vat_fen = 0, agency_fen = 0, customs_fen = 0
        where purchase_id = $1`,
      [purchaseId],
    )
    const s = (await r.stockIns(purchaseId))[0]!
    await change(s.id, await r.complete(s))
    await submit(s.id)
    await r.confirm(p.finance, s.id)
    expect(await r.store(p.equip, [s.id])).toMatchObject([{ ok: true }])
    for (const piece of (await r.detail(p.equip, s.id)).pieces) {
      const device = await world.ok(p.colleague, deviceCalls.info, { params: { id: String(piece.deviceId) } })
      expect(device).toMatchObject({
        name,
        spec,
        hazards: '三类激光',
        imported: true,
        underCustoms: true,
        images: [{ cover: true, width: 60 }],
      })
      expect(
        (
          await world.app.inject({
            method: 'GET',
            url: device.images[0]!.url,
            headers: { authorization: p.outsider.token },
          })
        ).statusCode,
      ).toBe(200)
    }
  })

  test('a purchase is done with the last of its pieces, not before', async () => {
    const purchaseId = await r.delivered()
    const first = await r.filled(purchaseId, (a) => ({ pieces: r.fine(a).pieces.slice(0, 1) }))
    await r.handIn(first.id)
    await r.audit(p.equip, first.id)
    const second = await r.filled(purchaseId)
    await r.handIn(second.id)
    await r.audit(p.equip, second.id)
    const orders = await r.stockIns(purchaseId)
    for (const s of orders) {
      await change(s.id, await r.complete(s))
      await submit(s.id)
      await r.confirm(p.finance, s.id)
    }
    const state = async () =>
      (await world.ok(p.requester, purchaseCalls.get, { params: { id: purchaseId } })).state
    await r.store(p.equip, [orders[0]!.id])
    expect(await state()).toBe('in_acceptance')
    await r.store(p.equip, [orders[1]!.id])
    expect(await state()).toBe('done')
  })

  test('the office corrects what the pieces are entered with, and nothing else', async () => {
    const s = await r.reimbursed()
    const { pieces } = await r.complete(s, { invoices: [] })
    const corrected = pieces.map((c) => ({ ...c, keeperId: p.head.id }))
    expect(
      await world.send(p.requester, stockInCalls.correct, {
        params: { id: s.id },
        body: { pieces: corrected },
      }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(p.equip, stockInCalls.correct, {
        params: { id: s.id },
        body: { pieces: corrected.map((c) => ({ ...c, labId: null })) },
      }),
    ).toMatchObject({ status: 422, code: 'PIECE_LAB' })
    expect(
      await world.ok(p.equip, stockInCalls.correct, { params: { id: s.id }, body: { pieces: corrected } }),
    ).toMatchObject({ state: 'awaiting_store', pieces: [{ keeper: { id: p.head.id } }, {}] })
    expect(await change(s.id, await r.complete(s, { invoices: [] }))).toMatchObject({ status: 409 })
  })

  test('two of the office correct one order: the second is told, the first’s corrections stay', async () => {
    const s = await r.reimbursed()
    const { pieces } = await r.complete(s, { invoices: [] })
    const correct = (more: object, revision?: number) =>
      world.send(p.equip, stockInCalls.correct, {
        params: { id: s.id },
        body: { pieces: pieces.map((c) => ({ ...c, ...more })), ...(revision !== undefined && { revision }) },
      })
    const { revision } = await r.detail(p.equip, s.id)
    const first = await correct({ keeperId: p.head.id }, revision)
    expect(first.data).toMatchObject({ revision: revision + 1 })
    const second = await correct({ gbtCode: '2100400' }, revision)
    expect(second).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(second.message).toMatch(/保存了入库单，请刷新页面/)
    const kept = await r.detail(p.equip, s.id)
    expect(kept.pieces.map((c) => c.keeper?.id)).toEqual(kept.pieces.map(() => p.head.id))
    expect((await correct({ keeperId: p.head.id, gbtCode: '2100400' }, kept.revision)).status).toBe(200)
    // A program that corrects without having read need not send a revision.
    expect((await correct({})).status).toBe(200)
  })

  test('a keeper who has left, or a laboratory closed since, is named with its piece, and put right by the office', async () => {
    const s = await r.reimbursed()
    const { pieces } = await r.complete(s, { invoices: [] })
    const correct = (more: object) =>
      world.send(p.equip, stockInCalls.correct, {
        params: { id: s.id },
        body: { pieces: pieces.map((c) => ({ ...c, ...more })) },
      })
    const leaver = await world.person('离校的保管人')
    await correct({ keeperId: leaver.id })
    await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
    expect(await r.store(p.equip, [s.id])).toMatchObject([
      { ok: false, message: '保管人不存在或已停用：第 1 台“电子天平”，离校的保管人' },
    ])
    expect((await correct({ keeperId: p.head.id })).status).toBe(200)
    await world.sql('update lab set enabled = false where id = $1', [p.labId])
    try {
      expect(await r.store(p.equip, [s.id])).toMatchObject([
        { ok: false, message: expect.stringMatching(/^实验室不存在或已停用：第 1 台“电子天平”，/) },
      ])
      expect(await correct({})).toMatchObject({ status: 422, code: 'LAB_UNKNOWN' })
      const other = await r.arrived()
      await change(other.id, await r.complete(other))
      expect((await submit(other.id)).reasons?.map((x) => [x.code, x.field])).toEqual([
        ['LAB_UNKNOWN', 'pieces.0.labId'],
        ['LAB_UNKNOWN', 'pieces.1.labId'],
      ])
    } finally {
      await world.sql('update lab set enabled = true where id = $1', [p.labId])
    }
    expect(await r.store(p.equip, [s.id])).toMatchObject([{ ok: true }])
  })
})

describe('money', () => {
  test('by card: frozen when handed in, released when sent back, deducted once', async () => {
    const { fundCardId, more } = await onCard(5_000_000)
    const s = await r.submitted(more, { payment: 'card' })
    expect(await sums(fundCardId)).toMatchObject({ balanceFen: 5_000_000, frozenFen: s.totalFen })
    for (let round = 0; round < 2; round++) {
      expect(await r.confirm(p.finance, s.id, 'send_back')).toMatchObject({
        ok: true,
        state: 'awaiting_info',
      })
      expect(await sums(fundCardId)).toMatchObject({ balanceFen: 5_000_000, frozenFen: 0 })
      expect(await r.detail(p.requester, s.id)).toMatchObject({ reason: '发票不清楚' })
      expect((await submit(s.id)).status).toBe(200)
      expect(await sums(fundCardId)).toMatchObject({ frozenFen: s.totalFen })
    }
    const both = await Promise.all([r.confirm(p.finance, s.id), r.confirm(p.finance, s.id)])
    expect(both.map((v) => v.ok).toSorted()).toEqual([false, true])
    expect(await sums(fundCardId)).toMatchObject({ balanceFen: 5_000_000 - s.totalFen, frozenFen: 0 })
    expect(await r.confirm(p.finance, s.id)).toMatchObject({ ok: false })
  })

  test('from several sources: each card bears its own part, a project the rest', async () => {
    const [first, second] = [await p.card(p.requester, 5_000_000), await p.card(p.requester, 5_000_000)]
    const sources = [
      { kind: 'fund_card' as const, fundCardId: first, amountFen: 700_000 },
      { kind: 'project' as const, projectCode: 'P-2', projectName: '平台', amountFen: 300_001 },
      { kind: 'fund_card' as const, fundCardId: second, amountFen: 999_999 },
    ]
    const s = await r.submitted({ sources }, { payment: 'card' })
    expect(s.shares.map((x) => [x.kind, x.amountFen])).toEqual([
      ['fund_card', 700_000],
      ['project', 300_001],
      ['fund_card', s.totalFen - 1_000_001],
    ])
    expect([(await sums(first))?.frozenFen, (await sums(second))?.frozenFen]).toEqual([
      700_000,
      s.totalFen - 1_000_001,
    ])
    expect(s.stage).toEqual({ stage: 'finance', counts: [{ stage: 'finance', count: s.pieceCount }] })
    expect(await r.confirm(p.finance, s.id)).toMatchObject({ ok: true })
    expect((await p.detail(p.requester, s.purchase.id)).stage).toEqual({
      stage: 'store',
      counts: [{ stage: 'store', count: s.pieceCount }],
    })
    expect([await sums(first), await sums(second)]).toMatchObject([
      { balanceFen: 4_300_000, frozenFen: 0 },
      { balanceFen: 5_000_000 - s.totalFen + 1_000_001, frozenFen: 0 },
    ])
  })

  test('a card that does not bear it: said under the way of payment, and nothing happens', async () => {
    const { fundCardId, more } = await onCard(5_000_000)
    const s = await r.arrived(more)
    await world.sql('update fund_card set balance_fen = 100 where id = $1', [fundCardId])
    await change(s.id, await r.complete(s, { payment: 'card' }))
    expect(await submit(s.id)).toMatchObject({
      status: 422,
      reasons: [{ code: 'CARD_BALANCE', field: 'payment' }],
    })
    expect(await r.detail(p.requester, s.id)).toMatchObject({ state: 'awaiting_info' })
    expect(await sums(fundCardId)).toMatchObject({ frozenFen: 0 })
  })

  test('invoices add up to the contract, to the fen; all that is missing is said at once', async () => {
    const s = await r.arrived()
    const file = await r.invoiceFile(s.id)
    const invoice = (amountFen: number) => [
      {
        number: '12345678',
        code: '3100231130',
        issuedOn: '2026-01-20',
        amountFen,
        taxFen: 1,
        fileId: file,
      },
    ]
    await change(
      s.id,
      await r.complete(s, {
        invoices: invoice(s.totalFen - 1),
        payment: null,
        pieces: s.pieces.map((c) => ({ id: c.id })),
      }),
    )
    const refused = await submit(s.id)
    expect(refused.status).toBe(422)
    expect(refused.reasons?.map((x) => x.code)).toEqual(
      expect.arrayContaining([
        'PIECE_LAB',
        'PIECE_KEEPER',
        'PIECE_CATEGORY',
        'PAYMENT_MISSING',
        'INVOICE_SUM',
      ]),
    )
    await change(s.id, await r.complete(s, { invoices: invoice(s.totalFen) }))
    expect((await submit(s.id)).status).toBe(200)
    // The same invoice is not reimbursed twice.
    const other = await r.arrived()
    const again = { ...invoice(other.totalFen)[0]!, fileId: await r.invoiceFile(other.id) }
    const tried = async (code: string | null) =>
      change(other.id, await r.complete(other, { invoices: [{ ...again, code }] }))
    expect(await tried(again.code)).toMatchObject({ status: 422, code: 'INVOICE_USED' })
    // Not without the code either, by which it would be another invoice.
    expect(await tried(null)).toMatchObject({
      code: 'INVOICE_CODE',
      reasons: [{ field: 'invoices.0.code' }],
    })
    expect(await change(other.id, await r.complete(other, { invoices: invoice(5) }))).toMatchObject({
      status: 422,
    })
  })

  test('errors come in one round: each number, keeper and file that is wrong, and the card with what is missing', async () => {
    const { fundCardId, more } = await onCard(5_000_000)
    const s = await r.arrived(more)
    const whole = await r.complete(s, { payment: 'card' })
    const [one] = whole.invoices ?? []
    if (!one) throw new Error('no invoice')
    const odd = { ...one, number: 'INV-2026A-7', amountFen: 100, taxFen: 0 }
    const refused = await change(s.id, {
      ...whole,
      pieces: whole.pieces.map((c) => ({ ...c, keeperId: 999_999_999 })),
      invoices: [odd, one, { ...odd, number: 'INV-2026A-8', fileId: crypto.randomUUID() }],
    })
    expect(refused.status).toBe(422)
    expect(refused.reasons?.map((x) => [x.code, x.field])).toEqual([
      ['INVOICE_NUMBER', 'invoices.0.number'],
      ['INVOICE_NUMBER', 'invoices.2.number'],
      ...whole.pieces.map((_, i) => ['KEEPER_UNKNOWN', `pieces.${i}.keeperId`]),
      ['FILE_UNKNOWN', 'invoices.2.fileId'],
    ])
    await world.sql('update fund_card set balance_fen = 100 where id = $1', [fundCardId])
    await change(s.id, { ...whole, invoices: [{ ...one, amountFen: one.amountFen - 1 }] })
    expect((await submit(s.id)).reasons?.map((x) => [x.code, x.field])).toEqual([
      ['INVOICE_SUM', 'invoices'],
      ['CARD_BALANCE', 'payment'],
    ])
  })

  test('invoices from abroad bear letters; those of domestic purchases are numbers', async () => {
    const s = await r.arrived()
    const foreign = async () =>
      r.complete(s, {
        invoices: [
          {
            number: 'inv-2026a-7',
            issuedOn: '2026-01-20',
            amountFen: s.totalFen,
            taxFen: 0,
            fileId: await r.invoiceFile(s.id),
          },
        ],
      })
    expect(await change(s.id, await foreign())).toMatchObject({ status: 422, code: 'INVOICE_NUMBER' })
    // Set in SQL, because imported items would need an expert panel, which other tests cover.
    await world.sql('update purchase_item set imported = true where purchase_id = $1', [s.purchase.id])
    expect((await change(s.id, await foreign())).data).toMatchObject({
      invoices: [{ number: 'INV-2026A-7' }],
    })
  })

  test('electronic invoices as the tax office issues them', async () => {
    const { id } = await r.arrived()
    const add = (name: string, content: Buffer) =>
      world.send(p.requester, stockInCalls.addFile, { params: { id }, files: [{ name, content }] })
    const zip = (entry: string) =>
      Buffer.concat([
        Buffer.from([
          0x50,
          0x4b,
          3,
          4,
          20,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          entry.length,
          0,
          0,
          0,
        ]),
        Buffer.from(entry),
      ])
    expect(
      (await add('数电票.xml', Buffer.from('<?xml version="1.0" encoding="utf-8"?><EInvoice/>'))).status,
    ).toBe(200)
    expect((await add('发票.ofd', zip('OFD.xml'))).status).toBe(200)
    expect(await add('发票.zip', zip('some.txt'))).toMatchObject({ status: 415 })
  })

  test('a file that comes while the order is handed in is not added to it', async () => {
    const { id } = await r.arrived()
    const holder = await world.database.pool.connect()
    const become = (state: string) =>
      holder.query('update stock_in set state = $2 where id = $1', [id, state])
    try {
      await holder.query('begin')
      await become('awaiting_finance')
      const added = world.send(p.requester, stockInCalls.addFile, {
        params: { id },
        files: [{ name: '数电票.xml', content: Buffer.from('<?xml version="1.0"?><EInvoice/>') }],
      })
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      await holder.query('commit')
      expect(await added).toMatchObject({ status: 409, code: 'TOO_LATE' })
      await become('awaiting_info')
    } finally {
      holder.release()
    }
    const kept = `select id from file where business = 'stock_in' and row_id = $1`
    expect(await world.sql(kept, [id])).toEqual([])
  })

  test('files that no invoice names go; a file of another order is none', async () => {
    const s = await r.arrived()
    const [kept, gone] = [await r.invoiceFile(s.id), await r.invoiceFile(s.id)]
    await change(
      s.id,
      await r.complete(s, {
        invoices: [
          {
            number: '99345678',
            code: '3100231130',
            issuedOn: '2026-01-20',
            amountFen: s.totalFen,
            taxFen: 1,
            fileId: kept,
          },
        ],
      }),
    )
    const files = (
      await world.sql<{ id: string }>(`select id from file where business = 'stock_in' and row_id = $1`, [
        s.id,
      ])
    ).map((f) => f.id)
    expect(files).toEqual([kept])
    const other = await r.arrived()
    for (const fileId of [kept, gone])
      expect(
        await change(
          other.id,
          await r.complete(other, {
            invoices: [
              {
                number: '99345679',
                code: '3100231130',
                issuedOn: '2026-01-20',
                amountFen: 5,
                taxFen: 1,
                fileId,
              },
            ],
          }),
        ),
      ).toMatchObject({ status: 422, code: 'FILE_UNKNOWN' })
  })
})

describe('numbers', () => {
  // Numbers follow the campus's day, whose year begins eight hours before that of UTC.
  const year = findLocal(new Date(), 'Asia/Shanghai').day.slice(0, 4)
  const listNumbers = async (id: number) => (await r.detail(p.equip, id)).pieces.map((c) => c.assetNumber)
  const last = async () =>
    (
      await world.sql<{ last: number }>('select last from asset_counter where prefix = $1', [`${year}{SEQ5}`])
    )[0]?.last ?? 0

  test('contiguous; those that devices have by hand are passed over', async () => {
    const a = await r.reimbursed()
    await r.store(p.equip, [a.id])
    const from = await last()
    await world.sql(`insert into device (serial_id, name, dept_id, lab_id) values ($1, '手工登记', $2, $3)`, [
      `${year}${String(from + 2).padStart(5, '0')}`,
      p.deptId,
      p.labId,
    ])
    const b = await r.reimbursed()
    await r.store(p.equip, [b.id])
    expect(await listNumbers(b.id)).toEqual(
      [from + 1, from + 3].map((n) => `${year}${String(n).padStart(5, '0')}`),
    )
  })

  test('a counter starts behind what was numbered before there was one; what fails leaves no gap', async () => {
    const set = (value: string) =>
      world.sql(
        `update dictionary_item i set value = $1 from dictionary d where d.id = i.dictionary_id and d.name = 'asset_number_pattern'`,
        [value],
      )
    await world.sql(
      `insert into device (serial_id, name, dept_id, lab_id) values ('ZC-0041', '旧设备', $1, $2), ('ZC-00991', '不是', $1, $2)`,
      [p.deptId, p.labId],
    )
    await set('ZC-{SEQ4}')
    const [a, b] = [await r.reimbursed(), await r.reimbursed()]
    await world.sql('update user_account set enabled = false where id = $1', [p.colleague.id])
    expect(await r.store(p.equip, [a.id])).toMatchObject([{ ok: false }])
    await world.sql('update user_account set enabled = true where id = $1', [p.colleague.id])
    await r.store(p.equip, [b.id])
    expect(await listNumbers(b.id)).toEqual(['ZC-0042', 'ZC-0043'])
    await set('没有流水号')
    expect(await r.store(p.equip, [a.id])).toMatchObject([
      { ok: false, message: '数据字典“资产编号规则”不正确，请联系管理员' },
    ])
    await set('{YYYY}{SEQ5}')
    expect(await r.store(p.equip, [a.id])).toMatchObject([{ ok: true }])
  })
})

describe('who', () => {
  test('others learn nothing; finance and the office see all', async () => {
    const { id } = await r.arrived()
    for (const who of [p.outsider, p.otherHead, p.suppliers[0]!.user, p.tender]) {
      expect(await world.send(who, stockInCalls.get, { params: { id } })).toMatchObject({
        status: 403,
        message: '您不能查看该入库单',
      })
      expect(await world.send(who, stockInCalls.get, { params: { id: 999_999 } })).toMatchObject({
        status: 403,
        message: '您不能查看该入库单',
      })
      expect((await world.ok(who, stockInCalls.list, { query: { size: 1000 } })).items).toEqual([])
    }
    for (const who of [p.requester, p.equip, p.head, p.finance])
      expect(
        (await world.ok(who, stockInCalls.list, { query: { size: 1000 } })).items.some((s) => s.id === id),
      ).toBe(true)
    expect(await submit(id, p.equip)).toMatchObject({ status: 403 })
  })

  test('finance does not store, the office does not confirm, nobody skips a step', async () => {
    const s = await r.submitted()
    expect(await r.confirm(p.equip, s.id)).toMatchObject({ ok: false })
    expect(await r.store(p.equip, [s.id])).toMatchObject([{ ok: false }])
    await r.confirm(p.finance, s.id)
    expect(await r.store(p.finance, [s.id])).toMatchObject([{ ok: false }])
    const both = (await Promise.all([r.store(p.equip, [s.id]), r.store(p.equip, [s.id])])).flat()
    expect(both.map((v) => v.ok).toSorted()).toEqual([false, true])
  })

  test('lists: filters, counts, the export', async () => {
    const s = await r.submitted({ title: '荧光光谱仪' })
    const ids = async (query: object, who = p.finance) =>
      (await world.ok(who, stockInCalls.list, { query })).items.map((x) => x.id)
    expect(await ids({ keyword: '荧光' })).toEqual([s.id])
    expect(await ids({ keyword: s.number })).toEqual([s.id])
    expect(await ids({ keyword: s.invoices[0]?.number })).toEqual([s.id])
    expect(await ids({ keyword: '荧光', waiting: 'true' })).toEqual([s.id])
    expect(await ids({ keyword: '荧光', payment: 'card' })).toEqual([])
    await expectSorted(
      ['id', 'stateAt', 'totalFen'],
      async (by) =>
        (await world.ok(p.finance, stockInCalls.list, { query: { order_by: by, size: 1000 } })).items,
    )
    expect((await world.ok(p.finance, stockInCalls.counts)).waiting).toBeGreaterThan(0)
    const sheet = await world.app.inject({
      method: 'GET',
      url: '/api/v2/stock-in/export',
      headers: { authorization: p.equip.token },
    })
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('labels and papers', () => {
  const archive = (who: Person, deviceId: number) =>
    world.app.inject({
      method: 'GET',
      url: `/api/v2/stock-in/dossier/${deviceId}`,
      headers: { authorization: who.token },
    })

  test('labels for those who have to do with a device', async () => {
    const { id } = await r.reimbursed()
    await r.store(p.equip, [id])
    const pieces = (await r.detail(p.equip, id)).pieces
    const deviceIds = pieces.map((c) => c.deviceId).join(',')
    for (const who of [p.equip, p.requester, p.colleague, p.head]) {
      expect(await world.ok(who, stockInCalls.labels, { query: { deviceIds } })).toMatchObject(
        pieces.map((c) => ({
          serialId: c.assetNumber,
          name: '电子天平',
          keeper: '同院老师',
          url: `/osp/asset/label?serialId=${c.assetNumber}`,
        })),
      )
    }
    expect(await world.ok(p.outsider, stockInCalls.labels, { query: { deviceIds } })).toEqual([])
  })

  test('a label says where the instrument belongs: its own room, else that of its laboratory', async () => {
    const { id } = await r.reimbursed()
    await r.store(p.equip, [id])
    const deviceId = (await r.detail(p.equip, id)).pieces[0]?.deviceId ?? 0
    const [building] = await world.sql<{ id: number }>(
      `insert into building (serial_id, name) values ('B-LABEL', '标签楼') returning id`,
    )
    const room = async (name: string) =>
      (
        await world.sql<{ id: number }>('insert into room (building_id, name) values ($1, $2) returning id', [
          building?.id,
          name,
        ])
      )[0]?.id
    const [own, ofLab] = [await room('305'), await room('101')]
    const printed = async () =>
      (await world.ok(p.equip, stockInCalls.labels, { query: { deviceIds: String(deviceId) } }))[0]?.room
    await world.sql('update device set room_id = null where id = $1', [deviceId])
    expect(await printed()).toBeNull()
    await world.sql('update lab set room_id = $2 where id = $1', [p.labId, ofLab])
    expect(await printed()).toBe('标签楼 101')
    await world.sql('update device set room_id = $2 where id = $1', [deviceId, own])
    expect(await printed()).toBe('标签楼 305')
    await world.sql('update lab set room_id = null where id = $1', [p.labId])
  })

  test('the dossier: all papers of all stages, for those who have to do with it', async () => {
    const { id } = await r.reimbursed()
    await r.store(p.equip, [id])
    const deviceId = (await r.detail(p.equip, id)).pieces[0]?.deviceId ?? 0
    const reply = await archive(p.colleague, deviceId)
    expect(reply.statusCode).toBe(200)
    const text = reply.rawPayload.toString('utf8')
    for (const name of [
      '1-申购/申购单.html',
      '1-申购/价格依据-材料.pdf',
      '1-申购/采购合同-材料.pdf',
      '4-供货/设备信息.html',
      '5-验收/验收单.html',
      '5-验收/照片/铭牌.webp',
      '6-入库报销/入库单.html',
      '6-入库报销/发票/发票.pdf',
      '目录.csv',
    ])
      expect(text).toContain(name)
    // What others would have asked for is for those alone who see it in the purchase.
    expect(text).not.toContain('报价记录')
    for (const who of [p.equip, p.requester, p.head]) {
      const whole = await archive(who, deviceId)
      expect(whole.statusCode).toBe(200)
      expect(whole.rawPayload.toString('utf8')).toContain('1-申购/报价记录.html')
    }
    for (const who of [p.outsider, p.otherHead, p.suppliers[1]!.user]) {
      expect((await archive(who, deviceId)).statusCode).toBe(403)
      expect((await archive(who, 999_999)).statusCode).toBe(403)
    }
    expect((await archive(p.equip, 999_999)).statusCode).toBe(404)
  })

  test('how a tender was judged is in it for the offices alone', async () => {
    const { id } = await r.reimbursed()
    await r.store(p.equip, [id])
    const { pieces, purchase } = await r.detail(p.equip, id)
    const [t] = await world.sql<{ id: number }>(
      `insert into tender (purchase_id, round, state, state_at, method, title, announcement_html, min_quotations, announced_at, opens_at, opened_at, created_at) values ($1, 1, 'opened', now(), 'invited', '天平采购', '', 1, now(), now(), now(), now()) returning id`,
      [purchase.id],
    )
    await world.sql(
      `insert into tender_member (tender_id, user_id, name, unit, title, own, chair, named_at, opinion, signed_at, seal) select $1, e, '专家', '某大学', '教授', false, false, now(), '同意', now(), sha256('x') from unnest($2::int8[]) e`,
      [t?.id, p.experts.slice(0, 3).map((e) => e.id)],
    )
    await world.sql(
      `with q as (insert into quotation (tender_id, supplier_id, sealed, receipt, sealed_at, sealed_by, amount_fen, content, opened_at, qualified, rank) values ($1, $2, 'x', sha256('x'), now() - interval '1 day', $3, 100, '{}', now(), true, 1) returning id)
       update tender set state = 'evaluated', evaluated_at = now(), evaluation_summary = '推荐甲公司' where id = $1`,
      [t?.id, p.suppliers[0]!.id, p.suppliers[0]!.user.id],
    )
    const names = async (who: Person) =>
      (await archive(who, pieces[0]?.deviceId ?? 0)).rawPayload.toString('utf8')
    expect(await names(p.equip)).toContain('3-招标采购/评审报告-第1轮.html')
    const own = await names(p.requester)
    expect(own).toContain('3-招标采购/采购结果.html')
    expect(own).not.toContain('评审报告')
    // What is printed of a round says why no contract was signed, not why it had been awarded.
    await world.sql(
      `update tender set state = 'failed', reason = '供应商放弃签约', award_reason = '最低价',
          quotation_id = (select id from quotation where tender_id = $1) where id = $1`,
      [t?.id],
    )
    expect(await world.asSystem((ctx) => listRounds(ctx.db, purchase.id))).toMatchObject([
      { state: 'failed', voided: true, reason: '供应商放弃签约', quotations: 1, broken: 0 },
    ])
  })

  test('a dossier of what did not come in this way has what there is; what it went through is in all of them', async () => {
    const [d] = await world.sql<{ id: number }>(
      `insert into device (serial_id, name, dept_id, lab_id, contact_id) values ('HAND-1', '捐赠显微镜', $1, $2, $3) returning id`,
      [p.deptId, p.labId, p.colleague.id],
    )
    const id = d?.id ?? 0
    await world.sql(
      `insert into maintenance_record (device_id, done_on, done_by, what, created_by, created_at) values ($1, '2026-03-01', '李工', '更换灯泡', $2, now())`,
      [id, p.colleague.id],
    )
    await world.sql(
      `insert into asset_transfer (device_id, state, state_at, why, requester_id, from_lab_id, to_lab_id, created_at, done_at) values ($1, 'done', now(), '搬迁', $2, $3, $3, now(), now())`,
      [id, p.colleague.id, p.labId],
    )
    for (const who of [p.colleague, p.equip, p.head]) {
      const reply = await archive(who, id)
      expect(reply.statusCode).toBe(200)
      const text = reply.rawPayload.toString('utf8')
      for (const name of [
        '0-仪器档案/仪器卡片.html',
        '7-使用管理/调拨、保养、维修与报废记录.html',
        '目录.csv',
      ])
        expect(text).toContain(name)
      expect(text).not.toContain('1-申购')
    }
    for (const who of [p.outsider, p.requester]) expect((await archive(who, id)).statusCode).toBe(403)
  })
})

test('finance enters the voucher with its yes or later, puts it right, and what stood there stays in the log', async () => {
  const { id } = await r.submitted()
  const voucher = (who: Person, body: object) =>
    world.send(who, stockInCalls.voucher, {
      params: { id },
      body: { voucherNumber: '记-0412', ...body } as { voucherNumber: string },
    })
  expect(await voucher(p.finance, {})).toMatchObject({ status: 409 })
  const items = [{ id, state: 'awaiting_finance' as const }]
  expect(
    await world.send(p.finance, stockInCalls.audit, {
      body: { items, verdict: 'approve', paidOn: '2099-01-01' },
    }),
  ).toMatchObject({ reasons: [{ field: 'paidOn', code: 'PAID_FUTURE' }] })
  await world.ok(p.finance, stockInCalls.audit, {
    body: { items, verdict: 'approve', voucherNumber: '记-0411', paidOn: '2026-01-30' },
  })
  expect(await r.detail(p.finance, id)).toMatchObject({
    state: 'awaiting_store',
    voucherNumber: '记-0411',
    paidOn: '2026-01-30',
    can: ['voucher'],
  })
  for (const who of [p.requester, p.equip, p.outsider]) expect((await voucher(who, {})).status).toBe(403)
  await r.store(p.equip, [id])
  expect((await voucher(p.finance, { paidOn: '2026-01-31', reason: '号码录入有误' })).data).toMatchObject({
    state: 'stored',
    voucherNumber: '记-0412',
    paidOn: '2026-01-31',
  })
  await voucher(p.finance, { paidOn: '2026-01-31' })
  const { history } = await r.detail(p.requester, id)
  expect(history.filter((h) => h.event === 'voucher')).toMatchObject([
    {
      title: '登记凭证',
      who: p.finance.name,
      reason: '记-0411，2026-01-30 → 记-0412，2026-01-31；号码录入有误',
    },
  ])
  expect(
    (await world.ok(p.finance, stockInCalls.list, { query: { keyword: '记-0412' } })).items.map((x) => x.id),
  ).toEqual([id])
})

describe("paid with another's card", () => {
  /** An order that the requester submits, paid with a card that was only lent to them. */
  async function lent(owner = p.colleague, fen = 10_000_000) {
    const fundCardId = await p.card(owner, fen)
    await world.sql('insert into fund_card_user (card_id, user_id) values ($1, $2)', [
      fundCardId,
      p.requester.id,
    ])
    const s = await r.arrived({ cardId: fundCardId })
    await change(s.id, { ...(await r.complete(s)), payment: 'card' })
    return { ...s, fundCardId, handedIn: await submit(s.id) }
  }
  const answer = (
    who: Person,
    id: number,
    verdict: 'approve' | 'send_back',
    state = 'awaiting_card_owner' as const,
  ) =>
    world
      .send(who, stockInCalls.audit, {
        body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? null : '请换卡' },
      })
      .then((sent) => sent.data?.[0])
  const findCard = (who: Person, id: number) =>
    world.ok(who, fundCardCalls.get, { params: { id } }).then((c) => c.sums)

  test('its owner is asked first, and nobody says yes for him', async () => {
    const s = await lent()
    expect(s.handedIn.data).toMatchObject({ state: 'awaiting_card_owner', can: [] })
    for (const who of [p.finance, p.requester, p.equip, p.outsider])
      expect((await answer(who, s.id, 'approve'))?.ok ?? false, who.name).toBe(false)
    expect(await r.confirm(p.finance, s.id)).toMatchObject({ ok: false })
    expect(await findCard(p.colleague, s.fundCardId)).toMatchObject({ frozenFen: s.totalFen })

    expect((await r.detail(p.colleague, s.id)).can).toEqual(['agree', 'send_back'])
    expect(await answer(p.colleague, s.id, 'approve')).toMatchObject({ ok: true, state: 'awaiting_finance' })
    // The card owner may still see the order that holds their money.
    expect((await r.detail(p.colleague, s.id)).can).toEqual([])
    expect(await r.confirm(p.finance, s.id)).toMatchObject({ ok: true, state: 'awaiting_store' })
    expect(await findCard(p.colleague, s.fundCardId)).toMatchObject({ frozenFen: 0 })
  })

  test('he says no: nothing stays frozen, and the next time he is asked anew', async () => {
    const s = await lent()
    expect(await answer(p.colleague, s.id, 'send_back')).toMatchObject({ ok: true, state: 'awaiting_info' })
    expect(await findCard(p.colleague, s.fundCardId)).toMatchObject({ frozenFen: 0 })
    expect((await submit(s.id)).data?.state).toBe('awaiting_card_owner')
    expect((await answer(p.colleague, s.id, 'approve'))?.state).toBe('awaiting_finance')
    await world.ok(p.finance, stockInCalls.audit, {
      body: { items: [{ id: s.id, state: 'awaiting_finance' }], verdict: 'send_back', reason: '发票有误' },
    })
    expect((await submit(s.id)).data?.state).toBe('awaiting_card_owner')
  })

  describe('whose money it is does not confirm it as finance', () => {
    const OWN = '这笔支出由您提交、经您同意或使用您的经费卡，应由其他财务人员办理'
    const asked = async (who: Person) =>
      (await world.ok(who, approvalCalls.tasks, { query: { business: 'stock_in' } })).items.map((t) => [
        t.rowId,
        t.step,
      ])
    let finance2: Person
    beforeAll(async () => {
      finance2 = await world.person('财务乙', { permissions: ['FINANCIAL_ALL'] })
    })

    test('one of several owners who agreed before the last', async () => {
      const cards = [await p.card(p.finance, 5_000_000), await p.card(p.colleague, 5_000_000)]
      await world.sql('insert into fund_card_user (card_id, user_id) select unnest($1::int8[]), $2', [
        cards,
        p.requester.id,
      ])
      const sources = [
        { kind: 'fund_card' as const, fundCardId: cards[0]!, amountFen: 700_000 },
        { kind: 'fund_card' as const, fundCardId: cards[1]!, amountFen: 1_300_000 },
      ]
      const s = await r.submitted({ sources }, { payment: 'card' })
      expect((await answer(p.finance, s.id, 'approve'))?.state).toBe('awaiting_card_owner')
      expect((await answer(p.colleague, s.id, 'approve'))?.state).toBe('awaiting_finance')
      expect((await r.detail(p.finance, s.id)).can).toEqual([])
      expect(await asked(p.finance)).not.toContainEqual([s.id, 'finance'])
      for (const verdict of ['approve', 'send_back'] as const)
        expect(await r.confirm(p.finance, s.id, verdict)).toMatchObject({ ok: false, message: OWN })
      expect(await asked(finance2)).toContainEqual([s.id, 'finance'])
      expect(await r.confirm(finance2, s.id)).toMatchObject({ ok: true, state: 'awaiting_store' })
    })

    test('who handed it in for its requester, though an owner agreed after him', async () => {
      const admin = await world.person('管理员', { permissions: ['ADMIN'] })
      const fundCardId = await p.card(p.colleague, 10_000_000)
      await world.sql('insert into fund_card_user (card_id, user_id) values ($1, $2)', [
        fundCardId,
        p.requester.id,
      ])
      const s = await r.arrived({ cardId: fundCardId })
      await change(s.id, { ...(await r.complete(s)), payment: 'card' })
      await world.ok(admin, stockInCalls.submit, { params: { id: s.id } })
      expect((await answer(p.colleague, s.id, 'approve'))?.state).toBe('awaiting_finance')
      expect((await r.detail(admin, s.id)).can).toEqual([])
      const row = (await world.ok(admin, stockInCalls.list, { query: { size: 1000 } })).items
      expect(row.find((x) => x.id === s.id)?.can).toEqual([])
      expect(await r.confirm(admin, s.id)).toMatchObject({ ok: false, message: OWN })

      // After it is sent back and submitted anew, only the spenders of the new round are barred.
      expect(await r.confirm(p.finance, s.id, 'send_back')).toMatchObject({ ok: true })
      await submit(s.id)
      await answer(p.colleague, s.id, 'approve')
      expect(await r.confirm(admin, s.id)).toMatchObject({ ok: true, state: 'awaiting_store' })
    })
  })

  test('his account is closed: it comes back to whoever handed it in', async () => {
    const owner = await world.person('卡主', { deptId: p.deptId })
    const s = await lent(owner)
    await world.sql('update user_account set enabled = false where id = $1', [owner.id])
    await world.asSystem(async (ctx) => {
      for (const { id } of await ownerless(ctx)) await putBack(ctx, { id })
    })
    expect(await r.detail(p.requester, s.id)).toMatchObject({ state: 'awaiting_info' })
    const [card] = await world.sql('select frozen_fen from fund_card where id = $1', [s.fundCardId])
    expect(card).toEqual({ frozen_fen: 0 })
  })

  const give = async (id: number, to: Person) => {
    const [card] = await world.sql<{ number: string }>('select number from fund_card where id = $1', [id])
    const body = { number: card?.number ?? '', name: '课题经费', ownerId: to.id }
    await world.ok(p.finance, fundCardCalls.change, { params: { id }, body })
  }
  const asked = (id: number) =>
    world.sql(
      `select step, asked_user_id as who from approval_task
        where business = 'stock_in' and row_id = $1 and state = 'waiting'`,
      [id],
    )

  test('the card gets another owner: he is asked instead, and the requester needs nobody for his own', async () => {
    const s = await lent()
    await give(s.fundCardId, p.head)
    expect(await asked(s.id)).toEqual([{ step: 'card_owner', who: p.head.id }])
    expect((await answer(p.colleague, s.id, 'approve'))?.ok ?? false).toBe(false)
    expect(await answer(p.head, s.id, 'approve')).toMatchObject({ ok: true, state: 'awaiting_finance' })

    const own = await lent()
    await give(own.fundCardId, p.requester)
    expect(await r.detail(p.requester, own.id)).toMatchObject({ state: 'awaiting_finance' })
    expect(await asked(own.id)).toMatchObject([{ step: 'finance', who: null }])
  })

  test('a yes that is for no card is refused', async () => {
    const s = await lent()
    await world.sql('update fund_card set owner_id = $2 where id = $1', [s.fundCardId, p.head.id])
    expect(await answer(p.colleague, s.id, 'approve')).toMatchObject({
      ok: false,
      message: '您已不是所付经费卡的持有人，请刷新后查看',
    })
    expect(await asked(s.id)).toMatchObject([{ who: p.colleague.id }])
  })
})
