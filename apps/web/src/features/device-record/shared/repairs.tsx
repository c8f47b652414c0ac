import {
  repairKindWords,
  repairStateWords,
  type RepairRow,
} from '@portal/contract/device-record/device-record'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useRemoveRepair, useRepairs } from '../device-record.queries.ts'
import { RecordList } from '../parts/record-list.tsx'
import { RepairForm } from '../parts/repair-form.tsx'
import { repairTones } from '../record.words.ts'
import { listOptions } from '../../../ui/list/options.ts'

const columns: readonly Column<RepairRow>[] = [
  { key: 'title', title: '故障现象或维护内容', main: true, width: '26%' },
  { key: 'kind', title: '类型', render: (r) => repairKindWords[r.kind] },
  {
    key: 'state',
    title: '状态',
    render: (r) => <StateTag tone={repairTones[r.state]} text={repairStateWords[r.state]} />,
  },
  { key: 'startedAt', title: '开始', render: (r) => formatMinute(r.startedAt) },
  {
    key: 'finishedAt',
    title: '结束',
    render: (r) =>
      r.finishedAt ? formatMinute(r.finishedAt) : r.expectedAt && `预计 ${formatMinute(r.expectedAt)}`,
  },
  { key: 'handler', title: '负责人', render: (r) => [r.handler, r.vendor].filter(Boolean).join('，') },
  { key: 'costFen', title: '费用', align: 'right', render: (r) => <MoneyText fen={r.costFen} /> },
  { key: 'result', title: '处理结果', phone: false },
]
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '故障、说明、负责人或维修单位' },
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(repairKindWords) },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(repairStateWords) },
]

/** Repairs and maintenance; while one is open, the device is out of use. */
export function Repairs({ deviceId, mayEdit }: { deviceId: number; mayEdit: boolean }) {
  const remove = useRemoveRepair()
  return (
    <RecordList<RepairRow>
      deviceId={deviceId}
      what="维修记录"
      rows={useRepairs}
      columns={columns}
      filters={filters}
      mayAdd={mayEdit}
      empty="还没有维修记录"
      removeText="删除后不能恢复；未结束的维修删除后，仪器恢复正常。"
      onRemove={(r) => remove.run({ params: { id: r.id } }).then(() => say('success', '维修记录已删除'))}
      form={(row, close) => (
        <RepairForm key={row?.id ?? 'new'} deviceId={deviceId} row={row} onDone={close} />
      )}
    />
  )
}
