// Accepted pieces become the university's: completed by who asked for them, reimbursed by finance, numbered and labelled.

export const stockInStates = ['awaiting_info', 'awaiting_finance', 'awaiting_store', 'stored'] as const
export type StockInState = (typeof stockInStates)[number]
export const stockInStateWords: Record<StockInState, string> = { awaiting_info: '待预入库', awaiting_finance: '待财务报销', awaiting_store: '待正式入库', stored: '已入库' }

export const stockInEvents = ['open', 'change', 'submit', 'confirm', 'send_back', 'store'] as const
export type StockInEvent = (typeof stockInEvents)[number]
export const stockInEventWords: Record<StockInEvent, string> = { open: '验收转入', change: '填写预入库', submit: '提交报销', confirm: '确认报销', send_back: '退回', store: '正式入库' }

/** How a stock-in order is called: RK00000012. */
export const stockInNumber = (id: number): string => `RK${String(id).padStart(8, '0')}`
