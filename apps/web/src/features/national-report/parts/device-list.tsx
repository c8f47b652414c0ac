import { Link } from 'react-router'
import { fillerWords, fillers } from '@portal/contract/national-report/known'
import { rowStateWords, type NationalDevice } from '@portal/contract/national-report/national-report'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import { defineDevices, saveDevices } from '../national-report.queries.ts'
import { nameIssues, rowTones } from '../national-report.words.ts'
import { batchesFor } from './row-batches.ts'

/** The work list: what each instrument lacks, and who can fill it in. */
export function DeviceList({ reportId }: { reportId: number }) {
  return (
    <ListPage<NationalDevice>
      title="上报仪器"
      plain
      rows={defineDevices(reportId)}
      columns={columnsFor(reportId)}
      filters={filters}
      actions={[{ label: '编辑', to: (r) => to('/report/deviceEdit', { id: r.id }) }]}
      batch={batchesFor(reportId)}
      onExport={saveDevices(reportId)}
      empty={{ text: '没有需要上报的仪器；设备处可以在上报年度中收集数据' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '仪器', placeholder: '仪器名称、型号或资产编号' },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(rowStateWords) },
]
/** The groups for which the row waits, each with its number of fields. */
const waitingFor = (r: NationalDevice): string =>
  fillers
    .flatMap((f) => {
      const own = r.issues.filter((i) => i.filler === f).length
      return own > 0 ? [`${fillerWords[f]} ${own} 项`] : []
    })
    .join('，') || EMPTY

const columnsFor = (reportId: number): readonly Column<NationalDevice>[] => [
  {
    key: 'device',
    title: '仪器',
    main: true,
    render: (r) => <Link to={to('/report/deviceEdit', { id: r.id })}>{r.device.name}</Link>,
  },
  { key: 'serialId', title: '资产编号', render: (r) => r.device.serialId },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name },
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
  { key: 'issues', title: '待处理', width: 280, render: (r) => nameIssues(r.issues) },
  { key: 'filler', title: '由谁填写', render: waitingFor },
  {
    key: 'customs',
    title: '海关监管',
    render: (r) =>
      r.customs ? (
        <Link to={to('/report/deviceEdit', { id: r.customs.id })}>{rowStateWords[r.customs.state]}</Link>
      ) : (
        EMPTY
      ),
  },
  {
    key: 'services',
    title: '服务记录（已上报/全部）',
    align: 'right',
    render: (r) => (
      <Link to={to('/report/deviceList', { id: reportId, view: 'service', deviceId: r.device.id })}>
        {`${r.services.done}/${r.services.total}`}
      </Link>
    ),
  },
]
