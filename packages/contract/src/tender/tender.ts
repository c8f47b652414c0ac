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

/** A general purchase is bought without one. */
export const tenderMethods = ['comparison', 'negotiation', 'invited', 'public'] as const
export type TenderMethod = (typeof tenderMethods)[number]
export const tenderMethodWords: Record<TenderMethod, string> = { comparison: '比价采购', negotiation: '谈判采购', invited: '邀请招标', public: '公开招标' }

/** How a tender is called: ZB00000012. */
export const tenderNumber = (id: number): string => `ZB${String(id).padStart(8, '0')}`

export const tenderRefusals = {
  ANNOUNCEMENT_MISSING: '请填写公告正文',
  OPENS_MISSING: '请选择开标时间',
  OPENS_PAST: '开标时间必须晚于当前时间',
  OPENS_EARLY: '公开招标的公告时间不足，请推迟开标时间',
  INVITED_FEW: '邀请的供应商少于最少报价家数',
  SUPPLIER_UNKNOWN: '所选供应商不存在或未通过审核，请重新选择',
  NOT_YET: '未到开标时间，报价仍处于密封状态',
  CLOSED: '已到开标时间，不能再提交或撤回报价',
  NOT_INVITED: '您的单位不在受邀之列，不能报价',
  NOT_SUPPLIER: '只有通过审核的供应商可以报价',
  ITEMS_CHANGED: '请逐项填写单价',
  AMOUNT_DIFFERS: '各项单价乘以数量之和必须等于报价总额',
  QUOTED: '贵单位已有报价，请先撤回或选择替换',
  NOTHING_QUOTED: '没有可以撤回的报价',
  JUDGED_PARTLY: '请对全部已开启的报价作出评审',
  SCORE_MISSING: '合格的报价需要技术评分',
  NOT_QUALIFIED: '只能选择评审合格的报价',
  TOO_FEW: '有效报价少于最少报价家数，首轮应流标后重新组织',
  OWN_PURCHASE: '本人申购的项目不能由本人组织招标',
} as const
