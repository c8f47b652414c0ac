// A tender: suppliers are invited, submit sealed quotations, which are opened at the set time and evaluated
// by a committee; one supplier is awarded.

export const tenderStates = [
  'draft',
  'announced',
  'opened',
  'evaluated',
  'awarded',
  'failed',
  'cancelled',
] as const
export type TenderState = (typeof tenderStates)[number]
/** Ends without an award: the purchase may be put out to tender again. */
export const lostTenderStates = ['failed', 'cancelled'] as const satisfies readonly TenderState[]
export const tenderStateWords: Record<TenderState, string> = {
  draft: '编制中',
  announced: '公告中',
  opened: '评审中',
  evaluated: '待定标',
  awarded: '已成交',
  failed: '已流标',
  cancelled: '已取消',
}

export const tenderEvents = [
  'create',
  'change',
  'announce',
  'quote',
  'withdraw_quote',
  'committee',
  'open',
  'sign',
  'conclude',
  'award',
  'fail',
  'cancel',
] as const
export type TenderEvent = (typeof tenderEvents)[number]
/** For all methods, so none of them calls a comparison or a negotiation 招标. */
export const tenderEventWords: Record<TenderEvent, string> = {
  create: '新建采购项目',
  change: '修改采购项目',
  announce: '发布公告',
  quote: '提交报价',
  withdraw_quote: '撤回报价',
  committee: '组建评审小组',
  open: '开启报价',
  sign: '签署评审意见',
  conclude: '汇总评审',
  award: '确定成交',
  fail: '宣布流标',
  cancel: '取消采购项目',
}

/** Methods of tendering; a general purchase needs no tender. */
export const tenderMethods = ['comparison', 'negotiation', 'invited', 'public'] as const
export type TenderMethod = (typeof tenderMethods)[number]
export const tenderMethodWords: Record<TenderMethod, string> = {
  comparison: '比价采购',
  negotiation: '谈判采购',
  invited: '邀请招标',
  public: '公开招标',
}

/** Words for the procedure and its opening, by method. Only invited and public tenders use 开标. */
export const sourcingWords: Record<TenderMethod, { name: string; opening: string; opened: string }> = {
  comparison: { name: '比价', opening: '开启报价', opened: '报价开启' },
  negotiation: { name: '谈判', opening: '开启报价', opened: '报价开启' },
  invited: { name: '招标', opening: '开标', opened: '开标' },
  public: { name: '招标', opening: '开标', opened: '开标' },
}

/** The name of the evaluating group, by method. */
export const committeeWords: Record<TenderMethod, string> = {
  comparison: '询价小组',
  negotiation: '谈判小组',
  invited: '评标委员会',
  public: '评标委员会',
}

/** By points for price, technique and business, or the lowest price among the qualified quotations. */
export const scorings = ['points', 'lowest'] as const
export type Scoring = (typeof scorings)[number]
export const scoringWords: Record<Scoring, string> = { points: '综合评分法', lowest: '最低价法' }
/** 财政部令第87号, 第五十五条: for goods, the price has at least this many of 100 points. */
export const MIN_PRICE_POINTS = 30

/** The displayed number of a tender: ZB00000012. */
export const tenderNumber = (id: number): string => `ZB${String(id).padStart(8, '0')}`

export const tenderRefusals = {
  ANNOUNCEMENT_MISSING: '请填写公告正文',
  OPENS_MISSING: '请选择报价开启时间',
  OPENS_PAST: '报价开启时间必须晚于当前时间',
  OPENS_EARLY: '公开招标的公告时间不足，请推迟开标时间',
  INVITED_FEW: '邀请的供应商少于最少报价家数',
  SUPPLIER_UNKNOWN: '所选供应商不存在或未通过审核，请重新选择',
  NOT_YET: '未到报价开启时间，报价仍处于密封状态',
  MAX_OVER_BUDGET: '最高限价不能超过预算',
  OVER_MAX: '报价总额超过最高限价，不能提交',
  CLOSED: '已到报价截止时间，不能再提交或撤回报价',
  NOT_INVITED: '您的单位不在受邀之列，不能报价',
  NOT_SUPPLIER: '只有通过审核的供应商可以报价',
  ITEMS_CHANGED: '请逐项填写单价',
  AMOUNT_DIFFERS: '各项单价乘以数量之和必须等于报价总额',
  QUOTED: '贵单位已有报价，请先撤回或选择替换',
  NOTHING_QUOTED: '没有可以撤回的报价',
  JUDGED_PARTLY: '请对全部已开启的报价作出评审',
  SCORE_MISSING: '合格的报价需要技术评分',
  SCORE_RANGE: '评分超出该项分值',
  WORDS_MISSING: '不合格的报价需要说明理由',
  POINTS_OVER: '价格分与商务分合计不能超过 100',
  COMMITTEE_SIZE: '评审小组人数不足',
  COMMITTEE_ODD: '评审小组人数应为单数',
  COMMITTEE_OWN: '采购人代表不得超过三分之一',
  COMMITTEE_CHAIRS: '组长只能有一名',
  COMMITTEE_SIGNED: '已签署意见的成员不能更换或修改',
  COMMITTEE_MISSING: '请先组建评审小组',
  MEMBER_PERSON: '所选人员不存在或已停用',
  MEMBER_REQUESTER: '申购人不能参加评审',
  MEMBER_OFFICE: '组织采购的人员不能参加评审',
  MEMBER_SUPPLIER: '供应商的人员不能参加评审',
  MEMBER_CHAIR: '采购人代表不能担任组长',
  SIGNED: '您已签署评审意见，不能修改',
  UNSIGNED: '还有成员没有签署评审意见',
  NOT_QUALIFIED: '只能选择评审合格的报价',
  NOT_FIRST: '该供应商不是第一推荐，请填写不按推荐顺序成交的理由',
  TOO_FEW: '有效报价首次少于最少报价家数，应流标后重新组织',
  OWN_PURCHASE: '本人申购的项目不能由本人组织采购',
} as const
