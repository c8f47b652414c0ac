// Who is awaited: one inbox over every business, and the policy that says which steps a business has.

/** The steps of each business at which somebody is awaited. */
export const approvalSteps = {
  booking: { payer: '付款人确认', reviewer: '设备审核', director: '主任审批' },
  test_order: { director: '主任审核', booker: '预约人确认' },
  settlement: { card_owner: '卡主审批', remittance: '汇款登记', finance: '财务处理', reversal: '冲正审批' },
} as const
export type Business = keyof typeof approvalSteps
export type StepOf<B extends Business> = keyof (typeof approvalSteps)[B] & string
export type ApprovalStep = { [B in Business]: StepOf<B> }[Business]

export const businessText: Record<Business, string> = { booking: '预约', test_order: '测试单', settlement: '结算单' }

/** Who a step asks for; where nobody of that kind is left, the lab's directors, then the system administrators act. */
export const actorText = { person: '指定人员', reviewer: '设备审核员', lab_director: '实验室主任', finance: '财务人员', sysadmin: '系统管理员' } as const
export type ActorRole = keyof typeof actorText
export type AskedRole = Exclude<ActorRole, 'sysadmin'>

export const outcomeText = { approved: '已通过', refused: '已退回', withdrawn: '已撤回' } as const
export type Outcome = keyof typeof outcomeText

export const timeoutText = { remind: '提醒', approve: '自动通过', refuse: '自动退回' } as const
export type OnTimeout = keyof typeof timeoutText
