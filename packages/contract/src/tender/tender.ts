// Suppliers are invited, quote under seal, are opened at the set time, evaluated, and one is awarded.

export const tenderStates = ['draft', 'announced', 'opened', 'awarded', 'failed', 'cancelled'] as const
export type TenderState = (typeof tenderStates)[number]
export const tenderStateWords: Record<TenderState, string> = { draft: '编制中', announced: '公告中', opened: '评审中', awarded: '已成交', failed: '已流标', cancelled: '已取消' }

export const tenderEvents = ['create', 'change', 'announce', 'quote', 'withdraw_quote', 'open', 'evaluate', 'award', 'fail', 'cancel'] as const
export type TenderEvent = (typeof tenderEvents)[number]
export const tenderEventWords: Record<TenderEvent, string> = {
  create: '新建招标',
  change: '修改招标',
  announce: '发布公告',
  quote: '提交报价',
  withdraw_quote: '撤回报价',
  open: '开标',
  evaluate: '评审',
  award: '确定成交',
  fail: '宣布流标',
  cancel: '取消招标',
}

/** How a tender is called: ZB00000012. */
export const tenderNumber = (id: number): string => `ZB${String(id).padStart(8, '0')}`
