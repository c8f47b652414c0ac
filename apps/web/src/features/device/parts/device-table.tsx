import type { DeviceRow } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { Link } from 'react-router'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import '../../../ui/list/list.css'
import { hours } from '../device.words.ts'
import { DeviceHint, Ways } from './device-tags.tsx'

interface Props {
  devices: readonly DeviceRow[]
  availability: ReadonlyMap<number, AvailabilityRow | null>
  today: boolean
  addressOf: (device: DeviceRow) => string
  orderBy: string
  onOrder: (orderBy: string | undefined) => void
}
export function DeviceTable({ devices, availability, today, addressOf, orderBy, onOrder }: Props) {
  const columns: Column<DeviceRow>[] = [
    {
      key: 'name',
      title: '仪器',
      main: true,
      sort: true,
      render: (d) => <Link to={addressOf(d)}>{d.name}</Link>,
    },
    { key: 'model', title: '型号' },
    { key: 'serialId', title: '资产编号', phone: false },
    { key: 'lab', title: '实验室', render: (d) => d.lab.name },
    { key: 'dept', title: '单位', render: (d) => d.dept.name, phone: false },
    { key: 'ways', title: '方式', render: (d) => <Ways device={d} /> },
    {
      key: 'hint',
      title: today ? '今天' : '当天',
      render: (d) => <DeviceHint device={d} row={availability.get(d.id)} today={today} />,
    },
    {
      key: 'price',
      title: '原值',
      sort: true,
      align: 'right',
      render: (d) => <MoneyText fen={d.priceFen} />,
      phone: false,
    },
    {
      key: 'use',
      title: '近一年使用',
      sort: true,
      align: 'right',
      render: (d) => <span className="num">{hours(d.usedMinutes)}</span>,
    },
  ]
  return (
    <DataTable
      caption="仪器列表"
      columns={columns}
      rows={devices}
      rowKey={(d) => d.id}
      orderBy={orderBy}
      onOrder={onOrder}
    />
  )
}
