import type { BookingKind } from '@portal/contract/booking/booking'
import type { PriceTier, Quote } from '@portal/contract/price-plan/price-plan'
import type { Approval } from '../../modules/booking/booking.flow.ts'
import { makeQuote } from '../../modules/price-plan/quote.rules.ts'
import type { OpenDevice, PlanVersion, User } from '../campus/model.ts'

/** Where a booking leaves the way to its end, and how. `wait`: whoever is awaited there never acts. */
export interface Ending {
  at: Approval | 'use' | 'finish'
  how: 'refuse' | 'cancel' | 'expire' | 'revoke' | 'miss' | 'wait'
}
export interface SampleFacts {
  name: string
  count: number
  form: string
  hazard: string
  returnWanted: boolean
  wishes: string | null
}
export interface BookingFacts {
  id: number
  device: OpenDevice
  seat: number
  startAt: Date
  endAt: Date
  kind: BookingKind
  booker: User
  experimenter: User
  payer: User
  payMode: 'immediate' | 'post'
  /** The payer's card for immediate payment. */
  cardId: number | null
  /** Of the use as planned, and (delivered samples without a time yet) of the use as far as it is known. */
  quote: Quote
  firstQuote: Quote
  samples: readonly SampleFacts[]
  purpose: string
  project: string
  createdAt: Date
  ending: Ending | null
}
/** A booking whose use has ended: what a test order is filled from. */
export interface Used {
  facts: BookingFacts
  startedAt: Date
  finishedAt: Date
  reviewer: User
  director: User
  heldFen: number
}

/** What so many minutes cost a tier that the plan has a price for. */
export const pricer =
  (plan: PlanVersion, tier: PriceTier, samples: readonly SampleFacts[]) =>
  (minutes: number): Quote => {
    const quote = makeQuote(plan, tier, { minutes, samples: samples.reduce((n, s) => n + s.count, 0) })
    if (!quote) throw new Error(`demo: plan ${plan.id} has no price for ${tier}`)
    return quote
  }
