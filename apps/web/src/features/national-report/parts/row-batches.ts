import { MOST_SENT, type NationalRow } from '@portal/contract/national-report/national-report'
import type { Verdict } from '@portal/contract/kernel/rows'
import { say } from '../../../lib/tell.ts'
import { sayInParts } from '../../../lib/verdicts.ts'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import {
  lockRows,
  registerRows,
  rejectRows,
  restoreRows,
  sendRows,
  withdrawRows,
} from '../national-report.queries.ts'

type Row = Pick<NationalRow, 'id' | 'key' | 'device'>
const listIds = (rows: readonly Row[]) => ({ rowIds: rows.map((r) => r.id) })
const inParts = (
  rows: readonly Row[],
  word: string,
  take: (body: { rowIds: number[] }) => Promise<readonly Verdict[]>,
) => {
  const nameRow = (id: number) => {
    const row = rows.find((r) => r.id === id)
    return row ? `${row.device.name}（${row.key}）` : String(id)
  }
  return sayInParts(rows, (part) => take(listIds(part)), word, nameRow, MOST_SENT)
}

/** The office's batch actions on a report's rows. */
export const batchesFor = (reportId: number): readonly BatchAction<Row>[] => {
  const params = { id: reportId }
  return [
    {
      label: (n) => `上报 ${n} 条`,
      can: 'send',
      confirm: (rows) => ({
        title: `上报 ${rows.length} 条数据？`,
        text: '数据将发送到国家平台，每条数据的答复记录在上报批次中。',
        ok: `上报 ${rows.length} 条`,
      }),
      run: (rows) =>
        inParts(rows, '上报', async (body) => {
          const { trouble, verdicts } = await sendRows.run({ params, body })
          if (trouble) say('warning', trouble)
          return verdicts
        }),
    },
    {
      label: (n) => `登记已上报 ${n} 条`,
      can: 'register',
      confirm: (rows) => ({
        title: `登记 ${rows.length} 条数据已上报？`,
        text: '用于已经在国家平台上传文件的数据：按现在的内容记为已上报。',
        ok: `登记 ${rows.length} 条`,
      }),
      run: (rows) =>
        inParts(rows, '登记', (body) => registerRows.run({ params, body: { ...body, result: 'reported' } })),
    },
    {
      label: (n) => `登记已提交 ${n} 条`,
      can: 'lock',
      confirm: (rows) => ({
        title: `登记 ${rows.length} 条数据已在国家平台提交？`,
        text: '提交后国家平台锁定这些数据，退回之前这里也不能修改。',
        ok: `登记 ${rows.length} 条`,
      }),
      run: (rows) => inParts(rows, '登记', (body) => lockRows.run({ params, body })),
    },
    {
      label: (n) => `登记退回 ${n} 条`,
      can: 'reject',
      danger: true,
      confirm: (rows) => ({
        title: `登记国家平台退回 ${rows.length} 条数据？`,
        ok: `登记 ${rows.length} 条`,
      }),
      reason: { label: '退回原因', required: true },
      run: (rows, reason) =>
        inParts(rows, '登记', (body) => rejectRows.run({ params, body: { ...body, reason } })),
    },
    {
      label: (n) => `撤出 ${n} 条`,
      can: 'withdraw',
      danger: true,
      confirm: (rows) => ({
        title: `把 ${rows.length} 条数据撤出上报？`,
        text:
          '用于误报的数据：不再校验、导出和上报，可以重新纳入。撤出仪器时，其服务记录和海关监管信息一并撤出。' +
          '国家平台上已有的记录请在国家平台删除。',
        ok: `撤出 ${rows.length} 条`,
      }),
      reason: { label: '撤出原因', required: true },
      run: (rows, reason) =>
        inParts(rows, '撤出', (body) => withdrawRows.run({ params, body: { ...body, reason } })),
    },
    {
      label: (n) => `重新纳入 ${n} 条`,
      can: 'restore',
      confirm: (rows) => ({
        title: `把 ${rows.length} 条数据重新纳入上报？`,
        text: '纳入后状态为未上报，需要重新上报。',
        ok: `纳入 ${rows.length} 条`,
      }),
      run: (rows) => inParts(rows, '纳入', (body) => restoreRows.run({ params, body })),
    },
  ]
}
