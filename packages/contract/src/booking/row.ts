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

// A booking as it is answered: in lists, on its page, in calendars.

export const slot = z.object({ startAt: at, endAt: at, seat: z.number() })
export type Slot = z.output<typeof slot>

/** The help that goes with a refused period (`data` of the failure). */
export const slotHelp = z.object({ alternatives: z.array(slot) })
export type SlotHelp = z.output<typeof slotHelp>

export const bookingRow = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  stateAt: at,
  kind: z.enum(bookingKinds),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  seat: z.number(),
  /** How many seats the device has: a seat is worth showing from 2 on. */
  capacity: z.number(),
  startAt: at.nullable(),
  endAt: at.nullable(),
  booker: ref,
  experimenter: ref,
  payer: ref,
  purpose: z.string(),
  payMode: z.enum(payModes),
  estimateFen: z.number(),
  /** It goes by a time that is not named yet: nobody knows the sum, and the estimate says nothing. */
  lacksSum: z.boolean(),
  /** Asked for because it was cancelled too late; paid by a test order of its own. */
  feeFen: z.number(),
  sampleCount: z.number(),
  createdAt: at,
  /** Whoever was to pay has left: somebody else is to be named. */
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
  /** What was answered of it; null: nothing. */
  answers: rowAnswer.nullable(),
  /** The same in words, by the booking's `sampleColumns`. */
  cells: answerCells,
  can: z.array(z.enum(sampleEvents)),
})
export type SampleRow = z.output<typeof sampleRow>

/** An entry of a dictionary: what is sent, and what it is called, also where it is offered no more. */
export const coded = z.object({ value: z.string(), label: z.string() })
export type Coded = z.output<typeof coded>

/** What was said of a project last, as far as it can still be said: a form is filled from it. */
export const saidPurpose = z.object({
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  nature: z.enum(useNatures).nullable(),
  fundingSource: z.string().nullable(),
  disciplines: z.array(z.string()),
  serviceMode: z.string().nullable(),
})
export type SaidPurpose = z.output<typeof saidPurpose>

/** What somebody is known by, for whoever says yes or no to him: of the last twelve months. */
export const conduct = z.object({
  /** Whoever will use the instrument: how often it was by him, when last, and how often any was. */
  uses: z.object({ here: z.number(), lastHereAt: at.nullable(), all: z.number() }),
  /** May he operate it? Null: it asks nobody for that. */
  qualification: z.object({ granted: z.boolean(), validUntil: at.nullable() }).nullable(),
  /** Promises that whoever booked has not kept; those that were revoked do not count. */
  violations: z.array(z.object({ kind: z.enum(violationKinds), times: z.number() })),
})
export type Conduct = z.output<typeof conduct>

/** How far its bill is: confirmed and to be paid, paid, or written off. */
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
  /** While it waits, for those of the laboratory who decide; null: for everybody else. */
  conduct: conduct.nullable(),
  /** Refusals that a director or administrator set aside. */
  overridden: z.array(z.string()),
  quote,
  /** The card's number and name for those who pay or approve; for others only that there is one. */
  fundCard: z
    .object({ id: z.number(), number: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  /** Frozen on the card now. */
  heldFen: z.number(),
  startedAt: at.nullable(),
  finishedAt: at.nullable(),
  /** How the use ended; null: it has not, or before that was written down. */
  endKind: z.enum(useEnds).nullable(),
  /**
   * Who holds the seat now that this booking's time has come: in words for everybody, the booking for those
   * who may see it.
   */
  occupied: z.object({ text: z.string(), bookingId: z.number().nullable() }).nullable(),
  samples: z.array(sampleRow),
  /** What the instrument asked of each of them. */
  sampleColumns: z.array(z.string()),
  attachments: z.array(attachment),
  /** What was filled in of the forms that the instrument asks, the newest on each occasion. */
  answers: z.array(boundAnswer),
  /** Keys: create, payer, reviewer, director, use, test_order, end. */
  progress: z.array(progressStep),
  history: z.array(historyEntry),
  /** Once its use has been billed; null before, and where nothing was. */
  bill: z.object({ state: z.enum(billStates), at }).nullable(),
  /** Why the device cannot be used now, while the booking is to come; null: it can. */
  deviceDown: z.string().nullable(),
  /** Its time was closed after it was booked: nobody holds him to it. */
  hoursClosed: z.boolean(),
  /** What cancelling now would cost; null when it cannot be cancelled by anybody any more. */
  cancelTerms: z
    .object({
      freeUntil: at.nullable(),
      late: z.boolean(),
      feeFen: z.number(),
      violation: z.boolean(),
      text: z.string(),
    })
    .nullable(),
  /** What staying away costs, in one sentence; null where nobody is held to it. */
  missText: z.string().nullable(),
  /** From when to when `start` works; null where there is no time yet. */
  startWindow: z
    .object({ from: at, /** Null: without end, the lab has the samples. */ until: at.nullable() })
    .nullable(),
  /** Furthest end `extend` could reach now, for those who may extend. */
  extendUntil: at.nullable(),
  gridMinutes: z.number(),
  /**
   * What belongs to a yes in this state: when delivered samples are tested, which card pays; `payment`: it is
   * the booker's own.
   */
  asks: z.object({ time: z.boolean(), card: z.boolean(), payment: z.boolean() }),
})
export type BookingDetail = z.output<typeof bookingDetail>

/** Without gaps; closed ones say why if an exception closed them. */
export const stretches = z.array(
  z.object({ startAt: at, endAt: at, open: z.boolean(), reason: z.string().nullable() }),
)
/** Taken time. `id`, `state` and `who` only for those who may see the booking. */
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

/** The row after a step: what a list or page needs to go on without asking again. */
export const stepped = z.object({
  id: z.number(),
  state: z.enum(bookingStates),
  startAt: at.nullable(),
  endAt: at.nullable(),
  seat: z.number(),
  estimateFen: z.number(),
})
