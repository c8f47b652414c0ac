import type { BookingKind, PayMode } from '@portal/contract/booking/booking'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type { Interval, Schedule } from '../opening/opening.rules.ts'

/** How a device is opened for booking (table `opening`). */
export interface Opening {
  enabled: boolean
  selfOperated: boolean
  sampleDelivery: boolean
  capacity: number
  gridMinutes: number
  minMinutes: number
  maxMinutes: number
  horizonDays: number
  noticeMinutes: number
  cancelLimitMinutes: number
  cancelFeeFen: number
  graceMinutes: number
  quotaDayMinutes: number | null
  quotaWeekMinutes: number | null
  quotaRunning: number | null
  admittedTiers: readonly string[]
  admittedUserTypes: readonly string[] | null
  qualificationRequired: boolean
  payModes: readonly PayMode[]
  fundCardRequired: boolean
}

export interface DeviceFacts {
  status: 'normal' | 'maintenance' | 'broken' | 'scrapped'
  statusNote: string | null
  shared: boolean
  /** False: its laboratory is closed, and with it all that stands in it. */
  labEnabled: boolean
  /** Its scrapping was handed in. */
  scrapping: boolean
  /** When a repair gives it back; known only to a booking that is changed. */
  backAt?: Date | null
}

/** What the booker already has on this device, this request apart. */
export interface Used {
  dayMinutes: number
  weekMinutes: number
  running: number
}

export interface Facts {
  device: DeviceFacts
  /** Null: never opened for booking. */
  opening: Opening | null
  schedule: Schedule
  booker: { tier: string; userType: string; suspendedUntil: Date | null }
  /** The qualification of whoever will operate the device; null: none was ever granted. */
  qualification: { validUntil: Date | null } | null
  /** Are the payer and the experimenter people who can take part? */
  payerKnown: boolean
  experimenterKnown: boolean
  /** Seats that somebody else has at some time of the period. */
  taken: readonly number[]
  /** Null where the device has no quota. */
  used: Used | null
  /** Undefined: no price for this tier. */
  quote: Quote | undefined
  /** The payer names the card when he agrees, so none is asked for now. */
  payerNamesCard: boolean
  /**
   * The payer, the booker himself or another, is a student without a card; with whom the booker may name
   * instead. Null: he can pay.
   */
  unpaid: { self: boolean; supervisor: string | null } | null
  /** What the fund card has against paying the estimate. */
  card: readonly Reason[]
}

export interface Request {
  kind: BookingKind
  /** Null: delivered samples that wait for their time. */
  period: Interval | null
  seat: number | null
  payMode: PayMode
  fundCardId: number | null
}
