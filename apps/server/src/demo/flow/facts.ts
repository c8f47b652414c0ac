import type { BookingKind } from '@portal/contract/booking/booking'
import type { PriceTier, Quote } from '@portal/contract/price-plan/price-plan'
import type { Approval } from '../../modules/booking/booking.flow.ts'
import { makeQuote } from '../../modules/price-plan/quote.rules.ts'
import type { OpenDevice, PlanVersion, User } from '../campus/model.ts'

/** At which step and how a booking ends early. `wait`: the person asked at that step never acts. */
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
  /**
   * `quote`: for the planned use; `firstQuote`: for what is known at first (delivered samples have no time
   * yet).
   */
  quote: Quote
  firstQuote: Quote
  samples: readonly SampleFacts[]
  purpose: string
  project: string
  createdAt: Date
  ending: Ending | null
}
/** A booking whose use has ended: the input of a test order. */
export interface Used {
  facts: BookingFacts
  startedAt: Date
  finishedAt: Date
  reviewer: User
  director: User
  heldFen: number
}

/** Returns the price of a number of minutes; throws if the plan has no price for the tier. */
export const pricer =
  (plan: PlanVersion, tier: PriceTier, samples: readonly SampleFacts[]) =>
  (minutes: number): Quote => {
    const quote = makeQuote(plan, tier, { minutes, samples: samples.reduce((n, s) => n + s.count, 0) })
    if (!quote) throw new Error(`demo: plan ${plan.id} has no price for ${tier}`)
    return quote
  }
