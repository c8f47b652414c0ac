import { Link, useSearchParams } from 'react-router'
import { bookingKinds, bookingKindWords } from '@portal/contract/booking/booking'
import { deviceStatusWords, listWays, type DeviceRow } from '@portal/contract/device/device'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useLabOptions, useSharedDevices } from '../booking.queries.ts'
import { findDay } from '../calendar.rules.ts'

const tones: Record<DeviceRow['status'], StateTone> = {
  normal: 'done',
  maintenance: 'waiting',
  broken: 'refused',
  scrapped: 'stopped',
}

/** `day`: the day on which the instruments are free, if that was asked for; the links lead to it. */
const listColumns = (day: string | null): Column<DeviceRow>[] => [
  {
    key: 'name',
    title: '仪器',
    main: true,
    sort: true,
    render: (d) => <Link to={to('/dashboard/deviceDetail', { id: d.id, day })}>{d.name}</Link>,
  },
  { key: 'model', title: '型号' },
  { key: 'lab', title: '实验室', render: (d) => d.lab.name },
  {
    key: 'status',
    title: '状态',
    render: (d) => <StateTag tone={tones[d.status]} text={deviceStatusWords[d.status]} />,
  },
  { key: 'capacity', title: '机位', align: 'right', render: (d) => d.opened?.capacity ?? 1, phone: false },
]
const filters: Filter[] = [
  { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、型号、拼音或编号' },
  { kind: 'select', name: 'labId', label: '实验室', options: useLabOptions },
  {
    kind: 'select',
    name: 'kind',
    label: '方式',
    options: bookingKinds.map((k) => ({ value: k, label: bookingKindWords[k] })),
  },
  {
    kind: 'custom',
    name: 'freeOn',
    label: '当天有空',
    render: (value, set, id) => (
      <DayInput id={id} value={value ?? null} onChange={set} notBefore={findDay(new Date())} />
    ),
  },
]
const listActions = (day: string | null): RowAction<DeviceRow>[] => [
  {
    label: bookingKindWords.self_operated,
    show: (d) => listWays(d)?.selfOperated ?? false,
    to: (d) => to('/deviceopen/applyTime', { deviceId: d.id, day }),
  },
  {
    label: bookingKindWords.sample_delivery,
    show: (d) => listWays(d)?.sampleDelivery ?? false,
    to: (d) => to('/deviceopen/apply', { deviceId: d.id, day }),
  },
]

/** Finds an instrument, then the kind of use. */
export function DeviceFinder() {
  const [search] = useSearchParams()
  const day = search.get('freeOn')
  return (
    <ListPage
      plain
      title="可预约仪器"
      rows={useSharedDevices}
      fixed={{ opened: 'true' }}
      columns={listColumns(day)}
      filters={filters}
      actions={listActions(day)}
      empty={{
        text: '目前没有开放预约的仪器',
        action: <ButtonLink to="/osp/share-platform">浏览科研仪器</ButtonLink>,
      }}
    />
  )
}
