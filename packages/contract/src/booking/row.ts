import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { attachment, historyEntry, progressStep, ref } from '../kernel/rows.ts'
import { quote } from '../price-plan/price-plan.ts'
import { answerCells, boundAnswer, rowAnswer } from '../form/binding.ts'
import { useNatures } from '../use-ledger/use-ledger.ts'
import { violationKinds } from '../violation/violation.ts'
import {
  bookingEvents,
  bookingKinds,
  bookingStates,
  payModes,
  sampleEvents,
  sampleStates,
  useEnds,
} from './booking.ts'

// The reply fields of a booking: in lists, on its page, in calendars.

export const slot = z.object({ startAt: at, endAt: at, seat: z.number() })
export type Slot = z.output<typeof slot>

/** Help for a refused period (`data` of the failure). */
export const slotHelp = z.object({ alternatives: z.array(slot) })

export const bookingRow = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  stateAt: at,
  kind: z.enum(bookingKinds),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  seat: z.number(),
  /** How many seats the device has; the seat is shown only if there are 2 or more. */
  capacity: z.number(),
  startAt: at.nullable(),
  endAt: at.nullable(),
  booker: ref,
  experimenter: ref,
  payer: ref,
  purpose: z.string(),
  payMode: z.enum(payModes),
  estimateFen: z.number(),
  /** The price depends on a time that is not set yet, so the estimate is meaningless. */
  lacksSum: z.boolean(),
  /**
   * Fee in fen for a late cancellation or a no-show, as on the test order by which it is paid: 0 once it is
   * waived.
   */
  feeFen: z.number(),
  sampleCount: z.number(),
  createdAt: at,
  /** The payer's account is disabled, so the booker or director must name a new payer. */
  payerGone: z.boolean(),
  can: z.array(z.enum(bookingEvents)),
})
export type BookingRow = z.output<typeof bookingRow>

export const sampleRow = z.object({
  id: z.number(),
  name: z.string(),
  count: z.number(),
  form: z.string().nullable(),
  hazard: z.string().nullable(),
  returnWanted: z.boolean(),
  wishes: z.string().nullable(),
  state: z.enum(sampleStates),
  /** Answers to the sample form; null if there are none. */
  answers: rowAnswer.nullable(),
  /** The same answers as text, in the order of the booking's `sampleColumns`. */
  cells: answerCells,
  can: z.array(z.enum(sampleEvents)),
})
export type SampleRow = z.output<typeof sampleRow>

/** A dictionary entry: `value` is the code to send, `label` its name, also for entries no longer offered. */
export const coded = z.object({ value: z.string(), label: z.string() })
export type Coded = z.output<typeof coded>

/**
 * The purpose of the last booking for a project, without codes that are no longer offered; it prefills the
 * form.
 */
export const saidPurpose = z.object({
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  nature: z.enum(useNatures).nullable(),
  fundingSource: z.string().nullable(),
  disciplines: z.array(z.string()),
  serviceMode: z.string().nullable(),
})
export type SaidPurpose = z.output<typeof saidPurpose>

/** The conduct of the booking's people in the last twelve months, for the people who decide on it. */
export const conduct = z.object({
  /**
   * Uses of the experimenter: how many of this instrument, the last of them, and how many of any instrument.
   */
  uses: z.object({ here: z.number(), lastHereAt: at.nullable(), all: z.number() }),
  /** The experimenter's qualification; null if the instrument requires none. */
  qualification: z.object({ granted: z.boolean(), validUntil: at.nullable() }).nullable(),
  /** The booker's violations by kind, without revoked ones. */
  violations: z.array(z.object({ kind: z.enum(violationKinds), times: z.number() })),
})
export type Conduct = z.output<typeof conduct>

/** State of the bill: confirmed and unpaid, paid, or written off. */
export const billStates = ['open', 'settled', 'written_off'] as const
export type BillState = (typeof billStates)[number]

export const bookingDetail = bookingRow.extend({
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  nature: z.enum(useNatures).nullable(),
  fundingSource: coded.nullable(),
  disciplines: z.array(coded),
  serviceMode: coded.nullable(),
  phone: z.string().nullable(),
  remark: z.string().nullable(),
  /** Why it was refused, cancelled or revoked. */
  reason: z.string().nullable(),
  /** While the booking waits, for the deciders in the laboratory; null for everybody else. */
  conduct: conduct.nullable(),
  /** Codes of refusals that a director or administrator set aside. */
  overridden: z.array(z.string()),
  quote,
  /** Payers and approvers see the card's number and name; others see only that there is one. */
  fundCard: z
    .object({ id: z.number(), number: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  /** Amount frozen on the card now, in fen. */
  heldFen: z.number(),
  startedAt: at.nullable(),
  finishedAt: at.nullable(),
  /** How the use ended; null if it has not ended, or ended before the portal recorded this. */
  endKind: z.enum(useEnds).nullable(),
  /**
   * Who still holds the seat after this booking's start time: `text` for everybody, the booking's id only for
   * people who may see it.
   */
  occupied: z.object({ text: z.string(), bookingId: z.number().nullable() }).nullable(),
  samples: z.array(sampleRow),
  /** Questions of the sample form. */
  sampleColumns: z.array(z.string()),
  attachments: z.array(attachment),
  /** Answers to the forms that the instrument asks, the newest of each occasion. */
  answers: z.array(boundAnswer),
  /** Keys: create, payer, reviewer, director, use, test_order, end. */
  progress: z.array(progressStep),
  history: z.array(historyEntry),
  /** The bill of the use; null before it is billed, and if there is nothing to bill. */
  bill: z.object({ state: z.enum(billStates), at }).nullable(),
  /** Why the device cannot be used now, for bookings still to come; null if it can. */
  deviceDown: z.string().nullable(),
  /** The time was closed after the booking was made, so the booker is not held to it. */
  hoursClosed: z.boolean(),
  /** What cancelling now would cost; null if nobody can cancel any more. */
  cancelTerms: z
    .object({
      freeUntil: at.nullable(),
      late: z.boolean(),
      feeFen: z.number(),
      violation: z.boolean(),
      text: z.string(),
    })
    .nullable(),
  /** Consequence of staying away, in one sentence; null if there is none. */
  missText: z.string().nullable(),
  /** When `start` works; null if the booking has no time yet. */
  startWindow: z
    .object({ from: at, /** Null: no end, because the lab has the samples. */ until: at.nullable() })
    .nullable(),
  /** Latest end that `extend` could reach now, for people who may extend. */
  extendUntil: at.nullable(),
  gridMinutes: z.number(),
  /**
   * What an approval in this state must contain: a time for delivered samples, the fund card that pays.
   * `payment`: the booker is also the payer, so the approval is their own payment.
   */
  asks: z.object({ time: z.boolean(), card: z.boolean(), payment: z.boolean() }),
})
export type BookingDetail = z.output<typeof bookingDetail>

/** Opening hours as consecutive stretches without gaps. `reason` says why an exception closed a stretch. */
export const stretches = z.array(
  z.object({ startAt: at, endAt: at, open: z.boolean(), reason: z.string().nullable() }),
)
/** Taken time. Only people who may see the booking get `id`, `state` and `who`. */
export const busy = z.array(
  z.object({
    startAt: at,
    endAt: at,
    seat: z.number(),
    mine: z.boolean(),
    id: z.number().nullable(),
    state: z.enum(bookingStates).nullable(),
    who: z.string().nullable(),
  }),
)

/** The row after a step, so that a list or page need not request it again. */
export const stepped = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  startAt: at.nullable(),
  endAt: at.nullable(),
  seat: z.number(),
  estimateFen: z.number(),
})
