import { Link } from 'react-router'
import { deviceStatusWords, type DeviceStatus } from '@portal/contract/device/device'
import type { labCalls, LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import type { RowOf } from '../../../lib/query.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useEveryDevice } from '../lab-page.queries.ts'

type Row = RowOf<typeof labCalls.devices>
const tones: Record<DeviceStatus, StateTone> = { normal: 'done', maintenance: 'waiting', broken: 'refused', scrapped: 'stopped' }
const known = (status: string): DeviceStatus => (status in deviceStatusWords ? (status as DeviceStatus) : 'normal') // the column's own values

/** All instruments of a lab, shared or not, and where each is kept up. */
export function ManageDevices({ lab }: { lab: LabDetail }) {
  const columns: readonly Column<Row>[] = [
    { key: 'name', title: '仪器', main: true, render: (d) => <Link to={to('/lab/deviceDetail', { serialId: lab.serialId, id: d.id })}>{d.name}</Link> },
    { key: 'serialId', title: '资产编号' },
    { key: 'model', title: '型号' },
    { key: 'status', title: '状态', render: (d) => <StateTag tone={tones[known(d.status)]} text={deviceStatusWords[known(d.status)]} /> },
    { key: 'shared', title: '共享', render: (d) => (d.shared ? '共享' : '自用') },
  ]
  return (
    <ListPage<Row>
      plain
      title="实验室仪器"
      rows={useEveryDevice}
      fixed={{ id: lab.serialId }}
      columns={columns}
      filters={[{ kind: 'text', name: 'keyword', label: '仪器', placeholder: '名称、型号、编号、拼音或首字母' }]}
      actions={[
        { label: '详情', to: (d) => to('/account/personalDeviceDetail', { id: d.id }) },
        { label: '开放设置', show: () => lab.can.includes('opening'), to: (d) => to('/open-sharing/open-set', { deviceId: d.id }) },
      ]}
      empty={{ text: '还没有登记仪器' }}
    />
  )
}
