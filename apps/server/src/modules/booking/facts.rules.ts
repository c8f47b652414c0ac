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
  /** False: its laboratory is closed, and with it all its devices. */
  labEnabled: boolean
  /** An application to scrap the device is pending. */
  scrapping: boolean
  /** When the device returns from repair; known only when a booking is changed. */
  backAt?: Date | null
}

/** What the booker has already booked on this device, without this request. */
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
  /** The experimenter's qualification for the device; null: none was ever granted. */
  qualification: { validUntil: Date | null } | null
  /** True if the payer may take part; `experimenterKnown` says the same of the experimenter. */
  payerKnown: boolean
  experimenterKnown: boolean
  /** Seats that other bookings have at some time of the period. */
  taken: readonly number[]
  /** Null where the device has no quota. */
  used: Used | null
  /** Undefined: no price for this tier. */
  quote: Quote | undefined
  /** The payer names the card when approving, so none is required now. */
  payerNamesCard: boolean
  /**
   * The payer (the booker if `self`) is a student without a card; `supervisor` is the person to name instead.
   * Null: the payer can pay.
   */
  unpaid: { self: boolean; supervisor: string | null } | null
  /** Reasons why the fund card cannot pay the estimate. */
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
