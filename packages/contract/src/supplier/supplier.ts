// Companies that sell to the university: their account and papers.

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
