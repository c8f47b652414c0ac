// Companies that sell to the university: their account, papers, and what they enter of each piece they deliver.

export const supplierStates = ['invited', 'awaiting_papers', 'awaiting_audit', 'approved', 'returned', 'suspended'] as const
export type SupplierState = (typeof supplierStates)[number]
export const supplierStateWords: Record<SupplierState, string> = { invited: '待激活', awaiting_papers: '待完善资料', awaiting_audit: '待审核', approved: '已通过', returned: '已退回', suspended: '已停用' }

export const supplierEvents = ['invite', 'activate', 'submit', 'approve', 'send_back', 'suspend', 'resume', 'expire'] as const
export type SupplierEvent = (typeof supplierEvents)[number]
export const supplierEventWords: Record<SupplierEvent, string> = {
  invite: '邀请注册',
  activate: '激活账号',
  submit: '提交审核',
  approve: '审核通过',
  send_back: '退回修改',
  suspend: '停用',
  resume: '恢复',
  expire: '证照到期',
}

export const deliveryStates = ['awaiting_entry', 'awaiting_check', 'checked'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryStateWords: Record<DeliveryState, string> = { awaiting_entry: '待填写设备信息', awaiting_check: '待核对', checked: '已核对' }
export const deliveryEvents = ['open', 'submit', 'approve', 'send_back', 'reopen'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]
export const deliveryEventWords: Record<DeliveryEvent, string> = { open: '开始供货', submit: '提交设备信息', approve: '核对通过', send_back: '退回修改', reopen: '退换重填' }

/** Each single instrument of a purchase. */
export const pieceStates = ['expected', 'entered', 'checked', 'accepted', 'stored'] as const
export type PieceState = (typeof pieceStates)[number]
export const pieceStateWords: Record<PieceState, string> = { expected: '待供应商填写', entered: '待核对', checked: '待验收', accepted: '已验收', stored: '已入库' }
