import type { NationalRow } from '@portal/contract/national-report/national-report'
import type { Verdict } from '@portal/contract/kernel/rows'
import { say } from '../../../lib/tell.ts'
import { sayVerdicts } from '../../../lib/verdicts.ts'
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
const saySum = (rows: readonly Row[], verdicts: readonly Verdict[], word: string) =>
  sayVerdicts(verdicts, word, (id) => {
    const row = rows.find((r) => r.id === id)
    return row ? `${row.device.name}（${row.key}）` : String(id)
  })

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
      run: async (rows) => {
        const { trouble, verdicts } = await sendRows.run({ params, body: listIds(rows) })
        if (trouble) say('warning', trouble)
        saySum(rows, verdicts, '上报')
      },
    },
    {
      label: (n) => `登记已上报 ${n} 条`,
      can: 'register',
      confirm: (rows) => ({
        title: `登记 ${rows.length} 条数据已上报？`,
        text: '用于已经在国家平台上传文件的数据：按现在的内容记为已上报。',
        ok: `登记 ${rows.length} 条`,
      }),
      run: async (rows) =>
        saySum(
          rows,
          await registerRows.run({ params, body: { ...listIds(rows), result: 'reported' } }),
          '登记',
        ),
    },
    {
      label: (n) => `登记已提交 ${n} 条`,
      can: 'lock',
      confirm: (rows) => ({
        title: `登记 ${rows.length} 条数据已在国家平台提交？`,
        text: '提交后国家平台锁定这些数据，退回之前这里也不能修改。',
        ok: `登记 ${rows.length} 条`,
      }),
      run: async (rows) => saySum(rows, await lockRows.run({ params, body: listIds(rows) }), '登记'),
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
      run: async (rows, reason) =>
        saySum(rows, await rejectRows.run({ params, body: { ...listIds(rows), reason } }), '登记'),
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
      run: async (rows, reason) =>
        saySum(rows, await withdrawRows.run({ params, body: { ...listIds(rows), reason } }), '撤出'),
    },
    {
      label: (n) => `重新纳入 ${n} 条`,
      can: 'restore',
      confirm: (rows) => ({
        title: `把 ${rows.length} 条数据重新纳入上报？`,
        text: '纳入后状态为未上报，需要重新上报。',
        ok: `纳入 ${rows.length} 条`,
      }),
      run: async (rows) => saySum(rows, await restoreRows.run({ params, body: listIds(rows) }), '纳入'),
    },
  ]
}
