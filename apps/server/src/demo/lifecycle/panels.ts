import type { PanelNeeds } from '@portal/contract/panel/calls'
import {
  panelKindWords,
  type PanelKind,
  type PanelState,
  type PanelVerdict,
  type Profession,
} from '@portal/contract/panel/panel'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type pg from 'pg'
import { listGrams } from '../../kernel/search.rules.ts'
import { nameConclusion, judgeOutcome, makeSeal } from '../../modules/panel/panel.rules.ts'
import type { Judged } from '../../modules/purchase/purchase.rules.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'
import { task, type Told } from './told.ts'

interface Sitting extends Actor {
  profession: Profession
  outside: boolean
  unit: string
  title: string
}
const outside = (
  username: 'expert1' | 'expert2' | 'expert3' | 'expert4',
  unit: string,
  title: string,
): Sitting => ({ ...actor(username), profession: 'technical', outside: true, unit, title })
const technical: readonly Sitting[] = [
  outside('expert1', '江州理工大学', '教授'),
  outside('expert2', '江州理工大学', '研究员'),
  outside('expert3', '东海大学', '教授'),
  outside('expert4', '东海大学', '正高级实验师'),
]
const lawyer: Sitting = {
  ...actor('lawyer'),
  profession: 'lawyer',
  outside: true,
  unit: '江州明正律师事务所',
  title: '律师',
}
const inside: Sitting = {
  ...actor('outsider'),
  profession: 'technical',
  outside: false,
  unit: '本校分析测试中心',
  title: '教授',
}

const opinions: Record<PanelVerdict, string> = {
  agree:
    '该设备技术指标先进，选型合理，能够满足学科建设与科研需要，校内无同类设备可替代，价格与市场行情相符，同意购置。',
  disagree: '国内已有同类产品可满足主要指标，购置进口产品的必要性论证不足，建议调整技术指标后重新论证。',
}

const said = (verdict: PanelVerdict): Said => ({ verdict, opinion: opinions[verdict] })

/** Makes the panels of a purchase. True if all of them have concluded. */
export async function tellPanels(client: pg.Client, told: Told): Promise<boolean> {
  const { plan } = told
  if (plan.end === 'panels_draft') await task(client, told, 'panel')
  for (const [i, panel] of told.needs.panels.entries()) {
    const state = await tellPanel(client, told, panel, i)
    if (plan.end === 'disagreed') await close(client, state)
  }
  return plan.end !== 'panels_draft' && plan.end !== 'panels_signing'
}

interface Stood {
  id: number
  state: PanelState
  at: Date
}
const listMembers = (panel: Judged['panels'][number]): Sitting[] =>
  panel.kind === 'import'
    ? [...technical, lawyer]
    : panel.minExperts > 4
      ? [...technical, inside]
      : technical.slice(0, panel.minExperts)

async function tellPanel(
  client: pg.Client,
  { id: rowId, plan, requester, at }: Told,
  panel: Judged['panels'][number],
  index: number,
): Promise<Stood> {
  // If the import was rejected, the other panel was never appointed.
  const called = plan.end !== 'panels_draft' && (plan.end !== 'disagreed' || panel.kind === 'import')
  const members = listMembers(panel)
  return sit(client, {
    business: 'purchase',
    rowId,
    title: `${plan.title}（${purchaseNumber(rowId)}）`,
    requester,
    needs: panel,
    members,
    at,
    statement: plan.end === 'panels_draft' ? '' : '请就购置必要性、技术指标、选型与价格的合理性发表意见。',
    signed: called ? (plan.end === 'panels_signing' ? 2 - index : members.length) : null,
    says: (i) => said(plan.end === 'disagreed' && i >= 2 ? 'disagree' : 'agree'),
  })
}

const ofScraps: readonly Sitting[] = [
  {
    ...actor('payer'),
    profession: 'technical',
    outside: false,
    unit: '本校材料科学与工程学院',
    title: '教授',
  },
  ...technical,
]
const worn: Said = {
  verdict: 'agree',
  opinion:
    '该仪器使用年限已满，关键部件停产，维修费用超过更新费用的一半，技术指标已不能满足教学科研需要，同意报废。',
}
/** The panel of a scrap application: not appointed, partly signed, or all signed. */
export const sitOnScrap = (
  client: pg.Client,
  s: Pick<Sat, 'rowId' | 'title' | 'requester' | 'at'> & {
    priceFen: number
    done: 'draft' | 'signing' | 'agreed'
  },
): Promise<Stood> =>
  sit(client, {
    ...s,
    business: 'scrap',
    statement: s.done === 'draft' ? '' : '请就该仪器的技术状况、维修价值与是否同意报废发表意见。',
    says: () => worn,
    needs: {
      kind: 'scrap',
      minExperts: 5,
      odd: false,
      minLawyers: 0,
      outsideOnly: false,
      unanimous: true,
      seniorOnly: true,
      ownThird: s.priceFen >= 40_000_000,
      campusThird: s.priceFen >= 200_000_000,
    },
    members: ofScraps,
    signed: s.done === 'draft' ? null : s.done === 'signing' ? 2 : ofScraps.length,
  })

interface Said {
  verdict: PanelVerdict
  opinion: string
}
interface Sat {
  business: 'purchase' | 'scrap'
  rowId: number
  title: string
  statement: string
  requester: Actor
  needs: PanelNeeds & { kind: PanelKind }
  members: readonly Sitting[]
  /** The number of members who have signed; null: not asked yet. */
  signed: number | null
  says: (index: number) => Said
  at: (step: number) => Date
}
async function sit(
  client: pg.Client,
  { business, rowId, title, statement, requester, needs: n, members, signed, says, at }: Sat,
): Promise<Stood> {
  const search = listGrams([title])
  const id = await one(
    client,
    `insert into panel (business, row_id, kind, state, state_at, title, min_experts, odd, min_lawyers,
        outside_only, unanimous, senior_only, own_third, campus_third, statement, created_by, created_at,
        search_text, search_grams)
     values ($1, $2, $3, 'draft', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $4, $16, $17)`,
    [
      business,
      rowId,
      n.kind,
      at(1),
      title,
      n.minExperts,
      n.odd,
      n.minLawyers,
      n.outsideOnly,
      n.unanimous,
      n.seniorOnly,
      n.ownThird,
      n.campusThird,
      statement,
      requester.id,
      search.text,
      search.grams,
    ],
  )
  await log(client, 'panel', id, { event: 'create', from: null, to: 'draft', by: requester, at: at(1) })
  if (signed === null) return { id, state: 'draft', at: at(4) }
  for (const m of members) {
    await client.query(
      `insert into panel_expert (panel_id, user_id, profession, outside, name, unit, title)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, m.id, m.profession, m.outside, m.name, m.unit, m.title],
    )
  }
  await log(client, 'panel', id, { event: 'change', from: 'draft', to: 'draft', by: requester, at: at(1.5) })
  await set(client, id, 'signing', at(2))
  await log(client, 'panel', id, { event: 'call', from: 'draft', to: 'signing', by: requester, at: at(2) })
  const verdicts: (PanelVerdict | null)[] = members.map(() => null)
  for (const [i, m] of members.slice(0, signed).entries()) {
    const { verdict, opinion } = says(i)
    const signedAt = new Date(at(3).getTime() + i * 60_000 * 7)
    verdicts[i] = verdict
    const seal = makeSeal({ panelId: id, userId: m.id, name: m.name, verdict, opinion, at: signedAt })
    await client.query(
      `update panel_expert set verdict = $3, opinion = $4, signed_at = $5, seal = $6 where panel_id = $1
        and user_id = $2`,
      [id, m.id, verdict, opinion, signedAt, seal],
    )
    const outcome = judgeOutcome(verdicts, n.unanimous) ?? 'signing'
    await log(client, 'panel', id, { event: 'sign', from: 'signing', to: outcome, by: m, at: signedAt })
    if (outcome !== 'signing') await set(client, id, outcome, signedAt, nameConclusion(verdicts))
  }
  for (const m of members.slice(signed)) {
    await waits(client, {
      business: 'panel',
      rowId: id,
      step: 'sign',
      role: 'person',
      userId: m.id,
      deptId: null,
      requesterId: requester.id,
      title: `签署意见：${panelKindWords[n.kind]}：${title}`,
      amountFen: null,
      since: at(2),
    })
  }
  return { id, state: judgeOutcome(verdicts, n.unanimous) ?? 'signing', at: at(4) }
}

const set = (client: pg.Client, id: number, state: PanelState, at: Date, conclusion: string | null = null) =>
  client.query('update panel set state = $2, state_at = $3, conclusion = $4 where id = $1', [
    id,
    state,
    at,
    conclusion,
  ])

/** The panel is void, because the request was sent back. */
async function close(client: pg.Client, { id, state, at }: Stood): Promise<void> {
  await client.query(`update panel set state = 'void', state_at = $2 where id = $1`, [id, at])
  await log(client, 'panel', id, {
    event: 'void',
    from: state,
    to: 'void',
    by: null,
    reason: '专家论证未通过',
    at,
  })
}
