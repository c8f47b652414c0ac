import type { BookingState } from '@portal/contract/booking/booking'
import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import { findToday } from '../../kernel/time.ts'
import type {} from '../fund-card/fund-card.events.ts'
import type {} from '../lab/lab.events.ts'
import type {} from '../opening/opening.events.ts'
import type {} from '../qualification/qualification.events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerBookingReaders } from '../form/form.service.ts'
import { approvalOrder } from './booking.flow.ts'
import { bookings } from './booking.process.ts'
import { endFeeds } from './calendar/feed.store.ts'
import {
  followDevice,
  tellReopened,
  warnOfClosing,
  warnOfDevice,
  warnOfLab,
  warnUnqualified,
} from './use/device-news.action.ts'
import { decideBySystem } from './use/due.action.ts'
import { askReturned, loseCard } from './decide/leaving.action.ts'
import { findOnLostCards } from './decide/leaving.store.ts'
import { endFaulty } from './use/ending.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** A use was ended, by a person or the system: its test order can be filled in. */
    'booking.finished': {
      bookingId: number
      deviceId: number
      labId: number
      finishedAt: Date
      bySystem: boolean
    }
    /** The device failed during a use, which ended there. */
    'booking.faulted': { bookingId: number; deviceId: number; fault: string }
    /** Cancelled; with a fee if the time for free cancellation was over. */
    'booking.cancelled': {
      bookingId: number
      deviceId: number
      labId: number
      feeFen: number
      violation: boolean
    }
    /** A no-show, with its fee. */
    'booking.missed': { bookingId: number; deviceId: number; labId: number; feeFen: number }
    /** A longer use lacks only the payer's consent; the payer has been asked. */
    'booking.extension_asked': { bookingId: number; deviceId: number }
    /** Any step, after it was written. `from` is null for a new one. */
    'booking.changed': { bookingId: number; deviceId: number; from: BookingState | null; to: BookingState }
  }
}

export function bookingListeners(): void {
  // Everyone who may see a booking may read its files and its form answers.
  const sees = (ctx: Ctx, bookingId: number) => bookings.maySee(ctx, bookingId)
  registerFileReaders('booking', sees)
  registerBookingReaders(sees)
  listen('device.status_changed', async (ctx, about) => {
    if (about.status === 'broken') await endFaulty(ctx, about.deviceId, about.note)
    await warnOfDevice(ctx, about)
  })
  listen('lab.closed', warnOfLab)
  listen('people.left', async (ctx, { userIds }) => void (await endFeeds(ctx, userIds)))
  listen('people.returned', async (ctx, { userIds }) => askReturned(ctx, userIds))
  listen('fund_card.closed', async (ctx, { cardId }) => {
    for (const { id } of await findOnLostCards(ctx.db, findToday(ctx), cardId)) await loseCard(ctx, id)
  })
  listen('device.moved', followDevice)
  listen('opening.closed', warnOfClosing)
  listen('opening.reopened', tellReopened)
  listen('opening.qualification_asked', (ctx, { deviceId }) => warnUnqualified(ctx, deviceId, null))
  listen('qualification.narrowed', (ctx, { deviceId, userIds }) => warnUnqualified(ctx, deviceId, userIds))
  listen('approval.due', async (ctx, { business, rowId, step, action }) => {
    const approval = approvalOrder.find((a) => a === step)
    if (business === 'booking' && approval) await decideBySystem(ctx, rowId, approval, action)
  })
}
