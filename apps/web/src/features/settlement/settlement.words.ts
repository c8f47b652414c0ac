import { formatYuan } from '@portal/contract/kernel/money'
import {
  approvedBy,
  payWayWords,
  settlementStateWords,
  type Approving,
  type PayWay,
  type SettlementRow,
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
/** What was remitted and reversed is not back yet: the tag says so. */
export const wholeTag = ({
  state,
  way,
}: Pick<SettlementRow, 'state' | 'way'>): { tone: StateTone; text: string } =>
  state === 'reversed' && way === 'offline'
    ? { tone: 'waiting', text: '已冲正，待退款' }
    : settlementTag(state)

/** What the button of each yes says, and what comes of it. */
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

/** What comes of a settlement that is turned down or given up: only cards hold anything for it. */
export const releaseOutcome: Record<PayWay, string> = {
  fund_card: '冻结的经费将解冻，测试单可重新结算。',
  offline: '测试单可重新结算。',
}
/** What the button of each no says, what it turns down, and what comes of it. */
export const nameRefusal = (
  s: Pick<SettlementRow, 'state' | 'way'>,
): { word: string; kind: string; outcome: string } =>
  s.state === 'awaiting_reversal'
    ? { word: '驳回冲正', kind: '冲正', outcome: '结算单仍为已结算，款项不退回。' }
    : { word: '驳回', kind: payWayWords[s.way], outcome: releaseOutcome[s.way] }

/** Ready sentences for whoever sends a remittance back; what came and what is due are named. */
export const sendBackPicks = (totalFen: number) =>
  [`金额不符：实际到账 　 元，应付 ${formatYuan(totalFen)} 元`, '凭证不清楚', '尚未到账'] as const

/** Ready sentences for whoever turns a settlement down. */
export const refusalPicks = ['金额有疑问', '经费卡不适用于该用途', '凭证不清楚', '尚未到账'] as const
