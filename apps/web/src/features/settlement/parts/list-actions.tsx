import { settlementNumber, type SettlementRow } from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { auditSettlements } from '../settlement.queries.ts'
import { nameApproval, refusalPicks } from '../settlement.words.ts'

export const settlementRowActions: readonly RowAction<SettlementRow>[] = [
  {
    label: (s) => (s.can.includes('approve') ? '处理' : s.can.includes('remit') ? '登记汇款' : '查看'),
    to: (s) => to('/account/payOrderDetail', { id: s.id }),
  },
  { label: '打印', can: 'print', to: (s) => to('/osp/printPayOrder', { id: s.id }) },
]

const sum = (rows: readonly SettlementRow[]) => formatMoney(rows.reduce((total, s) => total + s.totalFen, 0))
const what = (rows: readonly SettlementRow[]) =>
  [...new Set(rows.map((s) => nameApproval(s).word))].join('、')

const run = deciding(auditSettlements, settlementNumber)
/** Forty at once; the question says how many and how much. */
export const settlementBatch: readonly BatchAction<SettlementRow>[] = [
  {
    label: (n) => `通过 ${n} 笔`,
    can: 'approve',
    confirm: (rows) => ({
      title: `${what(rows)} ${rows.length} 笔？`,
      text: `共 ${sum(rows)}。每笔单独处理，处理不了的会逐一说明。`,
      ok: `${what(rows)} ${rows.length} 笔，共 ${sum(rows)}`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run(rows, 'approve', '处理', saidOrNull(said)),
  },
  {
    label: (n) => `驳回 ${n} 笔`,
    can: 'refuse',
    danger: true,
    confirm: (rows) => ({
      title: `驳回 ${rows.length} 笔结算？`,
      text: `共 ${sum(rows)}。冻结的经费将解冻，测试单可重新结算。`,
      ok: `驳回 ${rows.length} 笔`,
    }),
    reason: { label: '驳回原因', required: true, picks: refusalPicks },
    run: (rows, reason) => run(rows, 'refuse', '驳回', reason),
  },
]
