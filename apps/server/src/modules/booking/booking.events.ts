import type { BookingState } from '@portal/contract/booking/booking'
import { listen } from '../../kernel/events.ts'
import { fileReaders } from './attachment.service.ts'
import type {} from '../lab/lab.events.ts'
import { approvalOrder } from './booking.flow.ts'
import { followDevice, warnOfDevice, warnOfLab } from './device-news.service.ts'
import { decideBySystem } from './due.service.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** A use has ended, by hand or by the clock: a test order can be filled. */
    'booking.finished': { bookingId: number; deviceId: number; labId: number; finishedAt: Date; bySystem: boolean }
    /** Cancelled; with a fee where the free time for that was over. */
    'booking.cancelled': { bookingId: number; deviceId: number; labId: number; feeFen: number }
    /** Nobody came; with what that costs. */
    'booking.missed': { bookingId: number; deviceId: number; labId: number; feeFen: number }
    /** Any step, after it was written. `from` is null for a new one. */
    'booking.changed': { bookingId: number; deviceId: number; from: BookingState | null; to: BookingState }
  }
}

export function bookingListeners(): void {
  fileReaders()
  listen('device.status_changed', warnOfDevice)
  listen('lab.closed', warnOfLab)
  listen('device.moved', followDevice)
  listen('approval.due', async (ctx, { business, rowId, step, action }) => {
    const approval = approvalOrder.find((a) => a === step)
    if (business === 'booking' && approval) await decideBySystem(ctx, rowId, approval, action)
  })
}
