import { registerAvailability, registerReadiness } from '../device/device.service.ts'
import { filterFree } from './free.action.ts'
import { judgeDevices } from './readiness.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** These live bookings lie in hours that are closed now; the caller was warned and accepted. */
    'opening.closed': { bookingIds: number[]; reason: string }
    /** These bookings were marked as closed and lie in open hours again. */
    'opening.reopened': { bookingIds: number[] }
    /** The device requires a qualification from now on. */
    'opening.qualification_asked': { deviceId: number }
  }
}

/** Lets device lists filter by free days and show whether a device can be booked. */
export function openingListeners(): void {
  registerAvailability(filterFree)
  registerReadiness(judgeDevices)
}
