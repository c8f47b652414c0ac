import { registerAvailability, registerReadiness } from '../device/device.service.ts'
import { filterFree } from './free.action.ts'
import { judgeDevices } from './readiness.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** These live bookings lie in hours that are closed now, which whoever closed them knew. */
    'opening.closed': { bookingIds: number[]; reason: string }
    /** These were told so, and lie in open hours again. */
    'opening.reopened': { bookingIds: number[] }
    /** Who operates the device needs a qualification from now on. */
    'opening.qualification_asked': { deviceId: number }
  }
}

/** Lists of devices can be asked for those that are free on a day, and say which can be booked at all. */
export function openingListeners(): void {
  registerAvailability(filterFree)
  registerReadiness(judgeDevices)
}
