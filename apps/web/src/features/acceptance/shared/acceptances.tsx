import { acceptanceNumber, type AcceptanceRow } from '@portal/contract/acceptance/acceptance'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { acceptanceColumns, acceptanceFilters } from '../acceptance.columns.tsx'
import { auditAcceptances, saveAcceptances, useAcceptances } from '../acceptance.queries.ts'
import { findAddress, sendBackPicks } from '../acceptance.words.ts'

const actions: readonly RowAction<AcceptanceRow>[] = [
  {
    label: (a) =>
      a.can.includes('approve')
        ? '审核'
        : a.can.includes('sign')
          ? '会签'
          : a.can.includes('change')
            ? '验收'
            : '查看',
    to: findAddress,
  },
]

const run = deciding(auditAcceptances, acceptanceNumber)
const batch: readonly BatchAction<AcceptanceRow>[] = [
  {
    label: (n) => `通过 ${n} 条`,
    can: 'approve',
    confirm: (rows) => ({
      title: `通过 ${rows.length} 张验收单？`,
      text: '通过后接收的设备转入库，退回的设备通知供应商更换。',
      ok: `通过 ${rows.length} 条`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run(rows, 'approve', '通过', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 条`,
    can: 'send_back',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 张验收单？`,
      text: '验收人修改后需重新提交。',
      ok: `退回 ${rows.length} 条`,
    }),
    reason: { label: '退回原因', required: true, picks: sendBackPicks },
    run: (rows, reason) => run(rows, 'send_back', '退回', reason),
  },
]

/** Acceptances that concern the user; the equipment office sees all. */
export function Acceptances({
  title = '验收单',
  plain,
  fixed,
}: {
  title?: string
  plain?: true
  fixed?: Record<string, unknown>
}) {
  const chosen = fixed?.['waiting'] ? ['waiting', 'state'] : Object.keys(fixed ?? {})
  return (
    <ListPage<AcceptanceRow>
      {...(plain && { plain })}
      {...(fixed && { fixed })}
      title={title}
      rows={useAcceptances}
      columns={acceptanceColumns}
      filters={acceptanceFilters.filter((f) => !chosen.includes(f.name))}
      actions={actions}
      batch={batch}
      onExport={saveAcceptances}
      empty={{
        text: fixed?.['waiting']
          ? '没有待处理的验收单'
          : '没有您可以查看的验收单：供应商填写的设备信息核对通过后自动生成',
      }}
    />
  )
}
