import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { PurchaseRow } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { decidePurchases } from '../purchase.queries.ts'
import { refusalPicks, returnPicks } from '../purchase.words.ts'

const findLabel = (p: PurchaseRow): string => {
  if (p.can.includes('submit')) return '填写'
  if (p.can.includes('approve')) return '审批'
  if (p.can.includes('award')) return '登记报价'
  return p.can.includes('sign_contract') ? '登记合同' : '查看'
}
export const purchaseRowActions: readonly RowAction<PurchaseRow>[] = [
  {
    label: findLabel,
    to: (p) =>
      to(
        p.can.includes('award') || p.can.includes('sign_contract')
          ? '/osp/subscribe/purchase'
          : '/osp/subscribe/subscribeFill',
        { id: p.id },
      ),
  },
  { label: '打印', can: 'print', to: (p) => to('/osp/subscribe/subscribeFill', { id: p.id, view: 'print' }) },
]

const sum = (rows: readonly PurchaseRow[]) => formatMoney(rows.reduce((total, p) => total + p.budgetFen, 0))

const run = deciding(decidePurchases, purchaseNumber)
/** Batch decisions; the confirmation states number and total. */
export const purchaseBatch: readonly BatchAction<PurchaseRow>[] = [
  {
    label: (n) => `通过 ${n} 张`,
    can: 'approve',
    confirm: (rows) => ({
      title: `通过 ${rows.length} 张申购？`,
      text: `预算共 ${sum(rows)}。每张单独处理，处理不了的会逐一说明。`,
      ok: `通过 ${rows.length} 张，共 ${sum(rows)}`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run(rows, 'approve', '通过', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 张`,
    can: 'send_back',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 张申购？`,
      text: '申购人修改后可重新提交，已签署的论证意见作废。',
      ok: `退回 ${rows.length} 张`,
    }),
    reason: { label: '退回原因', required: true, picks: returnPicks },
    run: (rows, reason) => run(rows, 'send_back', '退回', reason),
  },
  {
    label: (n) => `驳回 ${n} 张`,
    can: 'refuse',
    danger: true,
    confirm: (rows) => ({
      title: `驳回 ${rows.length} 张申购？`,
      text: '驳回后不能再修改，需重新填报。',
      ok: `驳回 ${rows.length} 张`,
    }),
    reason: { label: '驳回原因', required: true, picks: refusalPicks },
    run: (rows, reason) => run(rows, 'refuse', '驳回', reason),
  },
]
