import { makeRef } from '@portal/contract/kernel/rows'
import type { EventRecord } from './event.store.ts'
import { isOnline } from './grant.rules.ts'
import { showEvent } from './iot.view.ts'
import { findDoorState } from './monitor.rules.ts'
import type { InsideRecord, MonitoredUnit } from './monitor.store.ts'

export function showMonitor(
  all: { units: readonly MonitoredUnit[]; alarms: readonly EventRecord[]; inside: readonly InsideRecord[] },
  now: Date,
) {
  const findUnit = (u: MonitoredUnit) => ({
    id: u.id,
    name: u.name,
    building: u.building,
    room: u.room,
    online: isOnline(u, now),
  })
  const showLast = (u: MonitoredUnit) => {
    const person = makeRef(u.lastId, u.lastName)
    return person && u.lastAt ? { person, at: u.lastAt } : null
  }
  const counted = all.units.reduce((sum, u) => sum + u.alarms, 0)
  return {
    doors: all.units
      .filter((u) => u.kind === 'door')
      .map((u) => ({ ...findUnit(u), state: findDoorState(u), inside: u.inside, last: showLast(u) })),
    switches: all.units
      .filter((u) => u.kind === 'air_switch')
      .map((u) => ({
        ...findUnit(u),
        on: u.state?.on ?? null,
        amps: u.reading?.amps ?? null,
        readingAt: u.readingAt,
      })),
    alarms: all.alarms.map(showEvent),
    // Alarms without a unit in use are in the list only, so the larger of both numbers is shown.
    alarmCount: Math.max(counted, all.alarms.length),
    inside: all.inside.map((i) => ({
      person: { id: i.userId, name: i.userName },
      unit: { id: i.unitId, name: i.unitName },
      at: i.at,
      bookingId: i.bookingId,
    })),
    at: now,
  }
}
