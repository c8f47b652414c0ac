import type { TenderMethod } from '@portal/contract/tender/tender'
import { tenderCalls } from '@portal/contract/tender/calls'
import type { OpinionBody } from '@portal/contract/tender/calls'
import type { OpenedQuotation, TenderDetail } from '@portal/contract/tender/rows'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { announce } from '../kernel/events.ts'
import { createWorld, type Answer, type Person, type World } from './world.ts'

export interface Company {
  id: number
  name: string
  person: Person
}
export interface Wanted {
  method?: TenderMethod
  /** Milliseconds from now. */
  opensInMs?: number
  invited?: readonly Company[]
  minQuotations?: number
}
export interface Quoted {
  amountFen?: number
  note?: string
  replace?: boolean
  files?: { name: string; content: Buffer }[]
}

export type Judgement = Partial<Omit<OpinionBody['items'][number], 'quotationId'>>

/** The tendering office, approved suppliers, and purchases to be tendered. */
interface Tenders {
  office: Person
  office2: Person
  equipOffice: Person
  admin: Person
  requester: Person
  outsider: Person
  a: Company
  b: Company
  c: Company
  /** Five evaluators from outside the campus. */
  experts: readonly Person[]
  /** An approved supplier that is never invited. */
  d: Company
  company(name: string): Promise<Company>
  /** A purchase of two pieces that has just been approved. */
  purchase(method?: TenderMethod): Promise<{ purchaseId: number; tenderId: number }>
  announced(wanted?: Wanted): Promise<{ purchaseId: number; tenderId: number }>
  quote(company: Company, tenderId: number, quoted?: Quoted): Promise<Answer<TenderDetail>>
  /** Waits until the opening time is over. */
  untilDue(tenderId: number): Promise<void>
  /**
   * Does what has to be over before the opening time, with tenders that it announces for so many milliseconds
   * from now. A busy machine may need longer; then the work is done again with other tenders and more time.
   */
  inTime<T>(work: (opensInMs: number) => Promise<T>, first?: number): Promise<T>
  /** A tender that was announced, got quotations of the first three suppliers, and was opened. */
  opened(amounts?: readonly number[]): Promise<{ purchaseId: number; tenderId: number }>
  /** Names the committee; the first expert is the chair. */
  committee(tenderId: number, members?: readonly Person[]): Promise<Answer<TenderDetail>>
  sign(
    who: Person,
    tenderId: number,
    judge?: (q: OpenedQuotation) => Judgement,
  ): Promise<Answer<TenderDetail>>
  /** Names a committee, has all members sign the same ballot, and concludes. */
  concluded(tenderId: number, judge?: (q: OpenedQuotation) => Judgement): Promise<TenderDetail>
}

const DAY_MS = 86_400_000
/** Time enough for what has to be over before an opening, on a busy machine. */
const LATER_MS = 15_000
let count = 0

/**
 * A world for one test file, closed after its last test. At the top of the file: `const { world, s, at
 * } = await tenderWorld()`.
 */
export async function tenderWorld(about?: Parameters<typeof createWorld>[0]) {
  // `inTime` falls back on a tender of LATER_MS where the machine is so slow that the rest of the test takes
  // as long again. Vitest takes this back after the file.
  vi.setConfig({ testTimeout: 8 * LATER_MS })
  const world = await createWorld(about)
  afterAll(() => world.close())
  return { world, s: await createTenders(world), at: (id: number) => ({ params: { id } }) }
}

async function createTenders(world: World): Promise<Tenders> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  const deptId = await one(`insert into dept (code, name) values ($1, '物理学院')`, [
    `T${Date.now()}${++count}`,
  ])
  const [office, office2, equipOffice, admin, requester, outsider] = (await Promise.all([
    world.person('招标甲', { permissions: ['TENDER_ALL'] }),
    world.person('招标乙', { permissions: ['TENDER_ALL'] }),
    world.person('设备处', { permissions: ['PURCHASE_ALL'] }),
    world.person('管理员', { permissions: ['ADMIN'] }),
    world.person('申购人', { deptId }),
    world.person('旁人', { deptId }),
  ])) as [Person, Person, Person, Person, Person, Person] // one for each name

  const experts = await Promise.all(
    ['专家一', '专家二', '专家三', '专家四', '专家五'].map((name) => world.person(name)),
  )
  const company = async (name: string): Promise<Company> => {
    const person = await world.person(`${name}业务员`)
    const id = await one(
      `insert into supplier (name, credit_code, state, state_at, contact, phone, email, invited_at,
          created_at) values ($1, $2, 'approved', now(), '联系人', '13800000000', 'a@example.com', now(),
          now())`,
      [name, `91${String(++count).padStart(16, '0')}`],
    )
    await world.sql('insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, now())', [
      person.id,
      id,
    ])
    const [{ id: fileId }] = (await world.sql<{ id: string }>(
      `insert into file (name, mime, bytes, sha256, visibility, business, row_id)
        values ('执照', 'image/png', 1, '', 'private', 'supplier', $1) returning id`,
      [id],
    )) as [{ id: string }]
    await world.sql(
      `insert into supplier_paper (supplier_id, kind, file_id, created_at) values ($1, 'licence', $2, now())`,
      [id, fileId],
    )
    return { id, name, person }
  }
  const [a, b, c, d] = [
    await company('甲公司'),
    await company('乙公司'),
    await company('丙公司'),
    await company('丁公司'),
  ]

  const scene: Tenders = {
    office,
    office2,
    equipOffice,
    admin,
    requester,
    outsider,
    experts,
    a,
    b,
    c,
    d,
    company,
    async purchase(method = 'invited') {
      const [bought] = await world.sql<{ id: number }>(
        `with p as (insert into purchase (state, state_at, title, requester_id, dept_id, budget_fen, method,
          submitted_at, created_at)
           values ('awaiting_sourcing', now(), '飞秒激光器', $1, $2, 1000000000, $3, now(), now()) returning id,
             budget_fen)
         insert into purchase_source (purchase_id, sort, kind, amount_fen) select id, 1, 'project', budget_fen
         from p returning purchase_id as id`,
        [requester.id, deptId, method],
      )
      const purchaseId = bought?.id ?? 0
      await world.sql(
        `insert into purchase_item (purchase_id, sort, name, quantity, unit_price_fen)
          values ($1, 1, '飞秒激光器', 2, 400000000), ($1, 2, '光学平台', 1, 200000000)`,
        [purchaseId],
      )
      await world.asSystem((ctx) => announce(ctx, 'purchase.sourcing', { purchaseId, method }))
      const [tender] = await world.sql<{ id: number }>('select id from tender where purchase_id = $1', [
        purchaseId,
      ])
      return { purchaseId, tenderId: tender?.id ?? 0 }
    },
    async announced({ method = 'invited', opensInMs = DAY_MS, invited = [a, b, c], minQuotations = 3 } = {}) {
      const made = await scene.purchase(method)
      const params = { id: made.tenderId }
      await world.ok(office, tenderCalls.change, {
        params,
        body: {
          title: '飞秒激光器采购',
          announcementHtml: '<p>采购飞秒激光器两台</p>',
          opensAt: new Date(Date.now() + opensInMs).toISOString(),
          minQuotations,
          supplierIds: invited.map((s) => s.id),
        },
      })
      await world.ok(office, tenderCalls.announce, { params })
      return made
    },
    async quote({ person }, tenderId, { amountFen = 900_000_00, note, replace, files = [] } = {}) {
      const items = await world.sql<{ id: number }>(
        `select i.id from purchase_item i join tender t on t.purchase_id = i.purchase_id where t.id = $1
          order by i.sort`,
        [tenderId],
      )
      // Two pieces of the first item, one of the second.
      const first = Math.floor(amountFen / 3)
      const prices = items.map(({ id }, i) => ({
        itemId: id,
        unitPriceFen: i === 0 ? first : amountFen - 2 * first,
      }))
      // All fields are text, as in a form with files.
      const body = {
        amountFen,
        deliveryDays: 60,
        warrantyMonths: 24,
        prices: JSON.stringify(prices),
        ...(note && { note }),
        ...(replace && { replace }),
      }
      return world.send(person, tenderCalls.quote, { params: { id: tenderId }, body, files })
    },
    async untilDue(tenderId) {
      const [row] = await world.sql<{ ms: number }>(
        `select greatest(0, extract(epoch from opens_at - clock_timestamp()) * 1000)::float8 as ms from tender
          where id = $1`,
        [tenderId],
      )
      await sleep((row?.ms ?? 0) + 30)
    },
    inTime: (work, first = 1800) => work(first).catch(() => work(LATER_MS)),
    async opened(amounts = [950_000_00, 900_000_00, 990_000_00]) {
      const made = await scene.inTime(async (opensInMs) => {
        const tender = await scene.announced({ opensInMs })
        const quotes = await Promise.all(
          amounts.map((amountFen, i) => scene.quote([a, b, c][i] ?? a, tender.tenderId, { amountFen })),
        )
        for (const q of quotes) if (q.status !== 200) throw new Error(JSON.stringify(q))
        return tender
      })
      await scene.untilDue(made.tenderId)
      await world.ok(office, tenderCalls.open, { params: { id: made.tenderId } })
      return made
    },
    committee: (tenderId, members = experts) =>
      world.send(office, tenderCalls.committee, {
        params: { id: tenderId },
        body: {
          members: members.map((m, i) => ({ userId: m.id, unit: '某大学', title: '教授', chair: i === 0 })),
        },
      }),
    async sign(who, tenderId, judge) {
      const { opened } = await world.ok(who, tenderCalls.get, { params: { id: tenderId } })
      const items = opened
        .filter((q) => !q.broken)
        .map((q) => ({
          quotationId: q.id,
          qualified: true,
          technicalScore: 30,
          commercialScore: 15,
          words: '满足要求',
          ...judge?.(q),
        }))
      return world.send(who, tenderCalls.sign, { params: { id: tenderId }, body: { items, opinion: '同意' } })
    },
    async concluded(tenderId, judge) {
      for (const answer of [
        await scene.committee(tenderId),
        ...(await Promise.all(experts.map((who) => scene.sign(who, tenderId, judge)))),
      ])
        if (answer.status !== 200) throw new Error(JSON.stringify(answer))
      return world.ok(office, tenderCalls.conclude, {
        params: { id: tenderId },
        body: { summary: '按综合得分排序推荐' },
      })
    },
  }
  return scene
}
