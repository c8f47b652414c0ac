import { addDays, addMinutes, findInstant } from '../../kernel/time.ts'
import { findTier } from '../../modules/price-plan/quote.rules.ts'
import { castCards, castDevices, type CastName } from '../cast.ts'
import { castId } from '../campus/labs.ts'
import type { Card, Frame, OpenDevice, User } from '../campus/model.ts'
import { planOn } from '../campus/prices.ts'
import { Random } from '../random.ts'
import type { bookingTeller } from './booking.ts'
import { pricer, type BookingFacts, type Ending, type SampleFacts } from './facts.ts'
import { promptly, type Journal } from './journal.ts'
import type { payingQueue } from './paying.ts'
import type { SettlementEnd } from './settlement.ts'
import type { OrderStop, OrderTurn, testOrderTeller } from './test-order.ts'

/** One booking of the cast, and how far it gets. */
interface Plot {
  booker: CastName
  payer: CastName
  /** Days from today and minute of that day; `now`: running at this moment. */
  on: readonly [day: number, minute: number] | 'now'
  /** Duration, if it is not MINUTES. */
  minutes?: number
  samples?: true
  payMode?: 'immediate'
  ending?: Ending
  stop?: OrderStop
  turn?: OrderTurn
  settlement?: { end: SettlementEnd; by: CastName; cards: readonly (keyof typeof castCards)[] }
}
const student = { booker: 'booker', payer: 'payer' } as const
const other = { booker: 'experimenter', payer: 'payer' } as const
const teacher = { booker: 'payer', payer: 'payer' } as const
const company = { booker: 'offcampus', payer: 'offcampus' } as const
const own = (end: SettlementEnd) => ({ end, by: 'payer', cards: ['payers'] }) as const
const lent = (end: SettlementEnd) => ({ end, by: 'booker', cards: ['authorised'] }) as const
const bank = (end: SettlementEnd) => ({ end, by: 'offcampus', cards: [] }) as const

/**
 * Bookings 1, 2, 3 … on the cast's fourth device, which together cover every state of bookings, test orders
 * and settlements.
 */
const plots: readonly Plot[] = [
  // Bookings before their use.
  { ...student, on: [3, 540], payMode: 'immediate', ending: { at: 'payer', how: 'wait' } },
  { ...student, on: [4, 540], ending: { at: 'reviewer', how: 'wait' } },
  { ...student, on: [5, 540], payMode: 'immediate', ending: { at: 'director', how: 'wait' } },
  { ...student, on: [6, 540], payMode: 'immediate', ending: { at: 'use', how: 'wait' } },
  { ...student, on: [9, 600], samples: true, ending: { at: 'reviewer', how: 'wait' } },
  { ...company, on: [7, 540], samples: true, ending: { at: 'use', how: 'wait' } },
  // A running use, and bookings that ended without one.
  { ...student, on: 'now', ending: { at: 'finish', how: 'wait' } },
  { ...student, on: [-5, 540], ending: { at: 'reviewer', how: 'refuse' } },
  { ...student, on: [-6, 540], payMode: 'immediate', ending: { at: 'use', how: 'cancel' } },
  { ...other, on: [-7, 540], ending: { at: 'use', how: 'miss' } },
  { ...student, on: [-8, 540], ending: { at: 'director', how: 'expire' } },
  { ...student, on: [-9, 540], ending: { at: 'use', how: 'revoke' } },
  // Test orders.
  { ...student, on: [-3, 480], stop: 'fill' },
  { ...student, on: [-3, 600], samples: true, stop: 'director' },
  { ...student, on: [-3, 720], stop: 'booker' },
  { ...student, on: [-4, 480] },
  { ...company, on: [-4, 600], samples: true },
  // Settlements.
  { ...student, on: [-12, 480], settlement: lent('card_owner') },
  { ...teacher, on: [-12, 600], payMode: 'immediate', settlement: own('finance') },
  { ...company, on: [-12, 720], settlement: bank('remittance') },
  { ...company, on: [-13, 480], settlement: bank('finance') },
  {
    ...student,
    on: [-20, 480],
    settlement: { end: 'settled', by: 'payer', cards: ['payers', 'authorised'] },
  },
  { ...student, on: [-21, 480], payMode: 'immediate', settlement: own('settled') },
  { ...company, on: [-22, 480], settlement: bank('settled') },
  { ...student, on: [-23, 480], settlement: lent('refused') },
  { ...company, on: [-24, 480], settlement: bank('cancelled') },
  { ...student, on: [-25, 480], settlement: own('asked_back') },
  { ...student, on: [-26, 480], settlement: own('reversed') },
  // Exceptions: a correction that costs more, a bill written off, a remittance that was paid back and one
  // still to be paid back.
  { ...student, on: [-10, 480], turn: 'rise' },
  { ...other, on: [-40, 480], minutes: 60, turn: 'write_off' },
  { ...company, on: [-28, 480], settlement: bank('refunded') },
  { ...company, on: [-29, 480], settlement: bank('reversed') },
]
export const STORY_COUNT = plots.length

const MINUTES = 90
const sample: SampleFacts = {
  name: '镍基高温合金试样',
  count: 3,
  form: '块体',
  hazard: '无',
  returnWanted: true,
  wishes: '请在晶界处制备透射样品',
}

interface Tellers {
  frame: Frame
  devices: readonly OpenDevice[]
  people: readonly User[]
  cards: readonly Card[]
  journal: Journal
  tellBooking: ReturnType<typeof bookingTeller>
  tellOrder: ReturnType<typeof testOrderTeller>
  queue: ReturnType<typeof payingQueue>
}

export function fillStories({
  frame,
  devices,
  people,
  cards,
  journal,
  tellBooking,
  tellOrder,
  queue,
}: Tellers): void {
  const random = new Random('stories')
  const device = devices.find((d) => d.serialId === castDevices.stories.serialId)
  if (!device) throw new Error('demo: the cast has no device for its stories')
  const prompt = promptly(journal)
  const person = (name: CastName): User => people[castId(name) - 1]! // the cast has the first ids
  // Safe: the cards were made from castCards.
  const card = (key: keyof typeof castCards): Card => cards.find((c) => c.number === castCards[key].number)!

  plots.forEach((plot, i) => {
    const facts = listFacts(plot, i + 1)
    tellBooking(prompt, facts, random, (used) => {
      const { order, testedAt, completedAt } = tellOrder(prompt, used, random, plot.stop, plot.turn)
      const { settlement } = plot
      if (settlement && completedAt) {
        const parts = settlement.cards.map((key, n) => {
          const each = Math.floor(order.totalFen / settlement.cards.length)
          return {
            card: card(key),
            amountFen: n === 0 ? order.totalFen - each * (settlement.cards.length - 1) : each,
          }
        })
        queue.settle(prompt, [order], {
          at: addMinutes(completedAt, 30),
          starter: person(settlement.by),
          shares: parts,
          end: settlement.end,
        })
      } else queue.write(order)
      return { completedAt, testedAt }
    })
  })

  function listFacts(plot: Plot, id: number): BookingFacts {
    const booker = person(plot.booker)
    const kind = plot.samples ? 'sample_delivery' : 'self_operated'
    const startAt =
      plot.on === 'now'
        ? justNow(frame.now)
        : findInstant(addDays(frame.today, plot.on[0]), plot.on[1], frame.zone)
    const minutes = plot.on === 'now' ? MINUTES * 2 : (plot.minutes ?? MINUTES)
    // the cast's devices have a price for every tier
    const plan = planOn(device!.opened.plans, frame.today, kind)!
    const samples = plot.samples ? [sample] : []
    const price = pricer(plan, findTier(booker, device!.lab.deptId), samples)
    const wished = addMinutes(startAt, -3 * 1440)
    return {
      id,
      device: device!,
      seat: 1,
      startAt,
      endAt: addMinutes(startAt, minutes),
      kind,
      booker,
      payer: person(plot.payer),
      experimenter: plot.booker === 'booker' ? person('experimenter') : booker,
      payMode: plot.payMode ?? 'post',
      cardId: plot.payMode ? card('payers').id : null,
      quote: price(minutes),
      firstQuote: price(0),
      samples,
      purpose: '高温合金蠕变机理研究',
      project: '高熵合金微观组织调控',
      createdAt: wished < frame.now ? wished : addMinutes(frame.now, -2 * 1440),
      ending: plot.ending ?? null,
    }
  }
}

/** About an hour ago, on the half-hour grid. */
const justNow = (now: Date) => new Date(Math.floor(now.getTime() / 1_800_000 - 2) * 1_800_000)
