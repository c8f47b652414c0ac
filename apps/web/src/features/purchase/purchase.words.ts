import { purchaseStateWords, type PurchaseState } from '@portal/contract/purchase/purchase'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<PurchaseState, StateTone> = {
  draft: 'draft',
  awaiting_experts: 'waiting',
  awaiting_dept_head: 'waiting',
  awaiting_finance: 'waiting',
  awaiting_equip_office: 'waiting',
  awaiting_sourcing: 'active',
  awaiting_contract: 'active',
  awaiting_delivery: 'active',
  in_acceptance: 'active',
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  terminated: 'stopped',
}
export const purchaseTag = (state: PurchaseState): { tone: StateTone; text: string } => ({
  tone: tones[state],
  text: purchaseStateWords[state],
})

/** Ready sentences for whoever sends back or turns down. */
export const returnPicks = ['请补充价格依据', '请说明购置必要性', '技术指标不清楚', '经费来源不合适'] as const
export const refusalPicks = ['已有同类仪器可共享', '预算不足', '不符合采购规定'] as const
export const terminatePicks = ['供应商无法供货', '逾期未供货', '退换的设备未再供货', '双方协商终止'] as const
