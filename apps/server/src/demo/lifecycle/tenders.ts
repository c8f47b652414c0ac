import { createHash } from 'node:crypto'
import { sourcingWords, tenderNumber } from '@portal/contract/tender/tender'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type pg from 'pg'
import type { ScoringRule } from '@portal/contract/tender/rows'
import type { Secrets } from '../../adapters/secrets/secrets.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { listCounted, makeSeal, type Item } from '../../modules/tender/committee.rules.ts'
import { keyOfTender, seal } from '../../modules/tender/quotation-seal.action.ts'
import { rankQuotations } from '../../modules/tender/ranking.rules.ts'
import { castId } from '../campus/labs.ts'
import type { Frame, User } from '../campus/model.ts'
import type { CastName } from '../cast.ts'
import { actor, log, one, waits } from './lines.ts'
import { payFor } from './money.ts'
import { tenderPlans, type QuotedPlan, type TenderPlan } from './tender-plans.ts'

const DAY_MS = 86_400_000
const bidders = [actor('supplier'), actor('supplier2'), actor('supplier3')] as const
const office = actor('tenderoffice')
const requester = actor('requester')

interface Told {
  plan: TenderPlan
  purchaseId: number
  itemId: number
  budgetFen: number
  /** The instant `n` days from now. */
  day: (n: number) => Date
  suppliers: readonly number[]
  secrets: Secrets | null
}

/** Purchases with tenders in every state. */
export async function fillTenders(
  client: pg.Client,
  { frame, people, secrets }: { frame: Frame; people: readonly User[]; secrets: Secrets | null },
): Promise<void> {
  const deptId = people[castId('requester') - 1]?.deptId
  const { rows } = await client.query<{ id: number }>(
    'select supplier_id::int as id from supplier_user where user_id = any($1) order by user_id',
    [bidders.map((b) => b.id)],
  )
  const day = (n: number) => new Date(frame.now.getTime() + n * DAY_MS)
  for (const plan of tenderPlans) {
    const told = await tellPurchase(client, plan, day, deptId ?? null)
    await tellTender(client, { ...told, secrets, suppliers: rows.map((r) => Number(r.id)) })
  }
}

async function tellPurchase(
  client: pg.Client,
  plan: TenderPlan,
  day: Told['day'],
  deptId: number | null,
): Promise<Omit<Told, 'suppliers' | 'secrets'>> {
  const { item } = plan
  const since = day(-plan.daysAgo)
  const budgetFen = item.quantity * item.unitYuan * 100
  const sought = listGrams([plan.title, item.name, item.model])
  const purchaseId = await one(
    client,
    `insert into purchase (state, state_at, title, requester_id, dept_id, purpose, budget_fen, method,
        submitted_at, created_at, search_text, search_grams)
     values ('awaiting_sourcing', $1, $2, $3, $4, '学科平台建设。', $5, $6, $7, $7, $8, $9)`,
    [
      since,
      plan.title,
      requester.id,
      deptId,
      budgetFen,
      plan.method,
      day(-plan.daysAgo - 5),
      sought.text,
      sought.grams,
    ],
  )
  await payFor(client, purchaseId, budgetFen)
  const itemId = await one(
    client,
    `insert into purchase_item (purchase_id, sort, name, model, spec, country, quantity, unit_price_fen,
        price_basis) values ($1, 1, $2, $3, $4, '中国', $5, $6, '三家厂商书面报价')`,
    [purchaseId, item.name, item.model, item.spec, item.quantity, item.unitYuan * 100],
  )
  const step = (event: string, from: string | null, to: string, by: typeof office, at: Date) =>
    log(client, 'purchase', purchaseId, { event, from, to, by, at })
  await step('create', null, 'draft', requester, day(-plan.daysAgo - 5))
  await step('submit', 'draft', 'awaiting_dept_head', requester, day(-plan.daysAgo - 5))
  await step(
    'approve',
    'awaiting_dept_head',
    'awaiting_equip_office',
    actor('depthead'),
    day(-plan.daysAgo - 3),
  )
  await step('approve', 'awaiting_equip_office', 'awaiting_sourcing', actor('equipoffice'), since)
  return { plan, purchaseId, itemId, budgetFen, day }
}

const awardRules = {
  cheapest: '合格报价中价格最低者成交。',
  scored:
    '合格报价按价格 40 分、技术 40 分、商务 20 分综合评分，得分最高者成交；价格分以合格报价中的最低价为基准。',
}
const announcement = ({ item, title, method }: TenderPlan) =>
  `<h2>一、采购内容</h2><p>${item.name} ${item.quantity} 台（套），${item.spec}。</p>` +
  `<h2>二、报价要求</h2><p>报价包括设备、运输、安装调试、培训和税费。交货期不超过合同签订后 90 天。</p>` +
  `<h2>三、评审办法</h2><p>技术指标全部响应为合格；${awardRules[method === 'comparison' ? 'cheapest' : 'scored']}</p>` +
  `<p>${title}由招标办组织，联系电话 0551-60000903。</p>`

async function addTender(
  client: pg.Client,
  { plan, purchaseId, day, suppliers }: Told,
  round: number,
  state: TenderPlan['state'],
): Promise<number> {
  const sought = listGrams([plan.title])
  const announced = state !== 'draft'
  const opened = announced && plan.opensInDays < 0
  const id = await one(
    client,
    `insert into tender (purchase_id, round, state, state_at, reason, method, title, announcement_html,
        min_quotations, announced_at, opens_at, opened_at, created_at, search_text, search_grams,
        committee_size, scoring)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 3, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      purchaseId,
      round,
      state === 'awarded' || state === 'evaluated' ? 'opened' : state,
      opened ? day(plan.opensInDays) : day(-plan.daysAgo + 2),
      state === 'failed' ? '报价不足三家' : null,
      plan.method,
      plan.title,
      announcement(plan),
      announced ? day(-plan.daysAgo + 2) : null,
      announced ? day(plan.opensInDays) : null,
      opened ? day(plan.opensInDays) : null,
      day(-plan.daysAgo),
      sought.text,
      sought.grams,
      isLarge(plan) ? 5 : 3,
      makeScoring(plan).kind,
    ],
  )
  if (plan.method !== 'public')
    for (const supplierId of suppliers)
      await client.query(
        'insert into tender_invitation (tender_id, supplier_id, invited_at) values ($1, $2, $3)',
        [id, supplierId, day(-plan.daysAgo + 2)],
      )
  await log(client, 'tender', id, {
    event: 'create',
    from: null,
    to: 'draft',
    by: null,
    at: day(-plan.daysAgo),
  })
  if (announced)
    await log(client, 'tender', id, {
      event: 'announce',
      from: 'draft',
      to: 'announced',
      by: office,
      at: day(-plan.daysAgo + 2),
    })
  return id
}

const waitsFor = (
  client: pg.Client,
  { plan, day }: Told,
  id: number,
  step: 'prepare' | 'evaluate',
  round = 1,
) =>
  waits(client, {
    business: 'tender',
    rowId: id,
    step,
    role: 'tender_office',
    userId: null,
    deptId: null,
    requesterId: requester.id,
    amountFen: null,
    since: day(step === 'evaluate' ? plan.opensInDays : -1),
    title:
      step === 'prepare'
        ? `编制${sourcingWords[plan.method].name}：${plan.title}（${tenderNumber(id)}，第 ${round} 轮）`
        : `${sourcingWords[plan.method].opened}评审：${plan.title}（${tenderNumber(id)}）`,
  })

async function tellTender(client: pg.Client, told: Told): Promise<void> {
  const { plan, day } = told
  const id = await addTender(client, told, 1, plan.state)
  if (plan.state === 'draft') return waitsFor(client, told, id, 'prepare')
  // In reverse order: the last supplier of the plan quoted first.
  const bids = plan.quoted.toReversed()
  if (plan.state === 'announced') {
    for (const q of bids) await addSealed(client, told, id, q)
    return
  }
  const quoted = []
  for (const q of bids) quoted.push(await addQuotation(client, told, id, q))
  await log(client, 'tender', id, {
    event: 'open',
    from: 'announced',
    to: 'opened',
    by: office,
    at: day(plan.opensInDays),
  })
  if (plan.state !== 'failed') {
    const said = await evaluate(client, told, id, quoted)
    const first = plan.state === 'opened' ? undefined : await conclude(client, told, id, quoted, said)
    return first && plan.state === 'awarded'
      ? award(client, told, id, first)
      : waitsFor(client, told, id, 'evaluate')
  }
  await log(client, 'tender', id, {
    event: 'fail',
    from: 'opened',
    to: 'failed',
    by: office,
    reason: '报价不足三家',
    at: day(plan.opensInDays + 1),
  })
  await waitsFor(client, told, await addTender(client, told, 2, 'draft'), 'prepare', 2)
}

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest()

/** A quotation sealed as by its supplier: only the server can open it, at the opening. */
async function addSealed(
  client: pg.Client,
  { plan, itemId, day, suppliers, secrets }: Told,
  tenderId: number,
  q: QuotedPlan,
): Promise<void> {
  if (!secrets) return
  const supplierId = suppliers[q.by] ?? 0
  const by = bidders[q.by]
  const sealedAt = day(-1 - q.by)
  const unitPriceFen = q.unitYuan * 100
  const content = {
    amountFen: unitPriceFen * plan.item.quantity,
    deliveryDays: q.days,
    warrantyMonths: q.months,
    note: q.note || null,
    prices: [{ itemId, unitPriceFen }],
    files: [],
  }
  const { sealed } = seal(
    keyOfTender(secrets, tenderId),
    { tenderId, supplierId, opensAt: day(plan.opensInDays) },
    content,
    [],
  )
  await client.query(
    `insert into quotation (tender_id, supplier_id, sealed, receipt, sealed_at, sealed_by)
      values ($1, $2, $3, $4, $5, $6)`,
    [tenderId, supplierId, sealed, sha256(sealed), sealedAt, by.id],
  )
  await log(client, 'tender', tenderId, {
    event: 'quote',
    from: 'announced',
    to: 'announced',
    by,
    at: sealedAt,
  })
}

interface Quoted {
  id: number
  plan: QuotedPlan
  amountFen: number
  supplierId: number
}
async function addQuotation(
  client: pg.Client,
  { plan, itemId, day, suppliers }: Told,
  tenderId: number,
  q: QuotedPlan,
): Promise<Quoted> {
  const amountFen = q.unitYuan * 100 * plan.item.quantity
  const supplierId = suppliers[q.by] ?? 0
  const by = bidders[q.by]
  const sealedAt = day(plan.opensInDays - 1 - q.by)
  // Opened long ago, so the sealed bytes are never read and may be arbitrary.
  const sealed = sha256(`${tenderNumber(tenderId)} ${supplierId}`)
  const content = JSON.stringify({
    note: q.note || null,
    prices: [{ itemId, unitPriceFen: q.unitYuan * 100 }],
  })
  const id = await one(
    client,
    `insert into quotation (tender_id, supplier_id, sealed, receipt, sealed_at, sealed_by, amount_fen,
        delivery_days, warranty_months, content, opened_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tenderId,
      supplierId,
      sealed,
      sha256(sealed),
      sealedAt,
      by.id,
      amountFen,
      q.days,
      q.months,
      content,
      day(plan.opensInDays),
    ],
  )
  await log(client, 'tender', tenderId, {
    event: 'quote',
    from: 'announced',
    to: 'announced',
    by,
    at: sealedAt,
  })
  return { id, plan: q, amountFen, supplierId }
}

const expert = (username: CastName, unit: string, title: string) => ({ ...actor(username), unit, title })
const experts = [
  expert('expert1', '江州理工大学', '教授'),
  expert('expert2', '江州理工大学', '研究员'),
  expert('lawyer', '江州明正律师事务所', '高级律师'),
  expert('expert3', '东海大学', '教授'),
  expert('expert4', '东海大学', '正高级实验师'),
]
const isLarge = ({ method }: TenderPlan) => method === 'invited' || method === 'public'
const findCommittee = (plan: TenderPlan) => experts.slice(0, isLarge(plan) ? 5 : 3)
const makeScoring = ({ method }: TenderPlan): ScoringRule => ({
  kind: method === 'comparison' ? 'lowest' : 'points',
  pricePoints: 40,
  commercialPoints: 20,
  technicalPoints: 40,
})

/** Appoints the committee and signs for as many members as planned. Returns their ballots. */
async function evaluate(
  client: pg.Client,
  { plan, day }: Told,
  tenderId: number,
  quoted: readonly Quoted[],
): Promise<Item[]> {
  const committee = findCommittee(plan)
  const ids = await seat(client, plan, tenderId, day(plan.opensInDays - 0.5))
  const said: Item[] = []
  for (const [i, member] of committee.entries()) {
    if (i >= (plan.signed ?? committee.length)) {
      const title = `签署评审意见：${plan.title}（${tenderNumber(tenderId)}）`
      await waits(client, {
        business: 'tender',
        rowId: tenderId,
        step: 'sign',
        role: 'person',
        userId: member.id,
        deptId: null,
        requesterId: requester.id,
        amountFen: null,
        since: day(plan.opensInDays),
        title,
      })
      continue
    }
    const at = day(plan.opensInDays + 0.2 + i / 10)
    // Scores vary a little between members.
    const items = listCounted(
      quoted.map(({ id, plan: q }) => findBallot(id, q, ((i % 3) - 1) / 2)),
      makeScoring(plan),
    )
    for (const b of items)
      await client.query(
        `insert into tender_ballot (member_id, quotation_id, qualified, technical_score, commercial_score,
            words) values ($1, $2, $3, $4, $5, $6)`,
        [ids[i], b.quotationId, b.qualified, b.technicalScore, b.commercialScore, b.words],
      )
    const opinion = '评审过程符合规定，同意按排序推荐。'
    await client.query('update tender_member set opinion = $2, signed_at = $3, seal = $4 where id = $1', [
      ids[i],
      opinion,
      at,
      makeSeal({ tenderId, userId: member.id, name: member.name, opinion, items, at }),
    ])
    await log(client, 'tender', tenderId, { event: 'sign', from: 'opened', to: 'opened', by: member, at })
    said.push(...items)
  }
  return said
}
async function seat(client: pg.Client, plan: TenderPlan, tenderId: number, at: Date): Promise<number[]> {
  const ids: number[] = []
  for (const [i, m] of findCommittee(plan).entries()) {
    ids.push(
      await one(
        client,
        `insert into tender_member (tender_id, user_id, name, unit, title, own, chair, named_at)
          values ($1, $2, $3, $4, $5, false, $6, $7)`,
        [tenderId, m.id, m.name, m.unit, m.title, i === 0, at],
      ),
    )
  }
  return ids
}
const findBallot = (quotationId: number, { judged }: QuotedPlan, more: number): Item => ({
  quotationId,
  qualified: judged?.qualified === true,
  technicalScore: (judged?.technical ?? 0) + more,
  commercialScore: judged?.commercial ?? null,
  words: judged?.words ?? null,
})

async function conclude(
  client: pg.Client,
  { plan, day }: Told,
  tenderId: number,
  quoted: readonly Quoted[],
  said: readonly Item[],
): Promise<Quoted> {
  const ranking = rankQuotations(quoted, said, makeScoring(plan))
  for (const r of ranking) {
    await client.query(
      `update quotation set qualified = $2, technical_score = $3, commercial_score = $4, price_score = $5,
          total_score = $6, rank = $7, evaluation = $8 where id = $1`,
      [
        r.id,
        r.qualified,
        r.technicalScore,
        r.commercialScore,
        r.priceScore,
        r.totalScore,
        r.rank,
        r.evaluation,
      ],
    )
  }
  const first = quoted.find((q) => ranking.some((r) => r.id === q.id && r.rank === 1))
  if (!first) throw new Error('somebody is first')
  const at = day(plan.opensInDays + 1)
  await client.query(
    `update tender set state = 'evaluated', state_at = $2, evaluated_at = $2,
        evaluation_summary = '各成员独立评审，意见一致，按排序推荐成交候选人。' where id = $1`,
    [tenderId, at],
  )
  await log(client, 'tender', tenderId, {
    event: 'conclude',
    from: 'opened',
    to: 'evaluated',
    by: office,
    at,
  })
  return first
}

async function award(
  client: pg.Client,
  { plan, purchaseId, day }: Told,
  tenderId: number,
  winner: Quoted,
): Promise<void> {
  const at = day(plan.opensInDays + 2)
  const reason = '评审小组推荐的第一成交候选人'
  await client.query(
    `update tender set state = 'awarded', state_at = $2, quotation_id = $3, award_reason = $4 where id = $1`,
    [tenderId, at, winner.id, reason],
  )
  await log(client, 'tender', tenderId, { event: 'award', from: 'evaluated', to: 'awarded', by: office, at })
  await client.query(
    `update purchase set state = 'awaiting_contract', state_at = $2, supplier_id = $3, award_fen = $4,
        awarded_at = $2, award_reason = $5 where id = $1`,
    [purchaseId, at, winner.supplierId, winner.amountFen, reason],
  )
  await log(client, 'purchase', purchaseId, {
    event: 'award',
    from: 'awaiting_sourcing',
    to: 'awaiting_contract',
    by: office,
    at,
  })
  await waits(client, {
    business: 'purchase',
    rowId: purchaseId,
    step: 'contract',
    role: 'tender_office',
    userId: null,
    deptId: null,
    requesterId: requester.id,
    amountFen: winner.amountFen,
    since: at,
    title: `登记合同：${requester.name} 的申购 ${purchaseNumber(purchaseId)}（${plan.title}）`,
  })
}
