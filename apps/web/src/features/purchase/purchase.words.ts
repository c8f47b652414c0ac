import { purchaseStateWords, type PurchaseState } from '@portal/contract/purchase/purchase'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<PurchaseState, StateTone> = {
  draft: 'draft', awaiting_experts: 'waiting', awaiting_dept_head: 'waiting', awaiting_equip_office: 'waiting', awaiting_sourcing: 'active', awaiting_contract: 'active', awaiting_delivery: 'active',
  in_acceptance: 'active', done: 'done', refused: 'refused', cancelled: 'stopped', terminated: 'stopped',
}
export const purchaseTag = (state: PurchaseState): { tone: StateTone; text: string } => ({ tone: tones[state], text: purchaseStateWords[state] })

/** Where the stage bar shows a purchase, in its own words. */
export const stageOfPurchase: Record<PurchaseState, string> = {
  draft: '申购', awaiting_experts: '申购', awaiting_dept_head: '申购', awaiting_equip_office: '申购', awaiting_sourcing: '招标采购', awaiting_contract: '招标采购', awaiting_delivery: '招标采购',
  in_acceptance: '验收', done: '日常管理', refused: '申购', cancelled: '申购', terminated: '招标采购',
}

/** Ready sentences for whoever sends back or turns down. */
export const returnPicks = ['请补充价格依据', '请说明购置必要性', '技术指标不清楚', '经费来源不合适'] as const
export const refusalPicks = ['已有同类仪器可共享', '预算不足', '不符合采购规定'] as const
export const terminatePicks = ['供应商无法供货', '逾期未供货', '退换的设备未再供货', '双方协商终止'] as const
