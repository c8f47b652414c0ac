import { panelCalls } from '@portal/contract/panel/calls'
import type { PanelVerdict } from '@portal/contract/panel/panel'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { RATE_ONE } from '@portal/contract/purchase/import-price'
import type { PurchaseState } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import type { z } from 'zod'
import type { Person, World } from './world.ts'

export type Body = z.input<typeof purchaseCalls.create.body>
type Item = NonNullable<Body['items']>[number]
/** A purchase that is paid from one project by default, or from this card. */
export type Wish = Partial<Body> & { cardId?: number }

/** A college, the offices, experts and companies: all people who have to do with a purchase. */
export interface Procurement {
  deptId: number
  labId: number
  requester: Person
  /** A person of the requester's college. */
  colleague: Person
  head: Person
  head2: Person
  /** Heads another college. */
  otherHead: Person
  equip: Person
  tender: Person
  finance: Person
  outsider: Person
  /** Technical experts from outside the campus. */
  experts: Person[]
  lawyer: Person
  /** Approved companies. */
  suppliers: { id: number; name: string; user: Person }[]
  card(owner: Person, fen: number): Promise<number>
  /** Uploads a paper as this person; returns its id. */
  paper(who: Person): Promise<string>
  item(more?: Partial<Item>): Item
  body(more?: Wish): Promise<Body>
  /** A draft that can be submitted. */
  draft(more?: Wish): Promise<PurchaseDetail>
  submitted(more?: Wish): Promise<PurchaseDetail>
  decide(
    who: Person,
    id: number,
    state: PurchaseState,
    verdict?: 'approve' | 'send_back' | 'refuse',
    reason?: string,
  ): Promise<{ ok: boolean; state: string | null; message: string }>
  /** Names the members of a panel and convenes it. */
  called(panelId: number): Promise<Person[]>
  sign(who: Person, panelId: number, verdict?: PanelVerdict): Promise<unknown>
  /** A purchase that experts, head and equipment office have approved, up to sourcing. */
  approved(more?: Wish): Promise<PurchaseDetail>
  /** A purchase that is bought directly, up to the choice of the supplier. */
  awarded(more?: Wish): Promise<PurchaseDetail>
  contracted(more?: Wish): Promise<PurchaseDetail>
  detail(who: Person, id: number): Promise<PurchaseDetail>
}

/** The parts of an import price, which add up to this price in yuan. */
export const makeImportPrice = (unitFen: number): NonNullable<Item['importPrice']> => ({
  currency: 'USD',
  foreignPrice: unitFen,
  rateMicro: RATE_ONE,
  rateOn: '2026-01-05',
  priceTerm: 'CIF',
  freightFen: 0,
  insuranceFen: 0,
  dutyFree: true,
  dutyFreeNumber: null,
  tariffFen: 0,
  vatFen: 0,
  agencyFen: 0,
  customsFen: 0,
})

/** The complete justification of a precious instrument. */
export const makePreciousCase = (): NonNullable<Item['preciousCase']> => ({
  hoursPerYear: 1400,
  similar: '全校 1 台，年机时 2100 小时，已饱和',
  sharing: '全部机时对校内开放',
  space: '一层 40 平方米',
  power: '三相 380 V',
  water: '无',
  gas: '高纯氮',
  environment: '恒温 20±1 ℃',
  runningFen: 15_000_000,
  runningSource: '学院运行费',
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export async function createProcurement(world: World): Promise<Procurement> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  const dept = (name: string) =>
    one('insert into dept (code, name) values ($1, $2)', [`D${Math.random()}`, name])
  const deptId = await dept('材料学院')
  const otherDeptId = await dept('物理学院')
  const labId = await one(`insert into lab (serial_id, name, dept_id) values ($1, '电镜中心', $2)`, [
    `LAB${Math.random()}`,
    deptId,
  ])
  const heads = async (name: string, of: number) => {
    const person = await world.person(name, { deptId: of })
    await world.sql(
      `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
      [person.id],
    )
    return person
  }
  const outside = async (name: string) => {
    const person = await world.person(name)
    await world.sql(
      `update user_account set on_campus = false, tier = 'school', organization = '江州理工大学' where id = $1`,
      [person.id],
    )
    return person
  }
  const company = async (name: string) => {
    const code = String(Math.random()).slice(2, 12).padEnd(18, '0')
    const id = await one(
      `insert into supplier (name, credit_code, state, state_at, contact, phone, email, invited_at,
          created_at) values ($1, $2, 'approved', now(), '联系人', '13800000000', 'a@example.com', now(),
          now())`,
      [name, code],
    )
    const user = await world.person(`${name}员工`)
    await world.sql(`update user_account set on_campus = false, tier = 'company' where id = $1`, [user.id])
    await world.sql('insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, now())', [
      user.id,
      id,
    ])
    const file = await world.sql<{ id: string }>(
      `insert into file (name, mime, bytes, sha256, visibility, business, row_id)
        values ('licence.pdf', 'application/pdf', 1, '\\x00', 'private', 'supplier', $1) returning id`,
      [id],
    )
    await world.sql(
      `insert into supplier_paper (supplier_id, kind, file_id, created_at) values ($1, 'licence', $2, now())`,
      [id, file[0]?.id],
    )
    return { id, name, user }
  }

  const requester = await world.person('申购人', { deptId })
  let numbers = 0
  const p: Procurement = {
    deptId,
    labId,
    requester,
    colleague: await world.person('同院老师', { deptId }),
    head: await heads('院长甲', deptId),
    head2: await heads('院长乙', deptId),
    otherHead: await heads('别院院长', otherDeptId),
    equip: await world.person('设备处', { permissions: ['PURCHASE_ALL'] }),
    tender: await world.person('招标办', { permissions: ['TENDER_ALL'] }),
    finance: await world.person('财务', { permissions: ['FINANCIAL_ALL'] }),
    outsider: await world.person('外人', { deptId: otherDeptId }),
    experts: [
      await outside('专家一'),
      await outside('专家二'),
      await outside('专家三'),
      await outside('专家四'),
      await outside('专家五'),
    ],
    lawyer: await outside('律师'),
    suppliers: [await company('甲公司'), await company('乙公司'), await company('丙公司')],
    card: (owner, fen) =>
      one(`insert into fund_card (number, name, owner_id, balance_fen) values ($1, '课题经费', $2, $3)`, [
        `PC${++numbers}-${deptId}`,
        owner.id,
        fen,
      ]),
    async paper(who) {
      const [kept] = await world.ok(who, purchaseCalls.upload, {
        files: [{ name: '材料.pdf', content: PDF }],
      })
      return kept?.id ?? ''
    },
    item: (more = {}) => ({
      name: '电子天平',
      quantity: 2,
      unitPriceFen: 1_000_000,
      priceBasis: '厂家报价',
      ...((more.unitPriceFen ?? 0) >= 40_000_000 && { preciousCase: makePreciousCase() }),
      ...(more.imported && { importPrice: makeImportPrice(more.unitPriceFen ?? 1_000_000) }),
      ...more,
    }),
    async body({ cardId, ...more } = {}) {
      const items = more.items ?? [p.item()]
      const kinds = [
        'price_evidence',
        ...(items.some((i) => i.unitPriceFen >= 40_000_000) ? ['precious_report'] : []),
        ...(items.some((i) => i.imported) ? ['import_application'] : []),
      ]
      const papers = []
      for (const kind of kinds) papers.push({ kind, fileId: await p.paper(requester) })
      const amountFen = items.reduce((sum, i) => sum + i.unitPriceFen * i.quantity, 0)
      const source =
        cardId === undefined
          ? { kind: 'project' as const, projectCode: 'P-1', projectName: '平台建设', amountFen }
          : { kind: 'fund_card' as const, fundCardId: cardId, amountFen }
      return {
        title: '电子天平申购',
        sources: amountFen > 0 ? [source] : [],
        purpose: '教学与科研需要',
        labId,
        papers,
        ...more,
        items,
      }
    },
    draft: async (more) => world.ok(requester, purchaseCalls.create, { body: await p.body(more) }),
    submitted: async (more) =>
      world.ok(requester, purchaseCalls.submit, { params: { id: (await p.draft(more)).id } }),
    async decide(who, id, state, verdict = 'approve', reason) {
      const [said] = await world.ok(who, purchaseCalls.decide, {
        body: {
          items: [{ id, state }],
          verdict,
          reason: reason ?? (verdict === 'approve' ? undefined : '不合适'),
        },
      })
      if (!said) throw new Error('every item of a batch is answered')
      return said
    },
    async called(panelId) {
      const panel = await world.ok(requester, panelCalls.get, { params: { id: panelId } })
      const experts = p.experts.slice(0, panel.needs.minExperts - panel.needs.minLawyers)
      const members = [
        ...experts.map((e) => ({ userId: e.id, profession: 'technical' as const })),
        ...(panel.needs.minLawyers ? [{ userId: p.lawyer.id, profession: 'lawyer' as const }] : []),
      ]
      await world.ok(requester, panelCalls.change, {
        params: { id: panelId },
        body: {
          statement: '请论证',
          members: members.map((m) => ({ ...m, outside: true, unit: '江州理工大学', title: '教授' })),
        },
      })
      await world.ok(requester, panelCalls.call, { params: { id: panelId } })
      return [...experts, ...(panel.needs.minLawyers ? [p.lawyer] : [])]
    },
    sign: (who, panelId, verdict = 'agree') =>
      world.ok(who, panelCalls.sign, {
        params: { id: panelId },
        body: { verdict, opinion: verdict === 'agree' ? '确有必要，指标合理' : '必要性不足' },
      }),
    async approved(more) {
      const { id, panels } = await p.submitted(more)
      for (const panel of panels) for (const who of await p.called(panel.id)) await p.sign(who, panel.id)
      await p.decide(p.head, id, 'awaiting_dept_head')
      await p.decide(p.equip, id, 'awaiting_equip_office')
      return p.detail(requester, id)
    },
    async awarded(more) {
      const { id, budgetFen } = await p.approved(more)
      const [first, second] = p.suppliers
      if (!first || !second) throw new Error('there are three')
      await world.ok(requester, purchaseCalls.quote, {
        params: { id },
        body: {
          quotes: [
            { supplierId: first.id, amountFen: budgetFen },
            { supplierId: second.id, amountFen: budgetFen - 100 },
          ],
        },
      })
      return world.ok(requester, purchaseCalls.award, {
        params: { id },
        body: { supplierId: second.id, reason: '价格较低' },
      })
    },
    async contracted(more) {
      const { id, items, award } = await p.awarded(more)
      const worth = items.reduce((sum, i) => sum + i.unitPriceFen * i.quantity, 0)
      const fits = award && worth > award.amountFen ? 100 : 0
      return world.ok(p.equip, purchaseCalls.signContract, {
        params: { id },
        body: {
          number: `HT-${id}`,
          on: '2026-01-05',
          deliverBy: '2026-12-31',
          prices: items.map((i) => ({ itemId: i.id, priceFen: i.unitPriceFen - fits })),
          fileIds: [await p.paper(p.equip)],
        },
      })
    },
    detail: (who, id) => world.ok(who, purchaseCalls.get, { params: { id } }),
  }
  // New accounts are students', and students may not buy.
  await world.sql(`update user_account set user_type = '2' where dept_id = any($1::int8[])`, [
    [deptId, otherDeptId],
  ])
  return p
}
