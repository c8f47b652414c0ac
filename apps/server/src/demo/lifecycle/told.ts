import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type pg from 'pg'
import type { Judged } from '../../modules/purchase/purchase.rules.ts'
import { waits, type Actor } from './lines.ts'
import type { PurchasePlan } from './purchase-plans.ts'

/** A purchase whose story is being made. */
export interface Told {
  id: number
  plan: PurchasePlan
  requester: Actor
  deptId: number
  needs: Judged
  budgetFen: number
  at: (step: number) => Date
}

const titles = {
  dept_head: '院系审批',
  equip_office: '设备处审批',
  sourcing: '采购',
  panel: '组建专家组',
} as const
/** Adds the waiting task of this step. */
export function task(
  client: pg.Client,
  { id, plan, requester, deptId, budgetFen, at }: Told,
  step: keyof typeof titles,
): Promise<void> {
  const title = `${titles[step]}：${requester.name} 的申购 ${purchaseNumber(id)}（${plan.title}）`
  const personal = step === 'sourcing' || step === 'panel'
  return waits(client, {
    business: 'purchase',
    rowId: id,
    step,
    role: step === 'dept_head' || step === 'equip_office' ? step : 'person',
    userId: personal ? requester.id : null,
    deptId: step === 'dept_head' ? deptId : null,
    requesterId: personal ? null : requester.id,
    title,
    amountFen: budgetFen,
    since: at(8),
  })
}
