import { formatYuan } from '@portal/contract/kernel/money'
import {
  approvedBy,
  payWayWords,
  settlementStateWords,
  wordState,
  type Approving,
  type PayWay,
  type SettlementRow,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import type { StateTone } from '../../ui/state-tag.tsx'
import { defineTags } from '../../ui/state-tags.ts'

export const settlementTag = defineTags(settlementStateWords, {
  settled: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  reversed: 'stopped',
  refunded: 'stopped',
})
/** The tag; for a reversed remittance it says that the refund is still due. */
export const wholeTag = (s: Pick<SettlementRow, 'state' | 'way'>): { tone: StateTone; text: string } => ({
  tone: s.state === 'reversed' && s.way === 'offline' ? 'waiting' : settlementTag(s.state).tone,
  text: wordState(s),
})

/** Button text and outcome of each approval. */
const approvals: Record<Approving, { word: string; outcome: Record<PayWay, string> }> = {
  agree: { word: '同意使用经费卡', outcome: both('同意后由财务扣款，金额保持冻结。') },
  deduct: { word: '扣款', outcome: both('将从经费卡扣除冻结的金额，扣款后只能通过冲正更正。') },
  receive: { word: '确认到账', outcome: both('确认款项已到账，确认后只能通过冲正更正。') },
  reverse: {
    word: '同意冲正',
    outcome: {
      fund_card: '已扣金额将退回经费卡，测试单重新待结算；违约已撤销的费用免除。',
      offline: '同意后须将汇款退回付款人并登记退款，测试单才能重新结算。',
    },
  },
}
function both(text: string): Record<PayWay, string> {
  return { fund_card: text, offline: text }
}
export function nameApproval(s: Pick<SettlementRow, 'state' | 'way'>): { word: string; outcome: string } {
  const { word, outcome } = approvals[approvedBy(s)]
  return { word, outcome: outcome[s.way] }
}

/** What follows from a refused or cancelled settlement; only cards have held amounts. */
export const releaseOutcome: Record<PayWay, string> = {
  fund_card: '冻结的经费将解冻，测试单可重新结算。',
  offline: '测试单可重新结算。',
}
/** Button text, subject and outcome of each refusal. */
export const nameRefusal = (
  s: Pick<SettlementRow, 'state' | 'way'>,
): { word: string; kind: string; outcome: string } =>
  s.state === 'awaiting_reversal'
    ? { word: '驳回冲正', kind: '冲正', outcome: '结算单仍为已结算，款项不退回。' }
    : { word: '驳回', kind: payWayWords[s.way], outcome: releaseOutcome[s.way] }

/** Ready-made reasons for returning a remittance, with the due amount. */
export const sendBackPicks = (totalFen: number) =>
  [`金额不符：实际到账 　 元，应付 ${formatYuan(totalFen)} 元`, '凭证不清楚', '尚未到账'] as const

const picksAt: { readonly [State in SettlementState]?: readonly string[] } = {
  awaiting_card_owner: ['不同意使用本人的经费卡', '该经费不能列支此项', '金额有疑问'],
  awaiting_reversal: ['已核实无误', '请先联系实验室'],
}
const financePicks = ['金额有疑问', '经费卡不适用于该用途', '凭证不清楚', '尚未到账'] as const
/** Ready-made reasons for refusing a settlement: a card's owner, finance and a reversal's approver differ. */
export const refusalPicks = (state: SettlementState): readonly string[] => picksAt[state] ?? financePicks
