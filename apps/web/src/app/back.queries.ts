import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { homeCalls } from '@portal/contract/home/home'
import { view } from '@portal/contract/kernel/permissions'
import { mailCalls } from '@portal/contract/mail/mail'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { defineRead } from '../lib/query.ts'
import { useHolds } from '../lib/session.ts'

// Requests of the back office's frame; kept apart so that the other frames do not load these calls.

const readWaiting = defineRead(approvalCalls.wait)
const readFaults = defineRead(monitorCalls.exceptions)
const readMail = defineRead(mailCalls.outbox)
const readBookings = defineRead(bookingCalls.list)
const readHome = defineRead(homeCalls.get)
const one = { page: 0, size: 1 }
const often = { refetchInterval: 60_000 }

/** The counts of the landing page that this user has the right to see. */
export function useOffice(today: string) {
  const [admin, faults, bookings] = [
    useHolds(['ADMIN']),
    useHolds(['EXCEPTION_LOG_ALL', 'EXCEPTION_LOG_EDIT']),
    useHolds(view('SUBSCRIBE_ORDER')),
  ]
  return {
    waiting: readWaiting({}, often),
    bookings: readBookings(
      { query: { ...one, scope: 'all', fromDay: today, toDay: today } },
      { ...often, enabled: bookings },
    ).data?.total,
    faults: readFaults({ query: { ...one, state: 'open' } }, { ...often, enabled: faults }).data?.total,
    mail: readMail({ query: { ...one, state: 'failed' } }, { ...often, enabled: admin }).data?.total,
    figures: readHome({}, { staleTime: 60_000 }).data?.figures,
  }
}
