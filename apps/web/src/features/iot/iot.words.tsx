import { alarmKinds, eventKindWords, type GrantRow, type IotEvent } from '@portal/contract/iot/door-access'
import {
  gatewayStateWords,
  MOST_CHOSEN,
  type GatewayState,
  type Skipped,
  type UnitRow,
} from '@portal/contract/iot/iot'
import { EMPTY } from '../../lib/format.ts'
import { say } from '../../lib/tell.ts'
import { sendInParts } from '../../lib/verdicts.ts'
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
/** Whether a grant opens anything now; one that begins later does not yet. */
function findGrantState(g: GrantRow): { tone: StateTone; text: string } {
  const now = Date.now()
  if (g.withdrawn) return { tone: 'stopped', text: '已收回' }
  if (g.to !== null && Date.parse(g.to) <= now) return { tone: 'done', text: '已结束' }
  return Date.parse(g.from) > now ? { tone: 'waiting', text: '未到时间' } : { tone: 'active', text: '有效' }
}
export const GrantTag = ({ grant }: { grant: GrantRow }) => <StateTag {...findGrantState(grant)} />
/** The device, lab or room of a sub-device. */
export const namePlace = (u: UnitRow): string => u.device?.name ?? u.lab?.name ?? u.room?.name ?? '未关联'

/** The state last reported by the gateway. */
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

interface End {
  done: readonly unknown[]
  skipped: readonly Skipped[]
}
/**
 * Words the result of a batch: how many are done, how many of which the server has said nothing, and which
 * were skipped, with reasons.
 */
function wordEnd(deed: string, noun: string, { done, skipped }: End, unanswered: number): string {
  const left = skipped.map((s) => `“${s.name}”${s.why}`).join('；')
  const first = done.length > 0 ? `已${deed} ${done.length} 个${noun}` : `没有${deed}任何${noun}`
  const silent = unanswered > 0 ? `，${unanswered} 个没有得到答复` : ''
  return `${first}${silent}${skipped.length > 0 ? `，跳过 ${skipped.length} 个：${left}` : ''}`
}
/** Sends a batch in parts and shows the result of all of them in one message. */
export async function endInParts<Row>(
  rows: readonly Row[],
  send: (part: readonly Row[]) => Promise<End>,
  deed: string,
  noun: string,
): Promise<void> {
  const tell = (ends: readonly End[], unanswered = 0) => {
    const [done, skipped] = [ends.flatMap((e) => e.done), ends.flatMap((e) => e.skipped)]
    const whole = skipped.length === 0 && unanswered === 0
    say(whole ? 'success' : 'warning', wordEnd(deed, noun, { done, skipped }, unanswered))
  }
  tell(await sendInParts(rows, send, tell, MOST_CHOSEN))
}
