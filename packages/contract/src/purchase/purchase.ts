// A purchase, from the request for an instrument until its last piece is in stock (/osp/subscribe).

export const purchaseStates = [
  'draft',
  'awaiting_experts',
  'awaiting_dept_head',
  'awaiting_finance',
  'awaiting_equip_office',
  'awaiting_sourcing',
  'awaiting_contract',
  'awaiting_delivery',
  'in_acceptance',
  'done',
  'refused',
  'cancelled',
  'terminated',
] as const
export type PurchaseState = (typeof purchaseStates)[number]
/** States after which a purchase no longer changes. */
export const endedPurchaseStates = [
  'done',
  'refused',
  'cancelled',
  'terminated',
] as const satisfies readonly PurchaseState[]
/** States in which pieces still have to be delivered or accepted. */
export const arrivingPurchaseStates = [
  'awaiting_delivery',
  'in_acceptance',
] as const satisfies readonly PurchaseState[]
export const purchaseStateWords: Record<PurchaseState, string> = {
  draft: '草稿',
  awaiting_experts: '待专家论证',
  awaiting_dept_head: '待院系审批',
  awaiting_finance: '待经费审核',
  awaiting_equip_office: '待设备处审批',
  awaiting_sourcing: '待采购',
  awaiting_contract: '待签合同',
  awaiting_delivery: '待供货',
  in_acceptance: '验收入库中',
  done: '已完成',
  refused: '已驳回',
  cancelled: '已取消',
  terminated: '合同已终止',
}

export const purchaseEvents = [
  'create',
  'change',
  'submit',
  'conclude',
  'approve',
  'send_back',
  'refuse',
  'cancel',
  'award',
  'void_award',
  'sign_contract',
  'correct_contract',
  'deliver',
  'complete',
  'terminate',
  'certify',
] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]
export const purchaseEventWords: Record<PurchaseEvent, string> = {
  create: '新建申购',
  change: '修改申购',
  submit: '提交申购',
  conclude: '完成论证',
  approve: '通过',
  send_back: '退回修改',
  refuse: '驳回',
  cancel: '取消申购',
  award: '确定供应商',
  void_award: '成交作废',
  sign_contract: '登记合同',
  correct_contract: '更正合同',
  deliver: '开始供货',
  complete: '全部入库',
  terminate: '终止合同',
  certify: '登记征免税证明',
}

/**
 * By amount, with the limits in the dictionaries purchase_*_from. `general` is bought directly; all others
 * are put out to tender.
 */
export const purchaseMethods = ['general', 'comparison', 'negotiation', 'invited', 'public'] as const
export type PurchaseMethod = (typeof purchaseMethods)[number]
export const purchaseMethodWords: Record<PurchaseMethod, string> = {
  general: '一般采购',
  comparison: '比价采购',
  negotiation: '谈判采购',
  invited: '邀请招标',
  public: '公开招标',
}

export const budgetSources = ['fund_card', 'project'] as const
export type BudgetSource = (typeof budgetSources)[number]
export const budgetSourceWords: Record<BudgetSource, string> = { fund_card: '经费卡', project: '项目经费' }

/** The displayed number of a purchase: SG00000012. */
export const purchaseNumber = (id: number): string => `SG${String(id).padStart(8, '0')}`

export const purchaseRefusals = {
  PAYMENT_WAY: '付款方式不在字典中，请重新选择',
  WARRANTY_BEFORE: '质保期止不能早于签订日期',
  BOND_ONE_OF: '履约保证金请填写金额或比例之一',
  BOND_MISSING: '填写退还条件时请填写履约保证金',
  BOND_OVER: '履约保证金不能超过合同金额',
  NOT_CAMPUS: '只有本校人员可以提交申购',
  STUDENT:
    '学生可以填写草稿，不能提交申购：请由教师、实验技术人员或管理人员填报并提交；如用户类型有误，请联系管理员更正',
  NO_DEPT: '您的账号没有所属单位，请联系管理员',
  ITEMS_MISSING: '请至少填写一项设备',
  SOURCES_MISSING: '请填写经费来源',
  SOURCES_TOTAL: '经费来源的金额之和必须等于预算',
  SOURCE_AMOUNT: '请填写金额',
  CARD_MISSING: '请选择经费卡',
  PROJECT_MISSING: '请填写项目编号和项目名称',
  EXPECTED_PAST: '期望到货日期已过，请重新填写',
  PURPOSE_MISSING: '请填写购置理由',
  PAPER_MISSING: '缺少材料',
  JUSTIFICATION_MISSING: '进口设备须填写进口理由',
  PRECIOUS_MISSING: '贵重仪器请填写',
  IMPORT_PRICE_MISSING: '进口设备须填写进口价格构成',
  IMPORT_PRICE_SUM: '预算单价必须等于进口价格各项之和',
  PRICE_BASIS_MISSING: '请填写价格依据',
  CATEGORY_GONE: '所选的仪器分类不存在',
  LAB_GONE: '所选的实验室不存在',
  NOT_GENERAL: '该申购须经比价、谈判或招标确定供应商',
  QUOTE_MISSING: '该供应商没有报价记录，请先登记报价',
  AWARD_OVER_BUDGET: '成交金额不能超过预算',
  CONTRACT_NUMBER_TAKEN: '合同编号已被使用',
  CONTRACT_ITEMS: '请填写每项设备的合同单价',
  CONTRACT_OVER_AWARD: '合同金额不能超过成交金额',
  CONTRACT_FUTURE: '签订日期不能晚于今天',
  NOTHING_LEFT: '全部设备已验收，不能终止合同',
  NOT_DUTY_FREE: '该设备不免税，没有征免税证明',
  SHELVED: '该设备已全部入库，不能再修改征免税证明编号',
  DELIVER_BEFORE: '交货日期不能早于签订日期',
} as const

/**
 * Kinds of papers that the flow itself uses or the first campus needed. The dictionary purchase_paper may
 * contain more; purchase_required says which are required.
 */
export const paperKinds = {
  evidence: 'price_evidence',
  precious: 'precious_report',
  import: 'import_application',
  contract: 'contract',
} as const
