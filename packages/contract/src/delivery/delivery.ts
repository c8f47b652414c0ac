// What a supplier enters of each piece it delivers, and the tendering office checks against the contract.

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
