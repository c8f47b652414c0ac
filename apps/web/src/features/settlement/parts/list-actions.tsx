import { settlementNumber, type SettlementRow } from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { auditSettlements } from '../settlement.queries.ts'
import { nameApproval, nameRefusal, refusalPicks } from '../settlement.words.ts'

export const settlementRowActions: readonly RowAction<SettlementRow>[] = [
  {
    label: ({ can }) =>
      can.includes('approve')
        ? '处理'
        : can.includes('remit')
          ? '登记汇款'
          : can.includes('refund')
            ? '登记退款'
            : '查看',
    to: (s) => to('/account/payOrderDetail', { id: s.id }),
  },
  { label: '打印', can: 'print', to: (s) => to('/osp/printPayOrder', { id: s.id }) },
]

const sum = (rows: readonly SettlementRow[]) => formatMoney(rows.reduce((total, s) => total + s.totalFen, 0))
const what = (rows: readonly SettlementRow[], nameAnswer: (s: SettlementRow) => { word: string }) =>
  [...new Set(rows.map((s) => nameAnswer(s).word))].join('、')
/** The outcome of refusing several settlements; listed by kind if the outcomes differ. */
function describeRefusals(rows: readonly SettlementRow[]): string {
  const kinds = [...Map.groupBy(rows.map(nameRefusal), (r) => r.outcome)]
  return kinds
    .map(([outcome, same]) =>
      kinds.length === 1 ? outcome : `${same[0]?.kind} ${same.length} 笔：${outcome}`,
    )
    .join('')
}

const run = deciding(auditSettlements, settlementNumber)
/** Batch decisions; the confirmation states number and total. */
export const settlementBatch: readonly BatchAction<SettlementRow>[] = [
  {
    label: (n) => `通过 ${n} 笔`,
    can: 'approve',
    confirm: (rows) => ({
      title: `${what(rows, nameApproval)} ${rows.length} 笔？`,
      text: `共 ${sum(rows)}。每笔单独处理，处理不了的会逐一说明。`,
      ok: `${what(rows, nameApproval)} ${rows.length} 笔，共 ${sum(rows)}`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run(rows, 'approve', '处理', saidOrNull(said)),
  },
  {
    label: (n) => `驳回 ${n} 笔`,
    can: 'refuse',
    danger: true,
    confirm: (rows) => ({
      title: `${what(rows, nameRefusal)} ${rows.length} 笔？`,
      text: `共 ${sum(rows)}。${describeRefusals(rows)}`,
      ok: `${what(rows, nameRefusal)} ${rows.length} 笔`,
    }),
    reason: (rows) => ({
      label: '驳回原因',
      required: true,
      picks: [...new Set(rows.flatMap((s) => refusalPicks(s.state)))],
    }),
    run: (rows, reason) => run(rows, 'refuse', '驳回', reason),
  },
]
