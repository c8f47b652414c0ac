import type { DoorState, WallRoom } from '@portal/contract/gate-monitor/gate-monitor'
import { isOnline, type Heard } from './grant.rules.ts'

// How a door stands, and a room on the wall: pure.

export interface Placed extends Heard {
  kind: 'door' | 'air_switch'
  building: string
  room: string
  state: { open?: boolean; on?: boolean } | null
  stateAt: Date | null
  /** The last event that moved it or said that it stands open. */
  eventKind: 'opened' | 'closed' | 'forced' | 'held' | null
  /** When the portal heard of it: a gateway's clock may be off, and tells whole seconds only. */
  eventHeardAt: Date | null
  inside: number
  alarms: number
}

/** An alarm stands until the gateway says, later, that the door is shut. */
export function findDoorState(u: Placed): DoorState | null {
  const alarm = u.eventKind === 'forced' || u.eventKind === 'held' ? u.eventKind : null
  const shutSince = u.state?.open === false && u.stateAt && u.eventHeardAt && u.stateAt > u.eventHeardAt
  if (alarm && !shutSince) return alarm
  if (u.state?.open !== undefined) return u.state.open ? 'open' : 'closed'
  if (u.eventKind === null) return null
  return u.eventKind === 'opened' ? 'open' : 'closed'
}

const byPlace = new Intl.Collator('zh-CN', { numeric: true }).compare
/** Numbers of each room; of a unit that is cut off it is not known how it stands, so it is offline only. */
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
