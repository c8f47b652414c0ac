import { purchaseStateWords } from '@portal/contract/purchase/purchase'
import { defineTags } from '../../ui/state-tags.ts'

export const purchaseTag = defineTags(purchaseStateWords, {
  draft: 'draft',
  awaiting_sourcing: 'active',
  awaiting_contract: 'active',
  awaiting_delivery: 'active',
  in_acceptance: 'active',
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  terminated: 'stopped',
})

/** Ready-made reasons for returning or refusing a request. */
export const returnPicks = ['请补充价格依据', '请说明购置必要性', '技术指标不清楚', '经费来源不合适'] as const
export const refusalPicks = ['已有同类仪器可共享', '预算不足', '不符合采购规定'] as const
export const terminatePicks = ['供应商无法供货', '逾期未供货', '退换的设备未再供货', '双方协商终止'] as const
