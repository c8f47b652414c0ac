import { paperKinds, purchaseNumber, type PurchaseState } from '@portal/contract/purchase/purchase'
import { parseRequiredPaper, type RequiredPaper } from '@portal/contract/purchase/required'
import type pg from 'pg'
import { listGrams } from '../../kernel/search.rules.ts'
import {
  sumBudget,
  judgeNeeds,
  thresholdNames,
  type Thresholds,
} from '../../modules/purchase/purchase.rules.ts'
import { Copier } from '../bulk.ts'
import { castId } from '../campus/labs.ts'
import type { Frame, User } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { actor, log, one, type Actor } from './lines.ts'
import { payFor, priceAbroad } from './money.ts'
import { tellPanels } from './panels.ts'
import { purchasePlans, type PurchaseEnd, type PurchasePlan } from './purchase-plans.ts'
import { task, type Told } from './told.ts'

async function requiredPapers(client: pg.Client): Promise<RequiredPaper[]> {
  const { rows } = await client.query<{ value: string }>(
    `select i.value from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'purchase_required' and i.enabled order by i.sort`,
  )
  return rows.flatMap((r) => parseRequiredPaper(r.value) ?? [])
}
async function thresholds(client: pg.Client): Promise<Thresholds> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select distinct on (d.name) d.name, i.value from dictionary d
      join dictionary_item i on i.dictionary_id = d.id where d.name = any($1) order by d.name, i.sort, i.id`,
    [thresholdNames],
  )
  // a migration sets each of them
  return Object.fromEntries(rows.map((r) => [r.name, Number(r.value)])) as Thresholds
}

const stateOf: Record<PurchaseEnd, PurchaseState> = {
  draft: 'draft',
  panels_draft: 'awaiting_experts',
  panels_signing: 'awaiting_experts',
  disagreed: 'draft',
  awaiting_dept_head: 'awaiting_dept_head',
  awaiting_equip_office: 'awaiting_equip_office',
  awaiting_sourcing: 'awaiting_sourcing',
  refused: 'refused',
  cancelled: 'cancelled',
}
const HOURS = 3_600_000

/** Requests in every state up to sourcing; later states are made with tenders and deliveries. */
export async function fillPurchases(
  client: pg.Client,
  { frame, people, files }: { frame: Frame; people: readonly User[]; files: Files | null },
): Promise<void> {
  const limits = await thresholds(client)
  const required = await requiredPapers(client)
  const deptId = people[castId('requester') - 1]?.deptId
  if (!deptId) throw new Error('the requester is of a college')
  const colleague =
    people.find((u) => !u.cast && u.role === 'teacher' && u.deptId === deptId) ?? actor('requester')
  const copier = new Copier(client)
  const paper = files?.into(copier)
  for (const plan of purchasePlans) {
    const requester = plan.by ? actor(plan.by) : { id: colleague.id, name: colleague.name }
    const told = await tellPurchase(client, frame, { limits, required }, plan, requester, deptId)
    if (paper) await hangPapers(client, copier, paper, told)
  }
}

async function tellPurchase(
  client: pg.Client,
  frame: Frame,
  rules: { limits: Thresholds; required: readonly RequiredPaper[] },
  plan: PurchasePlan,
  requester: Actor,
  deptId: number,
): Promise<Told> {
  const items = plan.items.map((i) => ({
    ...i,
    unitPriceFen: i.unitYuan * 100,
    imported: i.country !== '中国',
  }))
  const needs = judgeNeeds(items, rules.limits, rules.required)
  const budgetFen = sumBudget(items)
  const began = frame.now.getTime() - plan.daysAgo * 24 * HOURS
  // Each step takes a tenth of the time until now, so that nothing lies in the future.
  const at = (step: number) => new Date(began + ((frame.now.getTime() - began) * step) / 10)
  const state = stateOf[plan.end]
  const submitted = plan.end !== 'draft'
  const sought = listGrams([plan.title, ...items.flatMap((i) => [i.name, i.model])])
  const id = await one(
    client,
    `insert into purchase (state, state_at, reason, title, requester_id, dept_id, purpose, budget_fen,
        precious, imported, method, submitted_at, created_at, search_text, search_grams)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      state,
      at(0),
      plan.reason ?? null,
      plan.title,
      requester.id,
      deptId,
      plan.purpose,
      budgetFen,
      submitted && needs.precious,
      submitted && needs.imported,
      submitted ? needs.method : null,
      submitted ? at(1) : null,
      at(0),
      sought.text,
      sought.grams,
    ],
  )
  for (const [i, item] of items.entries()) {
    await client.query(
      `insert into purchase_item (purchase_id, sort, name, model, spec, manufacturer, country, imported,
          quantity, unit_price_fen, price_basis, justification, precious_case)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        id,
        i + 1,
        item.name,
        item.model,
        item.spec,
        item.manufacturer,
        item.country,
        item.imported,
        item.quantity,
        item.unitPriceFen,
        '三家厂商书面报价与近两年同类设备成交价',
        item.imported ? '国内同类产品的关键指标不能满足研究需要。' : null,
        submitted && needs.precious ? CASE : null,
      ],
    )
  }
  await payFor(client, id, budgetFen, plan.shared)
  await priceAbroad(client, id, at(0).toISOString().slice(0, 10))
  const told = { id, plan, requester, deptId, needs, budgetFen, at }
  await tellSteps(client, told)
  return told
}

const CASE = {
  hoursPerYear: 1400,
  similar: '校内同类仪器 2 台，近一年平均机时 2,050 小时，已接近饱和，送样排队超过 10 天。',
  sharing: '全部机时纳入学校共享平台，校内外预约使用，每周保留 1 天用于培训。',
  space: '一层实验室 45 平方米，承重满足要求',
  power: '三相 380 V、30 kW，单独接地',
  water: '循环冷却水',
  gas: '高纯氮气、氩气',
  environment: '恒温恒湿，远离电梯和变电站',
  runningFen: 18_000_000,
  runningSource: '共享服务收入与学院运行经费',
}

async function tellSteps(client: pg.Client, told: Told): Promise<void> {
  const { id, plan, requester, at, needs } = told
  let from: PurchaseState | null = null
  let n = 0
  const step = async (event: string, to: PurchaseState, by: Actor | null, reason: string | null = null) => {
    await log(client, 'purchase', id, { event, from, to, by, reason, at: at(n) })
    await client.query('update purchase set state_at = $2, reason = $3 where id = $1', [id, at(n), reason])
    from = to
    n++
  }
  await step('create', 'draft', requester)
  if (plan.end === 'draft') return
  await step('submit', needs.panels.length ? 'awaiting_experts' : 'awaiting_dept_head', requester)
  if (needs.panels.length) {
    if (!(await tellPanels(client, told))) return
    n = 5
    if (plan.end === 'disagreed')
      return step('send_back', 'draft', null, '专家论证未通过：共 5 位专家，2 位同意，3 位不同意')
    await step('conclude', 'awaiting_dept_head', null)
  }
  if (plan.end === 'cancelled') return step('cancel', 'cancelled', requester, plan.reason)
  if (plan.end === 'awaiting_dept_head') return task(client, told, 'dept_head')
  n = Math.max(n, 6)
  await step('approve', 'awaiting_equip_office', actor('depthead'))
  if (plan.end === 'awaiting_equip_office') return task(client, told, 'equip_office')
  if (plan.end === 'refused') return step('refuse', 'refused', actor('equipoffice'), plan.reason)
  await step('approve', 'awaiting_sourcing', actor('equipoffice'))
  await task(client, told, 'sourcing')
}

/** A minimal PDF page with its text: enough to open, print and file. */
const pdf = (text: string) =>
  Buffer.from(
    `%PDF-1.4\n% ${text}\n` +
      '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n' +
      'trailer\n<< /Root 1 0 R >>\n%%EOF\n',
  )
const paperNames: Record<string, string> = {
  [paperKinds.evidence]: '厂商报价单.pdf',
  [paperKinds.precious]: '可行性论证报告.pdf',
  [paperKinds.import]: '进口产品申请表.pdf',
}

async function hangPapers(
  client: pg.Client,
  copier: Copier,
  paper: ReturnType<Files['into']>,
  { id, needs, requester, at }: Told,
): Promise<void> {
  const kept = needs.papers.map((kind) => ({
    kind,
    fileId: paper.keep(pdf(`${purchaseNumber(id)} ${kind}`), {
      name: paperNames[kind] ?? '材料.pdf',
      mime: 'application/pdf',
      business: 'purchase',
      rowId: id,
      visibility: 'private',
      ownerId: requester.id,
      createdAt: at(0),
    }),
  }))
  await copier.flush()
  for (const { kind, fileId } of kept)
    await client.query(
      'insert into purchase_paper (purchase_id, file_id, kind, created_at) values ($1, $2, $3, $4)',
      [id, fileId, kind, at(0)],
    )
}
