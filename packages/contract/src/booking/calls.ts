import { calendarCalls } from './calendar-calls.ts'
import { changeCalls } from './change-calls.ts'
import { decideCalls } from './decide-calls.ts'
import { feedCalls } from './feed-calls.ts'
import { listCalls } from './list-calls.ts'
import { placeCalls } from './place-calls.ts'
import { useCalls } from './use-calls.ts'

/** Every call of bookings, grouped by the file that defines it. */
export const bookingCalls = {
  ...listCalls,
  ...calendarCalls,
  ...feedCalls,
  ...placeCalls,
  ...changeCalls,
  ...decideCalls,
  ...useCalls,
}
