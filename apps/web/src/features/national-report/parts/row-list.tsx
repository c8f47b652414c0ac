import { Link, useSearchParams } from 'react-router'
import { rowStateWords, type NationalRow } from '@portal/contract/national-report/national-report'
import { nationalKindWords, type NationalKind } from '@portal/contract/national-report/schema'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import { defineRows, saveRows } from '../national-report.queries.ts'
import { nameIssues, rowTones } from '../national-report.words.ts'
import { batchesFor } from './row-batches.ts'

/** Service records or imports: of all instruments, or of the one in the address. */
export function RowList({ reportId, kind }: { reportId: number; kind: NationalKind }) {
  const [search] = useSearchParams()
  const deviceId = search.get('deviceId')
  return (
    <ListPage<NationalRow>
      title={nationalKindWords[kind]}
      plain
      intro={
        deviceId && (
          <p className="muted">
            只列出一台仪器的数据。
            <Link to={to('/report/deviceList', { id: reportId, view: kind })}>查看全部</Link>
          </p>
        )
      }
      rows={defineRows(reportId)}
      fixed={{ kind, ...(deviceId && { deviceId }) }}
      columns={columns}
      filters={filters}
      actions={[{ label: '编辑', to: (r) => to('/report/deviceEdit', { id: r.id }) }]}
      batch={batchesFor(reportId)}
      onExport={saveRows(reportId)}
      empty={{ text: `没有${nationalKindWords[kind]}数据` }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'select', name: 'state', label: '状态', options: listOptions(rowStateWords) },
]
const columns: readonly Column<NationalRow>[] = [
  {
    key: 'key',
    title: '编号',
    main: true,
    render: (r) => <Link to={to('/report/deviceEdit', { id: r.id })}>{r.key}</Link>,
  },
  { key: 'device', title: '仪器', render: (r) => r.device.name },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name, phone: false },
  {
    key: 'state',
    title: '状态',
    render: (r) => (
      <>
        <StateTag tone={rowTones[r.state]} text={rowStateWords[r.state]} />
        {r.reason && <small className="national-reason">{r.reason}</small>}
      </>
    ),
  },
  { key: 'issues', title: '待处理', width: 320, render: (r) => nameIssues(r.issues) },
]
