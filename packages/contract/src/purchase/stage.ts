import { z } from 'zod'

// Progress of a purchase over all its documents.

export const purchaseStages = [
  'request',
  'sourcing',
  'acceptance',
  'info',
  'finance',
  'store',
  'share',
  'daily',
] as const
export type PurchaseStage = (typeof purchaseStages)[number]
export const purchaseStageWords: Record<PurchaseStage, string> = {
  request: '申购',
  sourcing: '招标采购',
  acceptance: '验收',
  info: '预入库',
  finance: '财务报销',
  store: '正式入库',
  share: '共享预约',
  daily: '日常管理',
}

/**
 * The stage of the piece that is least advanced. `counts`: number of pieces by stage, in the stages' order;
 * empty while there are no pieces.
 */
export const stageReached = z.object({
  stage: z.enum(purchaseStages),
  counts: z.array(z.object({ stage: z.enum(purchaseStages), count: z.number().int() })),
})
export type StageReached = z.output<typeof stageReached>
