import { testOrderNumber, type TestOrderRow } from '@portal/contract/test-order/test-order'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { auditTestOrders } from '../test-order.queries.ts'
import { returnPicks } from '../test-order.words.ts'

export const testOrderRowActions: readonly RowAction<TestOrderRow>[] = [
  { label: '填写', can: 'fill', to: (t) => to('/account/measureInfo', { id: t.id }) },
  {
    label: (t) =>
      t.can.includes('approve')
        ? '审核'
        : t.can.includes('confirm') || t.can.includes('agree')
          ? '确认'
          : '查看',
    to: (t) => to('/account/orderDetail', { id: t.id }),
  },
  {
    label: '打印',
    show: (t) => t.state !== 'draft',
    to: (t) => to('/account/orderDetail', { id: t.id, print: 1 }),
  },
  { label: '结算', can: 'settle', to: (t) => to('/account/payOrderDetail', { testOrders: t.id }) },
]

const sum = (rows: readonly TestOrderRow[]) => formatMoney(rows.reduce((total, t) => total + t.totalFen, 0))

const run = deciding(auditTestOrders, testOrderNumber)
/** Batch decisions: a director approves, a booker confirms; each test order is decided separately. */
export const testOrderBatch: readonly BatchAction<TestOrderRow>[] = [
  {
    label: (n) => `通过 ${n} 条`,
    can: 'approve',
    confirm: (rows) => ({
      title: `通过 ${rows.length} 条测试单？`,
      text: `费用合计 ${sum(rows)}，通过后按审核配置转下一步。`,
      ok: `通过 ${rows.length} 条`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run(rows, 'approve', '通过', saidOrNull(said)),
  },
  {
    label: (n) => `确认 ${n} 条`,
    can: 'confirm',
    confirm: (rows) => ({
      title: `确认 ${rows.length} 条测试单？`,
      text: `费用合计 ${sum(rows)}，确认后进入结算；费用调高的，先由付款人同意。`,
      ok: `确认 ${rows.length} 条`,
    }),
    reason: { ...opinionAsked, label: '意见' },
    run: (rows, said) => run(rows, 'approve', '确认', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 条`,
    can: 'return',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 条测试单？`,
      text: '测试单将退回设备审核员重新填写。',
      ok: `退回 ${rows.length} 条`,
    }),
    reason: { label: '退回原因', required: true, picks: returnPicks },
    run: (rows, reason) => run(rows, 'return', '退回', reason),
  },
]
