import {
  doorStateWords,
  INSIDE_HOURS,
  type GateMonitor,
  type MonitorDoor,
  type MonitorSwitch,
} from '@portal/contract/gate-monitor/gate-monitor'
import { Link } from 'react-router'
import { EMPTY, formatMinute, formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Whole } from '../../../ui/whole.tsx'

const nameOfPlace = (u: { building: string; room: string }) =>
  [u.building, u.room].filter(Boolean).join(' ') || EMPTY
/** Everybody who sees a unit here keeps it, and so may open it. */
const linkUnit = (u: { id: number; name: string }) => (
  <Link to={to('/iot-device/iot-sub-device', { id: u.id })}>{u.name}</Link>
)
/** The state of a disconnected door is unknown: its last report is shown in brackets. */
function DoorTag({ door: d }: { door: MonitorDoor }) {
  const word = d.state && doorStateWords[d.state]
  if (!d.online) return <StateTag tone="stopped" text={word ? `离线（${word}）` : '离线'} />
  if (!d.state) return <StateTag tone="draft" text="未上报" />
  const tone = d.state === 'open' ? 'active' : d.state === 'closed' ? 'done' : 'refused'
  return <StateTag tone={tone} text={doorStateWords[d.state]} />
}
/** Order by urgency; doors of equal urgency keep the server's order. */
const findUrgency = (d: MonitorDoor): number =>
  d.online ? { forced: 0, held: 1, open: 3, closed: 4 }[d.state ?? 'closed'] : 2
const doorColumns: readonly Column<MonitorDoor>[] = [
  { key: 'name', title: '门禁', main: true, render: linkUnit },
  { key: 'place', title: '位置', render: nameOfPlace },
  { key: 'state', title: '状态', render: (d) => <DoorTag door={d} /> },
  {
    key: 'last',
    title: '最近进入',
    render: (d) => d.last && <Whole>{`${d.last.person.name}，${formatShort(d.last.at)}`}</Whole>,
  },
  { key: 'inside', title: '室内人数', align: 'right' },
]
export function Doors({ doors }: { doors: readonly MonitorDoor[] }) {
  const away = doors.filter((d) => !d.online).length
  const sorted = doors.toSorted((a, b) => findUrgency(a) - findUrgency(b))
  return (
    <Card title={`门禁（${doors.length}${away > 0 ? `，离线 ${away}` : ''}）`}>
      {doors.length === 0 ? (
        <p className="muted">没有您可以查看的门禁</p>
      ) : (
        <div className="gate-scroll">
          <DataTable caption="门禁" columns={doorColumns} rows={sorted} rowKey={(d) => d.id} />
        </div>
      )}
    </Card>
  )
}

const switchColumns: readonly Column<MonitorSwitch>[] = [
  { key: 'name', title: '开关', main: true, render: linkUnit },
  { key: 'place', title: '位置', render: nameOfPlace },
  {
    key: 'on',
    title: '状态',
    render: ({ online, on }) => {
      const word = on === null ? null : on ? '通电' : '断电'
      if (!online) return <StateTag tone="stopped" text={word ? `离线（${word}）` : '离线'} />
      return <StateTag tone={on === null ? 'draft' : on ? 'active' : 'done'} text={word ?? '未上报'} />
    },
  },
  {
    key: 'amps',
    title: '电流',
    align: 'right',
    render: (s) => s.amps !== null && <span title={formatMinute(s.readingAt)}>{s.amps} A</span>,
  },
]
/** Counts as the wall does: of a disconnected switch nobody knows whether it is on. */
export function Switches({ switches }: { switches: readonly MonitorSwitch[] }) {
  const on = switches.filter((s) => s.online && s.on).length
  const away = switches.filter((s) => !s.online).length
  return (
    <Card title={`空气开关（${switches.length}，通电 ${on}${away > 0 ? `，离线 ${away}` : ''}）`}>
      {switches.length === 0 ? (
        <p className="muted">没有您可以查看的空气开关</p>
      ) : (
        <div className="gate-scroll">
          <DataTable caption="空气开关" columns={switchColumns} rows={switches} rowKey={(s) => s.id} />
        </div>
      )}
    </Card>
  )
}

type Person = GateMonitor['inside'][number]
const insideColumns: readonly Column<Person>[] = [
  { key: 'person', title: '人员', main: true, render: (p) => p.person.name },
  { key: 'unit', title: '门禁', render: (p) => p.unit.name },
  { key: 'at', title: '进入时间', render: (p) => formatMinute(p.at) },
  { key: 'bookingId', title: '预约编号', render: (p) => p.bookingId },
]
/**
 * People inside. The exit button does not identify who leaves, so the number of people inside may be smaller
 * than the list.
 */
export function Inside({ people, doors }: { people: readonly Person[]; doors: readonly MonitorDoor[] }) {
  const count = doors.reduce((sum, d) => sum + d.inside, 0)
  return (
    <Card title={`室内人员（${count}）`}>
      <p className="muted">
        按最近 {INSIDE_HOURS} 小时的进出记录推算。
        {people.length > count &&
          `按出门按钮离开的人不知姓名，以下 ${people.length} 人中现有 ${count} 人在内。`}
      </p>
      {people.length > 0 && (
        <div className="gate-scroll">
          <DataTable caption="室内人员" columns={insideColumns} rows={people} rowKey={(p) => p.person.id} />
        </div>
      )}
    </Card>
  )
}
