import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  alarmKinds,
  deniedWords,
  eventKindWords,
  wayWords,
  type IotEvent,
} from '@portal/contract/iot/door-access'
import type { UnitKind } from '@portal/contract/iot/iot'
import { EMPTY, formatMinute, formatSecond } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { gateNews, saveEvents, useEvents } from '../iot.queries.ts'
import { EventTag } from '../iot.words.tsx'
import { alarmAction } from '../shared/alarm-action.ts'
import { StateTag } from '../../../ui/state-tag.tsx'

interface Props {
  unitId?: number
  unitKind?: UnitKind
  intro?: ReactNode
  title?: string
  plain?: true
}
/** Events, newest first, updated live. */
export function EventList({ unitId, unitKind, intro, title = '记录', plain }: Props) {
  useLive(['gates'], gateNews)
  return (
    <ListPage<IotEvent>
      title={title}
      rows={useEvents}
      columns={columns}
      filters={filters}
      fixed={{ ...(unitId !== undefined && { unitId }), ...(unitKind && { unitKind }) }}
      onExport={saveEvents}
      actions={[alarmAction]}
      intro={intro}
      {...(plain && { plain })}
      empty={{ text: '还没有记录' }}
    />
  )
}
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '人员或设备名称' },
  { kind: 'select', name: 'kind', label: '事件', options: listOptions(eventKindWords) },
  { kind: 'days', name: 'from', until: 'to', label: '日期' },
  { kind: 'flag', name: 'alarms', label: '只看告警' },
  { kind: 'flag', name: 'open', label: '只看待处理告警' },
]
const columns: readonly Column<IotEvent>[] = [
  { key: 'at', title: '时间', main: true, render: (e) => formatSecond(e.at) },
  { key: 'unit', title: '设备', render: (e) => e.unit?.name ?? e.gateway.name },
  {
    key: 'kind',
    title: '事件',
    render: (e) => (
      <>
        <EventTag event={e} /> {e.way && wayWords[e.way]}
      </>
    ),
  },
  { key: 'person', title: '人员', render: (e) => e.person?.name ?? e.command?.by ?? EMPTY },
  {
    key: 'why',
    title: '依据',
    render: (e) =>
      e.bookingId !== null ? (
        <Link to={to('/appointment/orderDetail', { id: e.bookingId })}>预约 {e.bookingId}</Link>
      ) : (
        (e.command?.reason ?? (e.note ? (deniedWords[e.note] ?? e.note) : EMPTY))
      ),
  },
  {
    key: 'acknowledged',
    title: '告警处理',
    render: (e) =>
      e.acknowledged ? (
        `${e.acknowledged.by} ${formatMinute(e.acknowledged.at)}：${e.acknowledged.note}`
      ) : alarmKinds.includes(e.kind) ? (
        <StateTag tone="waiting" text="待处理" />
      ) : (
        EMPTY
      ),
  },
]
