import { Link } from 'react-router'
import type { AssetDevice } from '@portal/contract/asset/parts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'

// Columns shared by the lists of daily management.

export const findLabelAddress = (device: { serialId: string }, todo?: string) =>
  to('/osp/asset/label', { serialId: device.serialId, do: todo })

export const DeviceLink = ({ device: d }: { device: AssetDevice }) => (
  <>
    {/* Underlined inside text, because colour alone does not mark a link. */}
    <Link to={findLabelAddress(d)} style={{ textDecoration: 'underline' }}>
      {d.name}
    </Link>{' '}
    <span className="muted">{d.serialId}</span>
  </>
)
export const deviceColumn = <Row extends { device: AssetDevice }>(): Column<Row> => ({
  key: 'device',
  title: '仪器',
  render: (r) => <DeviceLink device={r.device} />,
})
export const labColumn = <Row extends { device: AssetDevice }>(): Column<Row> => ({
  key: 'lab',
  title: '实验室',
  render: (r) => r.device.lab.name,
  phone: false,
})

export const assetFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、仪器名称或资产编号' },
  scope: {
    kind: 'select',
    name: 'scope',
    label: '范围',
    options: [
      { value: 'mine', label: '我发起的' },
      { value: 'waiting', label: '待我处理' },
    ],
  },
  lab: { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
  days: { kind: 'days', name: 'from', until: 'to', label: '申请日期' },
} satisfies Record<string, Filter>
