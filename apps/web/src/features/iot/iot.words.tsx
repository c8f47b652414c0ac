import { alarmKinds, eventKindWords, type IotEvent } from '@portal/contract/iot/door-access'
import { gatewayStateWords, type GatewayState, type UnitRow } from '@portal/contract/iot/iot'
import { EMPTY } from '../../lib/format.ts'
import { StateTag, type StateTone } from '../../ui/state-tag.tsx'

const tones: Record<GatewayState, StateTone> = {
  new: 'waiting',
  online: 'active',
  offline: 'refused',
  retired: 'stopped',
}
export const GatewayTag = ({ state }: { state: GatewayState }) => (
  <StateTag tone={tones[state]} text={gatewayStateWords[state]} />
)
export const UnitTag = ({ unit: u }: { unit: UnitRow }) =>
  u.retiredAt ? (
    <StateTag tone="stopped" text={u.replacedBy ? '已更换' : '已停用'} />
  ) : (
    <StateTag tone={u.online ? 'active' : 'refused'} text={u.online ? '在线' : '离线'} />
  )
export const EventTag = ({ event: e }: { event: IotEvent }) => (
  <StateTag tone={alarmKinds.includes(e.kind) ? 'refused' : 'done'} text={eventKindWords[e.kind]} />
)
/** Where it belongs. */
export const namePlace = (u: UnitRow): string => u.device?.name ?? u.lab?.name ?? u.room?.name ?? '未关联'

/** What its gateway says of it now. */
export function nameState(u: UnitRow): string {
  const says = [
    u.open !== null && (u.open ? '门开' : '门关'),
    u.on !== null && (u.on ? '通电' : '断电'),
    u.amps !== null && `${u.amps} A`,
    u.watts !== null && `${u.watts} W`,
    u.kwh !== null && `${u.kwh.toFixed(2)} kWh`,
    u.celsius !== null && `${u.celsius} ℃`,
    u.humidity !== null && `${u.humidity} %`,
  ].filter((s) => s !== false)
  return says.join('，') || EMPTY
}
