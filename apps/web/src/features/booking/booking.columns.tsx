import { Link } from 'react-router'
import {
  bookingKinds,
  bookingKindWords,
  bookingStates,
  bookingStateWords,
} from '@portal/contract/booking/booking'
import { type BookingRow } from '@portal/contract/booking/row'
import { formatShort } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { definePart } from '../../ui/part.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { Period } from '../../ui/period.tsx'
import { ProgressLine } from '../../ui/detail/progress-strip.tsx'
import { bookingTag, nameFee } from './booking.words.ts'
import { listWay } from './way.words.ts'

/** Loaded with the component library, after the rows. */
const DeviceSelect = definePart(async () => ({
  default: (await import('./parts/device-select.tsx')).DeviceSelect,
}))
const DayPicker = definePart(async () => ({
  default: (await import('../../ui/form/day-picker.tsx')).DayPicker,
}))

// Columns and filters shared by the lists of bookings.

export const bookingColumns: Record<
  'id' | 'device' | 'asset' | 'period' | 'state' | 'kind' | 'booker' | 'payer' | 'estimate' | 'created',
  Column<BookingRow>
> = {
  id: {
    key: 'id',
    title: '预约单号',
    sort: true,
    render: (b) => <Link to={to('/appointment/orderDetail', { id: b.id })}>{b.id}</Link>,
  },
  device: {
    key: 'device',
    title: '仪器',
    main: true,
    render: (b) => (
      <>
        {b.device.name}
        {b.capacity > 1 && b.startAt && <span className="muted"> {b.seat} 号机位</span>}
      </>
    ),
  },
  asset: {
    key: 'serialId',
    title: '资产编号',
    for: ['assets'],
    render: (b) => b.device.serialId,
    phone: false,
  },
  period: {
    key: 'startAt',
    title: '预约时段',
    sort: true,
    render: (b) =>
      b.startAt ? <Period brief from={b.startAt} to={b.endAt} /> : <span className="muted">待安排</span>,
  },
  state: {
    key: 'state',
    title: '状态',
    render: (b) => (
      <>
        <StateTag {...bookingTag(b.state)} />
        <ProgressLine steps={listWay(b.state)} />
      </>
    ),
  },
  kind: {
    key: 'kind',
    title: '方式',
    render: (b) => (b.kind === 'sample_delivery' ? `送样（${b.sampleCount} 件）` : bookingKindWords[b.kind]),
  },
  booker: { key: 'booker', title: '预约人', render: (b) => b.booker.name },
  payer: { key: 'payer', title: '付款人', render: (b) => b.payer.name, phone: false },
  estimate: {
    key: 'estimateFen',
    title: '预计费用',
    align: 'right',
    sort: true,
    render: (b) =>
      b.feeFen > 0 ? (
        <>
          <span className="muted">{nameFee(b.state)} </span>
          <MoneyText fen={b.feeFen} />
        </>
      ) : b.lacksSum ? (
        <span className="muted">待确定</span>
      ) : (
        <MoneyText fen={b.estimateFen} />
      ),
  },
  created: {
    key: 'createdAt',
    title: '提交时间',
    render: (b) => formatShort(b.createdAt),
    phone: false,
    for: ['benches'],
  },
}

export const bookingFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、仪器或姓名' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    multiple: true,
    options: bookingStates.map((s) => ({ value: s, label: bookingStateWords[s] })),
  },
  kind: {
    kind: 'select',
    name: 'kind',
    label: '方式',
    options: bookingKinds.map((k) => ({ value: k, label: bookingKindWords[k] })),
  },
  days: { kind: 'days', name: 'fromDay', until: 'toDay', label: '日期' },
  /** Also what began earlier and reaches into the day, or was not ended: 今日安排 leads to these. */
  liveOn: {
    kind: 'custom',
    name: 'liveOn',
    label: '当日安排',
    render: (value, set, id) => <DayPicker id={id} value={value ?? null} onChange={set} />,
  },
  device: {
    kind: 'custom',
    name: 'deviceId',
    label: '仪器',
    render: (value, set, id) => <DeviceSelect id={id} value={value} onChange={set} />,
  },
  awaitingMe: { kind: 'flag', name: 'awaitingMe', label: '只看待我审核的' },
} satisfies Record<string, Filter>
