import { grantKindWords, type Entitled } from '@portal/contract/iot/door-access'
import { failSafeWords, unitKindWords, type UnitRow } from '@portal/contract/iot/iot'
import { Link } from 'react-router'
import { EMPTY, formatMinute, formatSecond } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { gateNews, useEntitled, useUnit } from '../iot.queries.ts'
import { nameState, namePlace, UnitTag } from '../iot.words.tsx'
import { Curve, hasCurve } from './curve.tsx'
import { EventList } from './event-list.tsx'

/** One door, switch or sensor: place, access, events. */
export function UnitDetail({ id }: { id: number }) {
  useLive(['gates'], gateNews)
  const query = useUnit({ params: { id } })
  return (
    <DetailPage
      query={query}
      name="子设备"
      list={{ to: to('/iot-device/iot-sub-device'), text: '网关子设备' }}
      title={(u) => (
        <>
          {u.name} <UnitTag unit={u} />
        </>
      )}
      extra={(u) =>
        u.can.includes('edit') && (
          <ButtonLink kind="primary" to={to('/iot-device/iot-sub-device', { edit: u.id })}>
            修改
          </ButtonLink>
        )
      }
    >
      {(u) => (
        <>
          <Card>
            <Facts items={listFacts(u)} />
          </Card>
          {tells(u) && !u.retiredAt && <MayEnter unit={u} />}
          {hasCurve(u) && <Curve unit={u} />}
          {tells(u) && <EventList unitId={u.id} plain intro={<h2>记录</h2>} />}
        </>
      )}
    </DetailPage>
  )
}
/** Meters and sensors have only readings, no events. */
const tells = (u: UnitRow) => u.kind === 'door' || u.kind === 'air_switch'
const linkTo = (id: number, text: string) => <Link to={to('/iot-device/iot-sub-device', { id })}>{text}</Link>
const listFacts = (u: UnitRow) => [
  { label: '类型', value: unitKindWords[u.kind] },
  { label: '网关与端口', value: `${u.gateway.name} / ${u.number}` },
  { label: '型号', value: u.model ?? EMPTY },
  { label: '关联', value: namePlace(u) },
  { label: '当前状态', value: nameState(u) },
  { label: '状态时间', value: u.stateAt || u.readingAt ? formatSecond(u.stateAt ?? u.readingAt) : EMPTY },
  (u.kind === 'door' || u.kind === 'air_switch') && {
    label: '授权时间',
    value: `预约开始前 ${u.leadMinutes} 分钟至结束后 ${u.graceMinutes} 分钟`,
  },
  u.kind === 'air_switch' && {
    label: '断电',
    value: `提前 ${u.warnMinutes} 分钟提醒，次序 ${u.stage}；长时间失联时${failSafeWords[u.failSafe]}`,
  },
  u.href !== null && {
    label: '画面',
    value: (
      <a href={u.href} target="_blank" rel="noreferrer">
        打开画面
      </a>
    ),
  },
  u.replaces !== null && { label: '更换自', value: linkTo(u.replaces, '原设备的记录') },
  u.replacedBy !== null && { label: '已更换为', value: linkTo(u.replacedBy, '现用设备') },
  u.remark !== null && { label: '备注', value: u.remark, wide: true },
]

function MayEnter({ unit }: { unit: UnitRow }) {
  const query = useEntitled({ params: { id: unit.id } })
  const { data } = query
  if (!data) return <Waiting query={query} rows={3} />
  const what = unit.kind === 'door' ? '可进入人员' : '供电授权'
  return (
    <Card>
      <h2>{what}（未来 36 小时）</h2>
      {data.length > 0 ? (
        <DataTable
          caption={what}
          columns={columns}
          rows={data}
          rowKey={(e) => `${e.ref}-${e.person?.id}-${e.from}`}
        />
      ) : (
        <Empty text="现在和未来 36 小时没有授权" />
      )}
    </Card>
  )
}
const columns: readonly Column<Entitled>[] = [
  { key: 'person', title: '人员', main: true, render: (e) => e.person?.name ?? '不限' },
  {
    key: 'kind',
    title: '依据',
    render: (e) =>
      e.kind === 'booking' ? (
        <Link to={to('/appointment/orderDetail', { id: e.bookingId ?? 0 })}>预约 {e.bookingId}</Link>
      ) : (
        `${grantKindWords[e.kind]}授权`
      ),
  },
  { key: 'from', title: '开始', render: (e) => formatMinute(e.from) },
  { key: 'to', title: '结束', render: (e) => formatMinute(e.to) },
  {
    key: 'now',
    title: '状态',
    render: (e) =>
      e.now ? <StateTag tone="active" text="现在有效" /> : <StateTag tone="waiting" text="未到时间" />,
  },
]
