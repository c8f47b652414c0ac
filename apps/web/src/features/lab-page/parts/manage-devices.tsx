import { Link } from 'react-router'
import { deviceStatusWords, type DeviceStatus } from '@portal/contract/device/device'
import {
  deviceOperationWords,
  reasonedOperations,
  type DeviceOperation,
} from '@portal/contract/device/manage'
import type { labCalls, LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import type { RowOf } from '../../../lib/query.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useEveryDevice, useOperateDevice } from '../lab-page.queries.ts'

type Row = RowOf<typeof labCalls.devices>
const tones: Record<DeviceStatus, StateTone> = {
  normal: 'done',
  maintenance: 'waiting',
  broken: 'refused',
  scrapped: 'stopped',
}
const known = (status: string): DeviceStatus =>
  status in deviceStatusWords ? (status as DeviceStatus) : 'normal' // one of the column's own values

/** Which operations are offered in which state; only the equipment office scraps instruments. */
const offered: readonly { event: DeviceOperation; show: (d: Row) => boolean }[] = [
  { event: 'share', show: (d) => !d.shared && d.status !== 'scrapped' },
  { event: 'unshare', show: (d) => d.shared },
  { event: 'restore', show: (d) => d.status === 'maintenance' || d.status === 'broken' },
  { event: 'maintain', show: (d) => d.status === 'normal' },
  { event: 'break', show: (d) => d.status === 'normal' || d.status === 'maintenance' },
]

/** All instruments of a lab, shared or not, with their state and a link to their opening settings. */
export function ManageDevices({ lab }: { lab: LabDetail }) {
  const operate = useOperateDevice()
  const opensFile = useHolds(['DEVICE_ALL', 'DEVICE_MANEGE_VIEW'])
  const operations = offered.map(({ event, show }): RowAction<Row> => {
    const word = deviceOperationWords[event]
    return {
      label: word,
      show,
      confirm: (d) => ({
        title: `将“${d.name}”${word}？`,
        text: event === 'unshare' ? '取消共享后其他人不能再查看和预约该仪器。' : '预约页面会立即反映。',
        ok: word,
      }),
      ...(reasonedOperations.includes(event) && {
        reason: { label: '原因', required: true, maxLength: 200 },
      }),
      run: (d, reason) =>
        operate
          .run({ params: { id: d.id }, body: { event, reason } })
          .then(() => say('success', `已${word}`)),
    }
  })
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: '仪器',
      main: true,
      render: (d) => <Link to={to('/lab/deviceDetail', { serialId: lab.serialId, id: d.id })}>{d.name}</Link>,
    },
    { key: 'serialId', title: '资产编号' },
    { key: 'model', title: '型号' },
    {
      key: 'status',
      title: '状态',
      render: (d) => <StateTag tone={tones[known(d.status)]} text={deviceStatusWords[known(d.status)]} />,
    },
    { key: 'shared', title: '共享', render: (d) => (d.shared ? '共享' : '自用') },
  ]
  return (
    <ListPage<Row>
      plain
      title="实验室仪器"
      rows={useEveryDevice}
      fixed={{ id: lab.serialId }}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '仪器', placeholder: '名称、型号、编号、拼音或首字母' },
      ]}
      actions={[
        {
          label: '编辑',
          show: () => opensFile,
          to: (d) => to('/maintain/deviceDetail', { id: d.id, tab: 'base' }),
        },
        {
          label: '开放设置',
          show: () => lab.can.includes('opening'),
          to: (d) => to('/open-sharing/open-set', { deviceId: d.id }),
        },
        ...operations,
      ]}
      empty={{ text: '还没有登记仪器' }}
    />
  )
}
