import { acceptanceCalls, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { stockInCalls, type StockInDetail, type StockInState } from '@portal/contract/stock-in/stock-in'
import sharp from 'sharp'
import type { z } from 'zod'
import type { Procurement, Wish } from './procurement.ts'
import type { Person, World } from './world.ts'

export type AcceptanceInput = z.input<typeof acceptanceCalls.change.body>
export type StockInInput = z.input<typeof stockInCalls.change.body>

/** The steps after a contract: delivery, acceptance, stock-in. */
export interface Arrivals {
  categoryId: number
  /** The supplier enters every expected piece, and the tendering office agrees. */
  deliver(purchaseId: number): Promise<void>
  /** Makes a purchase whose pieces were all delivered; returns its id. */
  delivered(more?: Wish): Promise<number>
  acceptances(purchaseId: number): Promise<AcceptanceDetail[]>
  /** The open acceptance draft of a purchase. */
  draft(purchaseId: number): Promise<AcceptanceDetail>
  /** The body of an acceptance without any defect, except for `more`. */
  fine(a: AcceptanceDetail, more?: Partial<AcceptanceInput>): AcceptanceInput
  picture(id: number): Promise<unknown>
  /** Fills in the draft, with a picture. */
  filled(
    purchaseId: number,
    more?: (a: AcceptanceDetail) => Partial<AcceptanceInput>,
  ): Promise<AcceptanceDetail>
  /** Hands it in, and has it signed by everybody who must sign. */
  handIn(id: number, who?: Person): Promise<AcceptanceDetail>
  audit(
    who: Person,
    id: number,
    verdict?: 'approve' | 'send_back',
    state?: AcceptanceDetail['state'],
  ): Promise<{ ok: boolean; state: string | null; message: string }>
  /** A stock-in of accepted pieces that waits for its requester to fill it in. */
  arrived(more?: Wish): Promise<StockInDetail>
  stockIns(purchaseId: number): Promise<StockInDetail[]>
  invoiceFile(id: number): Promise<string>
  complete(s: StockInDetail, more?: Partial<StockInInput>): Promise<StockInInput>
  /** A stock-in that is filled in and handed in. */
  submitted(more?: Wish, over?: Partial<StockInInput>): Promise<StockInDetail>
  confirm(
    who: Person,
    id: number,
    verdict?: 'approve' | 'send_back',
    state?: StockInState,
  ): Promise<{ ok: boolean; state: string | null; message: string }>
  reimbursed(more?: Wish): Promise<StockInDetail>
  store(
    who: Person,
    ids: readonly number[],
  ): Promise<{ id: number; ok: boolean; state: string | null; message: string }[]>
  detail(who: Person, id: number): Promise<StockInDetail>
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export async function createArrivals(world: World, p: Procurement): Promise<Arrivals> {
  const [category] = await world.sql<{ id: number }>(
    `insert into device_category (code, name) values ($1, '天平') returning id`,
    [`C${Math.random()}`.slice(0, 12)],
  )
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const signers = [p.colleague, p.head, p.head2]
  let invoices = 10_000_000
  const listIds = async (table: 'acceptance' | 'stock_in', purchaseId: number) =>
    (
      await world.sql<{ id: number }>(`select id from ${table} where purchase_id = $1 order by id`, [
        purchaseId,
      ])
    ).map((r) => r.id)
  const r: Arrivals = {
    categoryId: category?.id ?? 0,
    async deliver(purchaseId) {
      const [delivery] = await world.sql<{ id: number; supplierId: number }>(
        'select id, supplier_id as "supplierId" from delivery where purchase_id = $1',
        [purchaseId],
      )
      const user = p.suppliers.find((s) => s.id === delivery?.supplierId)?.user
      if (!delivery || !user) throw new Error('a contract opens a delivery')
      const params = { id: delivery.id }
      const { pieces } = await world.ok(user, deliveryCalls.get, { params })
      const entered = pieces
        .filter((c) => c.open)
        .map((c) => ({
          id: c.id,
          factoryNumber: `N-${c.id}`,
          manufacturer: '赛多利斯',
          model: 'BSA224S',
          country: '德国',
          indicators: '精度 0.1 mg',
          warrantyUntil: '2029-12-31',
        }))
      await world.ok(user, deliveryCalls.save, { params, body: { pieces: entered } })
      await world.ok(user, deliveryCalls.submit, { params })
      await world.ok(p.tender, deliveryCalls.audit, {
        body: { items: [{ id: delivery.id, state: 'awaiting_check' }], verdict: 'approve' },
      })
    },
    async delivered(more) {
      const { id } = await p.contracted(more)
      await r.deliver(id)
      return id
    },
    acceptances: async (purchaseId) =>
      Promise.all(
        (await listIds('acceptance', purchaseId)).map((id) =>
          world.ok(p.requester, acceptanceCalls.get, { params: { id } }),
        ),
      ),
    async draft(purchaseId) {
      const found = (await r.acceptances(purchaseId)).findLast((a) => a.state === 'draft')
      if (!found) throw new Error('no draft')
      return found
    },
    fine: (a, more = {}) => ({
      place: '材料楼 101',
      acceptedOn: '2026-02-01',
      conclusion: '设备完好，符合合同要求',
      checks: a.checks.map((c) => ({ item: c.item, ok: true })),
      pieces: a.pieces.map((c) => ({
        id: c.id,
        verdict: 'accept' as const,
        factoryNumber: c.suppliedNumber,
      })),
      members: signers.slice(0, a.membersMin).map((m) => ({ userId: m.id })),
      ...more,
    }),
    picture: (id) =>
      world.ok(p.requester, acceptanceCalls.addPictures, {
        params: { id },
        files: [{ name: '铭牌.png', content: photo }],
      }),
    async filled(purchaseId, more) {
      const a = await r.draft(purchaseId)
      await r.picture(a.id)
      return world.ok(p.requester, acceptanceCalls.change, {
        params: { id: a.id },
        body: r.fine(a, more?.(a)),
      })
    },
    async handIn(id, who = p.requester) {
      const { members } = await world.ok(who, acceptanceCalls.submit, { params: { id } })
      for (const { user } of members) {
        const signer = signers.find((s) => s.id === user.id)
        if (!signer) throw new Error(`${user.name} signs by himself`)
        await world.ok(signer, acceptanceCalls.sign, {
          params: { id },
          body: { verdict: 'agree', opinion: null },
        })
      }
      return world.ok(who, acceptanceCalls.get, { params: { id } })
    },
    async audit(who, id, verdict = 'approve', state = 'awaiting_audit') {
      const [said] = await world.ok(who, acceptanceCalls.audit, {
        body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? undefined : '照片不清楚' },
      })
      if (!said) throw new Error('every item of a batch is answered')
      return said
    },
    async arrived(more) {
      const purchaseId = await r.delivered(more)
      const { id } = await r.filled(purchaseId)
      await r.handIn(id)
      const said = await r.audit(p.equip, id)
      if (!said.ok) throw new Error(said.message)
      return (await r.stockIns(purchaseId))[0]! // an accepted acceptance opens one
    },
    stockIns: async (purchaseId) =>
      Promise.all((await listIds('stock_in', purchaseId)).map((id) => r.detail(p.requester, id))),
    invoiceFile: async (id) =>
      (
        await world.ok(p.requester, stockInCalls.addFile, {
          params: { id },
          files: [{ name: '发票.pdf', content: PDF }],
        })
      ).id,
    complete: async (s, more = {}) => ({
      pieces: s.pieces.map((c) => ({
        id: c.id,
        labId: p.labId,
        keeperId: p.colleague.id,
        categoryId: r.categoryId,
        gbtCode: '2100300',
        moeCode: '03030204',
        purpose: 'both' as const,
        funding: 'central' as const,
      })),
      invoices: more.invoices ?? [
        {
          number: `243120000000${++invoices}`,
          issuedOn: '2026-01-20',
          amountFen: s.totalFen,
          taxFen: 0,
          fileId: await r.invoiceFile(s.id),
        },
      ],
      payment: 'bank',
      remark: null,
      ...more,
    }),
    async submitted(more, over) {
      const s = await r.arrived(more)
      await world.ok(p.requester, stockInCalls.change, {
        params: { id: s.id },
        body: await r.complete(s, over),
      })
      return world.ok(p.requester, stockInCalls.submit, { params: { id: s.id } })
    },
    async confirm(who, id, verdict = 'approve', state = 'awaiting_finance') {
      const [said] = await world.ok(who, stockInCalls.audit, {
        body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? undefined : '发票不清楚' },
      })
      if (!said) throw new Error('every item of a batch is answered')
      return said
    },
    async reimbursed(more) {
      const { id } = await r.submitted(more)
      await r.confirm(p.finance, id)
      return r.detail(p.requester, id)
    },
    store: (who, ids) =>
      world.ok(who, stockInCalls.store, {
        body: { items: ids.map((id) => ({ id, state: 'awaiting_store' as const })) },
      }),
    detail: (who, id) => world.ok(who, stockInCalls.get, { params: { id } }),
  }
  return r
}
