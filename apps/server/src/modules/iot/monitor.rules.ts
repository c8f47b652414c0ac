import type { DoorState, WallRoom } from '@portal/contract/gate-monitor/gate-monitor'
import { isOnline, type Heard } from './grant.rules.ts'

// The state of a door, and the numbers of a room on the wall. Pure functions.

export interface Placed extends Heard {
  kind: 'door' | 'air_switch'
  building: string
  room: string
  state: { open?: boolean; on?: boolean } | null
  stateAt: Date | null
  /** The last event that moved the door or reported that it stands open. */
  eventKind: 'opened' | 'closed' | 'forced' | 'held' | null
  /** When the portal received that event: a gateway's clock may be wrong, and has whole seconds only. */
  eventHeardAt: Date | null
  inside: number
  alarms: number
}

/** An alarm holds until the gateway reports, later, that the door is closed. Null: unknown. */
export function findDoorState(u: Placed): DoorState | null {
  const alarm = u.eventKind === 'forced' || u.eventKind === 'held' ? u.eventKind : null
  const shutSince = u.state?.open === false && u.stateAt && u.eventHeardAt && u.stateAt > u.eventHeardAt
  if (alarm && !shutSince) return alarm
  if (u.state?.open !== undefined) return u.state.open ? 'open' : 'closed'
  if (u.eventKind === null) return null
  return u.eventKind === 'opened' ? 'open' : 'closed'
}

const byPlace = new Intl.Collator('zh-CN', { numeric: true }).compare
/** Numbers of each room. The state of an offline unit is unknown, so the unit counts as offline only. */
export function countRooms(units: readonly Placed[], now: Date): WallRoom[] {
  const rooms = new Map<string, WallRoom>()
  for (const u of units) {
    const key = `${u.building}\n${u.room}`
    const r = rooms.get(key) ?? {
      building: u.building,
      room: u.room,
      doors: 0,
      open: 0,
      held: 0,
      forced: 0,
      offline: 0,
      switches: 0,
      on: 0,
      inside: 0,
      alarms: 0,
    }
    rooms.set(key, r)
    const online = isOnline(u, now)
    if (!online) r.offline++
    r.alarms += u.alarms
    r.inside += u.inside
    if (u.kind === 'air_switch') {
      r.switches++
      if (online && u.state?.on) r.on++
      continue
    }
    r.doors++
    const state = online ? findDoorState(u) : null
    if (state && state !== 'closed') r[state]++
  }
  return [...rooms.values()].sort((a, b) => byPlace(a.building, b.building) || byPlace(a.room, b.room))
}
