// What was delivered is looked at piece by piece, signed for, and audited by the equipment office.

export const acceptanceStates = ['draft', 'awaiting_signatures', 'awaiting_audit', 'accepted', 'cancelled'] as const
export type AcceptanceState = (typeof acceptanceStates)[number]
export const acceptanceStateWords: Record<AcceptanceState, string> = { draft: '验收中', awaiting_signatures: '待会签', awaiting_audit: '待设备处审核', accepted: '验收通过', cancelled: '已取消' }

export const acceptanceEvents = ['create', 'change', 'submit', 'sign', 'object', 'approve', 'send_back', 'cancel'] as const
export type AcceptanceEvent = (typeof acceptanceEvents)[number]
export const acceptanceEventWords: Record<AcceptanceEvent, string> = {
  create: '新建验收',
  change: '填写验收',
  submit: '提交验收',
  sign: '会签同意',
  object: '会签不同意',
  approve: '审核通过',
  send_back: '退回',
  cancel: '取消验收',
}

/** By unit price: dictionaries acceptance_*_from. `small` is accepted by who asked for it, the others by several people of the college. */
export const acceptanceScales = ['small', 'medium', 'large'] as const
export type AcceptanceScale = (typeof acceptanceScales)[number]
export const acceptanceScaleWords: Record<AcceptanceScale, string> = { small: '小型（自行验收）', medium: '中型（学院验收）', large: '大型（学院验收）' }

/** How an acceptance is called: YS00000012. */
export const acceptanceNumber = (id: number): string => `YS${String(id).padStart(8, '0')}`
