// The life of an instrument after it got its label: transfer, maintenance, repair, stock-taking, scrapping.

export const transferStates = ['awaiting_giver', 'awaiting_receiver', 'done', 'refused', 'cancelled'] as const
export type TransferState = (typeof transferStates)[number]
/** States in which one of the two sides still has to agree. */
export const awaitingTransferStates = [
  'awaiting_giver',
  'awaiting_receiver',
] as const satisfies readonly TransferState[]
export const transferStateWords: Record<TransferState, string> = {
  awaiting_giver: '待调出方同意',
  awaiting_receiver: '待调入方同意',
  done: '已调拨',
  refused: '已拒绝',
  cancelled: '已取消',
}
export const transferEvents = ['create', 'agree', 'refuse', 'cancel'] as const
export type TransferEvent = (typeof transferEvents)[number]
export const transferEventWords: Record<TransferEvent, string> = {
  create: '申请调拨',
  agree: '同意',
  refuse: '拒绝',
  cancel: '取消',
}

export const repairOrderStates = ['reported', 'assigned', 'repairing', 'done', 'given_up', 'refused'] as const
export type RepairOrderState = (typeof repairOrderStates)[number]
/** States in which a repairer works on the order. */
export const startedRepairStates = ['assigned', 'repairing'] as const satisfies readonly RepairOrderState[]
/** States that wait for a person. */
export const liveRepairStates = [
  'reported',
  ...startedRepairStates,
] as const satisfies readonly RepairOrderState[]
export const repairOrderStateWords: Record<RepairOrderState, string> = {
  reported: '已报修',
  assigned: '已派单',
  repairing: '维修中',
  done: '已修复',
  given_up: '不可修复',
  refused: '不予维修',
}
export const repairOrderEvents = [
  'report',
  'assign',
  'start',
  'extend',
  'finish',
  'give_up',
  'refuse',
] as const
export type RepairOrderEvent = (typeof repairOrderEvents)[number]
export const repairOrderEventWords: Record<RepairOrderEvent, string> = {
  report: '报修',
  assign: '派单',
  start: '开始维修',
  extend: '延期',
  finish: '修复投用',
  give_up: '不可修复',
  refuse: '不予维修',
}

export const scrapStates = [
  'draft',
  'awaiting_experts',
  'awaiting_dept_head',
  'awaiting_finance',
  'awaiting_equip_office',
  'awaiting_disposal',
  'disposed',
  'refused',
  'cancelled',
] as const
export type ScrapState = (typeof scrapStates)[number]
/** Ends without scrapping: the instrument stays. */
export const lostScrapStates = ['refused', 'cancelled'] as const satisfies readonly ScrapState[]
/** States of a scrapping in progress: no other process can begin for the instrument. */
export const pendingScrapStates = [
  'awaiting_experts',
  'awaiting_dept_head',
  'awaiting_finance',
  'awaiting_equip_office',
  'awaiting_disposal',
] as const satisfies readonly ScrapState[]
export const scrapStateWords: Record<ScrapState, string> = {
  draft: '草稿',
  awaiting_experts: '待专家鉴定',
  awaiting_dept_head: '待院系审批',
  awaiting_finance: '待财务会签',
  awaiting_equip_office: '待设备处审批',
  awaiting_disposal: '待处置',
  disposed: '已处置',
  refused: '已驳回',
  cancelled: '已取消',
}
export const scrapEvents = [
  'create',
  'change',
  'submit',
  'conclude',
  'approve',
  'send_back',
  'refuse',
  'cancel',
  'dispose',
  'correct_disposal',
] as const
export type ScrapEvent = (typeof scrapEvents)[number]
export const scrapEventWords: Record<ScrapEvent, string> = {
  create: '新建报废',
  change: '修改报废',
  submit: '提交报废',
  conclude: '完成鉴定',
  approve: '通过',
  send_back: '退回修改',
  refuse: '驳回',
  cancel: '取消',
  dispose: '登记处置',
  correct_disposal: '更正处置',
}
