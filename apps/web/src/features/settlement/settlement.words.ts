import { formatYuan } from '@portal/contract/kernel/money'
import {
  settlementStateWords,
  type SettlementRow,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<SettlementState, StateTone> = {
  awaiting_card_owner: 'waiting',
  awaiting_remittance: 'waiting',
  awaiting_finance: 'waiting',
  settled: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  awaiting_reversal: 'waiting',
  reversed: 'stopped',
  refunded: 'stopped',
}
export const settlementTag = (state: SettlementState): { tone: StateTone; text: string } => ({
  tone: tones[state],
  text: settlementStateWords[state],
})
/** What was remitted and reversed is not back yet: the tag says so. */
export const wholeTag = ({
  state,
  way,
}: Pick<SettlementRow, 'state' | 'way'>): { tone: StateTone; text: string } =>
  state === 'reversed' && way === 'offline'
    ? { tone: 'waiting', text: '已冲正，待退款' }
    : settlementTag(state)

/** What 通过 means, by what is awaited: the button says it. */
export function approvalWord({ state, way }: Pick<SettlementRow, 'state' | 'way'>): string {
  if (state === 'awaiting_card_owner') return '同意使用经费卡'
  if (state === 'awaiting_reversal') return '同意冲正'
  return way === 'fund_card' ? '扣款' : '确认到账'
}

/** Ready sentences for whoever sends a remittance back; what came and what is due are named. */
export const sendBackPicks = (totalFen: number) =>
  [`金额不符：实际到账 　 元，应付 ${formatYuan(totalFen)} 元`, '凭证不清楚', '尚未到账'] as const

/** Ready sentences for whoever turns a settlement down. */
export const refusalPicks = ['金额有疑问', '经费卡不适用于该用途', '凭证不清楚', '尚未到账'] as const
