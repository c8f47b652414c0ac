import { creditCodeCheck } from '@portal/contract/supplier/credit-code'
import type { SupplierState } from '@portal/contract/supplier/supplier'
import type pg from 'pg'
import { listGrams } from '../../kernel/search.rules.ts'
import { addDays } from '../../kernel/time.ts'
import { Copier } from '../bulk.ts'
import type { Frame, User } from '../campus/model.ts'
import { cast, type CastName } from '../cast.ts'
import { createFiles, type Files } from '../files.ts'
import { receiptPicture } from '../pictures/portraits.ts'
import { actor, log, one, waits, type Actor, type Line } from './lines.ts'

interface Plan {
  /**
   * A member of the cast, whose organization is the company. Undefined: a person of a company from outside,
   * or none yet.
   */
  who?: CastName
  name?: string
  state: SupplierState
  daysAgo: number
  legalPerson: string
  address: string
  scope: string
  bank?: string
  reason?: string
  /** Days until expiry from today; null: does not expire. */
  papers: readonly { kind: string; number: string; days: number | null }[]
}
const plans: readonly Plan[] = [
  {
    who: 'supplier',
    state: 'approved',
    daysAgo: 300,
    legalPerson: '韩国栋',
    address: '江州市高新区科技路 88 号',
    scope: '科学仪器、实验室设备及耗材的销售、安装与技术服务',
    bank: '6222 0210 0112 3456',
    papers: [
      { kind: 'licence', number: '3201-2016-0088', days: 1400 },
      { kind: 'authorisation', number: 'ZEISS-CN-2026-017', days: 280 },
      { kind: 'bank', number: 'J3010001234501', days: null },
    ],
  },
  {
    who: 'supplier2',
    state: 'approved',
    daysAgo: 210,
    legalPerson: '钟立新',
    address: '江州市江宁区仪器大道 6 号',
    scope: '分析仪器、光学仪器销售；仪器维修',
    bank: '6228 4804 0256 4890',
    papers: [
      { kind: 'licence', number: '3201-2012-0415', days: null },
      { kind: 'authorisation', number: 'BRUKER-2025-221', days: 20 },
    ],
  },
  {
    who: 'supplier3',
    state: 'approved',
    daysAgo: 160,
    legalPerson: '岳鹏',
    address: '上海市浦东新区张江路 500 号',
    scope: '科学器材、玻璃仪器、化学试剂（不含危险品）销售',
    bank: '6217 0012 1000 7788',
    papers: [{ kind: 'licence', number: '3101-2018-1120', days: 700 }],
  },
  {
    name: '北辰光电仪器有限公司',
    state: 'awaiting_audit',
    daysAgo: 6,
    legalPerson: '陆晨',
    address: '北京市海淀区学院路 30 号',
    scope: '光电仪器的研发、生产与销售',
    papers: [{ kind: 'licence', number: '1101-2020-3377', days: 1600 }],
  },
  {
    name: '江南医疗设备有限公司',
    state: 'returned',
    daysAgo: 12,
    legalPerson: '方敏',
    address: '杭州市滨江区江南大道 1 号',
    scope: '医疗器械销售',
    reason: '医疗器械经营许可证扫描件不清楚，请重新上传',
    papers: [
      { kind: 'licence', number: '3301-2019-0761', days: 500 },
      { kind: 'medical', number: '浙杭药监械经营许20190761号', days: 90 },
    ],
  },
  {
    name: '东湖真空设备有限公司',
    state: 'awaiting_papers',
    daysAgo: 3,
    legalPerson: '',
    address: '',
    scope: '',
    papers: [],
  },
  {
    name: '明远实验仪器有限公司',
    state: 'suspended',
    daysAgo: 200,
    legalPerson: '贺铭',
    address: '武汉市洪山区珞喻路 1037 号',
    scope: '实验室通用设备销售',
    reason: '两次逾期供货且未按约定提供售后服务',
    papers: [{ kind: 'licence', number: '4201-2017-0932', days: 420 }],
  },
  {
    name: '远望精密仪器有限公司',
    state: 'invited',
    daysAgo: 2,
    legalPerson: '',
    address: '',
    scope: '',
    papers: [],
  },
]
const outsiders = plans.filter((p) => !p.who && p.state !== 'invited')
const DAY_MS = 86_400_000
const paperWords: Record<string, string> = {
  licence: '营业执照',
  authorisation: '制造商授权书',
  bank: '开户许可证',
  medical: '医疗器械经营许可证',
}

const findCreditCode = (n: number): string => {
  const first = `91320100MA1X${String(10_000 + n * 37)}`
  return first + (creditCodeCheck(first) ?? '')
}

/** Companies in every state, as far as there are people of companies; suppliers 1, 2 and 3 are the cast's. */
export async function fillSuppliers(
  client: pg.Client,
  { frame, people, files }: { frame: Frame; people: readonly User[]; files: Files | null },
): Promise<void> {
  const copier = new Copier(client)
  // Without file storage only the rows are made.
  const papers = (files ?? createFiles({ put: async () => {} })).into(copier)
  const scan = await receiptPicture()
  const guests = people.filter((u) => !u.cast && u.tier === 'company')
  for (const [i, plan] of plans.entries()) {
    const person = findPerson(plan, guests)
    const began = frame.now.getTime() - plan.daysAgo * DAY_MS
    const at = (step: number) => new Date(began + Math.min(step, plan.daysAgo - 1) * DAY_MS)
    const steps = listSteps(plan, person, at)
    const id = await addCompany(client, plan, {
      name: plan.name ?? findOrganization(plan.who),
      code: findCreditCode(i),
      last: steps.at(-1) ?? steps[0],
      at,
      contact: person?.name ?? '段宏',
    })
    for (const step of steps) await log(client, 'supplier', id, step)
    if (!person) continue
    await client.query('insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, $3)', [
      person.id,
      id,
      at(1),
    ])
    if (!plan.who)
      await client.query(
        `insert into user_role (user_id, role_id) select $1, id from role where code = 'SUPPLIER'
          on conflict do nothing`,
        [person.id],
      )
    const rows = copier.table('supplier_paper', [
      'supplier_id',
      'kind',
      'number',
      'file_id',
      'valid_from',
      'valid_to',
      'created_at',
    ])
    for (const paper of plan.papers) {
      const fileId = papers.keepPicture(scan, {
        business: 'supplier',
        rowId: id,
        visibility: 'private',
        ownerId: person.id,
        name: `${paperWords[paper.kind] ?? '证照'}.webp`,
        createdAt: at(2),
      })
      rows.add({
        supplier_id: id,
        kind: paper.kind,
        number: paper.number,
        file_id: fileId,
        valid_from: addDays(frame.today, -700),
        valid_to: paper.days === null ? null : addDays(frame.today, paper.days),
        created_at: at(2),
      })
    }
    await awaited(client, id, plan, person, at(4))
  }
  await copier.flush()
}

const findOrganization = (username: CastName | undefined): string => {
  const member = cast.find((c) => c.username === username)
  return member && 'organization' in member ? member.organization : ''
}
const findPerson = (plan: Plan, guests: readonly User[]): Actor | undefined => {
  if (plan.who) return actor(plan.who)
  return guests[outsiders.indexOf(plan)]
}

/** The steps that led to its state, about a day apart. A supplier without a person is still invited. */
function listSteps(plan: Plan, person: Actor | undefined, at: (step: number) => Date): [Line, ...Line[]] {
  const [office, auditor] = [actor('equipoffice'), actor('tenderoffice')]
  const steps: [Line, ...Line[]] = [{ event: 'invite', from: null, to: 'invited', by: office, at: at(0) }]
  if (!person) return steps
  steps.push({
    event: 'activate',
    from: 'invited',
    to: 'awaiting_papers',
    by: null,
    reason: person.name,
    at: at(1),
  })
  if (plan.state === 'awaiting_papers') return steps
  steps.push({ event: 'submit', from: 'awaiting_papers', to: 'awaiting_audit', by: person, at: at(3) })
  if (plan.state === 'approved' || plan.state === 'suspended')
    steps.push({ event: 'approve', from: 'awaiting_audit', to: 'approved', by: auditor, at: at(4) })
  if (plan.state === 'returned')
    steps.push({
      event: 'send_back',
      from: 'awaiting_audit',
      to: 'returned',
      by: auditor,
      reason: plan.reason ?? null,
      at: at(4),
    })
  if (plan.state === 'suspended')
    steps.push({
      event: 'suspend',
      from: 'approved',
      to: 'suspended',
      by: auditor,
      reason: plan.reason ?? null,
      at: at(190),
    })
  return steps
}

async function addCompany(
  client: pg.Client,
  plan: Plan,
  c: { name: string; code: string; last: Line; at: (step: number) => Date; contact: string },
): Promise<number> {
  const { text, grams } = listGrams([c.name, c.code, c.contact])
  const open = c.last.to === 'invited'
  return one(
    client,
    `insert into supplier (name, credit_code, state, state_at, reason, contact, phone, email, address,
        legal_person, business_scope, bank_name, bank_account, invoice_title, invoice_address,
       invited_by, invited_at, token_hash, token_until, created_at, search_text, search_grams)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $17, $20,
       $21)`,
    [
      c.name,
      c.code,
      c.last.to,
      c.last.at,
      plan.reason ?? null,
      c.contact,
      '13800138000',
      `contact${c.code.slice(12, 17)}@example.com`,
      plan.address || null,
      plan.legalPerson || null,
      plan.scope || null,
      plan.bank ? '中国示范银行江州分行' : null,
      plan.bank ?? null,
      plan.bank ? c.name : null,
      plan.bank ? plan.address : null,
      actor('equipoffice').id,
      c.at(0),
      open ? Buffer.from(`${c.code}：demo`) : null,
      open ? new Date(c.at(0).getTime() + 7 * DAY_MS) : null,
      text,
      grams,
    ],
  )
}

async function awaited(client: pg.Client, id: number, plan: Plan, person: Actor, since: Date): Promise<void> {
  const task = {
    business: 'supplier',
    rowId: id,
    deptId: null,
    requesterId: null,
    amountFen: null,
    since,
  } as const
  if (plan.state === 'awaiting_audit')
    await waits(client, {
      ...task,
      step: 'audit',
      role: 'tender_office',
      userId: null,
      title: `审核供应商资料：${plan.name}`,
    })
  if (plan.state === 'returned' || plan.state === 'awaiting_papers')
    await waits(client, {
      ...task,
      step: 'papers',
      role: 'person',
      userId: person.id,
      title: `完善企业资料：${plan.name}`,
    })
}
