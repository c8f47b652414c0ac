import { stockInStateWords, type StockInRow, type StockInState } from '@portal/contract/stock-in/stock-in'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../lib/paths.ts'
import { defineTags } from '../../ui/state-tags.ts'

export const stockInTag = defineTags(stockInStateWords, {
  awaiting_info: 'draft',
  stored: 'done',
})

/** Finance's ready-made reasons for returning an order. */
export const sendBackPicks = [
  '发票与本单金额不一致',
  '发票抬头或税号有误',
  '发票文件不清楚',
  '支付方式有误',
] as const

/** A card owner's ready-made reasons for a refusal. */
export const ownerPicks = ['不同意使用本人的经费卡', '请换用其他经费卡', '该项目经费不能列支此项'] as const

/** What follows when orders are returned: only for those that fund cards pay is money frozen. */
export function wordSentBack(rows: readonly Pick<StockInRow, 'payment'>[]): string {
  const byCard = rows.filter((s) => s.payment === 'card').length
  const freed =
    byCard === rows.length ? '冻结的经费将解冻，' : `经费卡支付的 ${byCard} 笔，冻结的经费将解冻；`
  return `${byCard > 0 ? freed : ''}申购人修改后需重新提交。`
}

const pages: Record<StockInState, ScreenPath> = {
  awaiting_info: '/osp/storage/forwardStoreInfo',
  awaiting_card_owner: '/osp/storage/forwardStoreInfo',
  awaiting_finance: '/osp/storage/finance',
  awaiting_store: '/osp/storage/storageFinish',
  stored: '/osp/storage/storageFinish',
}
/** The address of the order's current step. */
export const findAddress = (s: Pick<StockInRow, 'id' | 'state'>): string => to(pages[s.state], { id: s.id })
export const findPage = (state: StockInState): ScreenPath => pages[state]
