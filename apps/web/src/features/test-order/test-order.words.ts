import { testOrderStateWords } from '@portal/contract/test-order/test-order'
import { defineTags } from '../../ui/state-tags.ts'

export const testOrderTag = defineTags(testOrderStateWords, {
  draft: 'draft',
  confirmed: 'active',
  in_settlement: 'active',
  settled: 'done',
  written_off: 'stopped',
})

/** Ready-made reasons for returning a test order. */
export const returnPicks = ['实际使用时间有误', '样品数量有误', '费用有疑问', '缺少测试结果'] as const

/** Ready-made reasons for declining to pay or to write off. */
export const declinePicks = ['与我的课题无关', '请先联系原付款人', '依据不足'] as const

/** Text in place of a time of use if there is none (yet). */
export const unusedWords = (order: { lateCancel: boolean; noShow: boolean }): string =>
  order.noShow ? '爽约，未使用' : order.lateCancel ? '逾期取消，未使用' : '待填写'
/** Label of the amount. */
export const costWords = (order: { lateCancel: boolean; noShow: boolean }): string =>
  order.noShow ? '爽约费' : order.lateCancel ? '取消费' : '实际费用'
