import type { PurchaseState } from '@portal/contract/purchase/purchase'
import { purchaseStages, type PurchaseStage, type StageReached } from '@portal/contract/purchase/stage'

const stageOf: Record<PurchaseState, PurchaseStage> = {
  draft: 'request',
  awaiting_experts: 'request',
  awaiting_dept_head: 'request',
  awaiting_finance: 'request',
  awaiting_equip_office: 'request',
  refused: 'request',
  cancelled: 'request',
  awaiting_sourcing: 'sourcing',
  awaiting_contract: 'sourcing',
  awaiting_delivery: 'sourcing',
  terminated: 'sourcing',
  in_acceptance: 'acceptance',
  done: 'daily',
}

/**
 * From the first delivery on, the piece that is furthest behind decides the stage; a stored piece is at
 * sharing until it is open for sharing.
 */
export function findStage(
  state: PurchaseState,
  pieces: readonly { stage: PurchaseStage; count: number }[],
): StageReached {
  if (state !== 'in_acceptance' && state !== 'done') return { stage: stageOf[state], counts: [] }
  const counts = purchaseStages.flatMap((stage) => pieces.filter((p) => p.stage === stage && p.count > 0))
  return { stage: counts[0]?.stage ?? stageOf[state], counts }
}
