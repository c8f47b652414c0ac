import { panelKindWords, type PanelState, type PanelVerdict, type Profession } from '@portal/contract/panel/panel'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type pg from 'pg'
import { gramsOf } from '../../kernel/search.rules.ts'
import { conclusionOf, outcomeOf, sealOf } from '../../modules/panel/panel.rules.ts'
import type { Judged } from '../../modules/purchase/purchase.rules.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'
import { task, type Told } from './told.ts'

interface Sitting extends Actor {
  profession: Profession
  outside: boolean
  unit: string
  title: string
}
const outside = (username: 'expert1' | 'expert2' | 'expert3' | 'expert4', unit: string, title: string): Sitting => ({ ...actor(username), profession: 'technical', outside: true, unit, title })
const technical: readonly Sitting[] = [
  outside('expert1', '江州理工大学', '教授'), outside('expert2', '江州理工大学', '研究员'), outside('expert3', '东海大学', '教授'), outside('expert4', '东海大学', '正高级实验师'),
]
const lawyer: Sitting = { ...actor('lawyer'), profession: 'lawyer', outside: true, unit: '江州明正律师事务所', title: '律师' }
const inside: Sitting = { ...actor('outsider'), profession: 'technical', outside: false, unit: '本校分析测试中心', title: '教授' }

const opinions: Record<PanelVerdict, string> = {
  agree: '该设备技术指标先进，选型合理，能够满足学科建设与科研需要，校内无同类设备可替代，价格与市场行情相符，同意购置。',
  disagree: '国内已有同类产品可满足主要指标，购置进口产品的必要性论证不足，建议调整技术指标后重新论证。',
}

/** The panels of a purchase; are all of them through? */
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
const membersOf = (panel: Judged['panels'][number]): Sitting[] => (panel.kind === 'import' ? [...technical, lawyer] : panel.minExperts > 4 ? [...technical, inside] : technical.slice(0, panel.minExperts))

async function tellPanel(client: pg.Client, { id: rowId, plan, requester, at }: Told, panel: Judged['panels'][number], index: number): Promise<Stood> {
  const title = `${plan.title}（${purchaseNumber(rowId)}）`
  const search = gramsOf([title])
  const id = await one(
    client,
    `insert into panel (business, row_id, kind, state, state_at, title, min_experts, odd, min_lawyers, outside_only, unanimous, statement, created_by, created_at, search_text, search_grams)
     values ('purchase', $1, $2, 'draft', $3, $4, $5, $6, $7, $8, $9, $10, $11, $3, $12, $13)`,
    [rowId, panel.kind, at(1), title, panel.minExperts, panel.odd, panel.minLawyers, panel.outsideOnly, panel.unanimous, plan.end === 'panels_draft' ? '' : '请就购置必要性、技术指标、选型与价格的合理性发表意见。', requester.id, search.text, search.grams],
  )
  await log(client, 'panel', id, { event: 'create', from: null, to: 'draft', by: requester, at: at(1) })
  // Of a request whose import was turned down, the other panel was never called.
  if (plan.end === 'panels_draft' || (plan.end === 'disagreed' && panel.kind !== 'import')) return { id, state: 'draft', at: at(4) }
  const members = membersOf(panel)
  for (const m of members) {
    await client.query('insert into panel_expert (panel_id, user_id, profession, outside, name, unit, title) values ($1, $2, $3, $4, $5, $6, $7)', [id, m.id, m.profession, m.outside, m.name, m.unit, m.title])
  }
  await set(client, id, 'signing', at(2))
  await log(client, 'panel', id, { event: 'call', from: 'draft', to: 'signing', by: requester, at: at(2) })
  const signed = plan.end === 'panels_signing' ? members.slice(0, 2 - index) : members
  const verdicts: (PanelVerdict | null)[] = members.map(() => null)
  for (const [i, m] of signed.entries()) {
    const verdict: PanelVerdict = plan.end === 'disagreed' && i >= 2 ? 'disagree' : 'agree'
    const signedAt = new Date(at(3).getTime() + i * 60_000 * 7)
    verdicts[i] = verdict
    const seal = sealOf({ panelId: id, userId: m.id, name: m.name, verdict, opinion: opinions[verdict], at: signedAt })
    await client.query('update panel_expert set verdict = $3, opinion = $4, signed_at = $5, seal = $6 where panel_id = $1 and user_id = $2', [id, m.id, verdict, opinions[verdict], signedAt, seal])
    const outcome = outcomeOf(verdicts, panel.unanimous) ?? 'signing'
    await log(client, 'panel', id, { event: 'sign', from: 'signing', to: outcome, by: m, at: signedAt })
    if (outcome !== 'signing') await set(client, id, outcome, signedAt, conclusionOf(verdicts))
  }
  for (const m of members.slice(signed.length)) {
    await waits(client, { business: 'panel', rowId: id, step: 'sign', role: 'person', userId: m.id, deptId: null, requesterId: requester.id, title: `签署意见：${panelKindWords[panel.kind]}：${title}`, amountFen: null, since: at(2) })
  }
  return { id, state: outcomeOf(verdicts, panel.unanimous) ?? 'signing', at: at(4) }
}

const set = (client: pg.Client, id: number, state: PanelState, at: Date, conclusion: string | null = null) =>
  client.query('update panel set state = $2, state_at = $3, conclusion = $4 where id = $1', [id, state, at, conclusion])

/** With the request it came back, and counts no more. */
async function close(client: pg.Client, { id, state, at }: Stood): Promise<void> {
  await client.query(`update panel set state = 'void', state_at = $2 where id = $1`, [id, at])
  await log(client, 'panel', id, { event: 'void', from: state, to: 'void', by: null, reason: '专家论证未通过', at })
}
