import { addMinutes, findInstant } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Closure } from '../campus/holidays.ts'
import type { Frame, OpenDevice } from '../campus/model.ts'
import { planOn } from '../campus/prices.ts'
import { projects, purposes, sampleNames, sampleWishes } from '../campus/words.ts'
import { Lottery, Random } from '../random.ts'
import { pricer, type BookingFacts, type Ending, type SampleFacts } from './facts.ts'
import { DaySlots, listDays, type Slot } from './slots.ts'
import type { partyPicker } from './who.ts'

const forms = ['粉末', '块体', '薄膜', '溶液', '切片']
const hazards = ['无', '无', '无', '易燃', '腐蚀', '有毒']
/** Weights of how bookings end; null: used to the end. */
const endings: readonly (readonly [weight: number, Ending | null])[] = [
  [885, null],
  [3, { at: 'payer', how: 'refuse' }],
  [20, { at: 'reviewer', how: 'refuse' }],
  [6, { at: 'director', how: 'refuse' }],
  [12, { at: 'reviewer', how: 'cancel' }],
  [33, { at: 'use', how: 'cancel' }],
  [20, { at: 'use', how: 'miss' }],
  [12, { at: 'reviewer', how: 'expire' }],
  [4, { at: 'use', how: 'revoke' }],
  [5, { at: 'director', how: 'revoke' }],
]
/** Attempts to draw device and booker for one booking before it is moved to the next day. */
const TRIES = 40
const DAY_MINUTES = 1440
const NOON = 720

interface Days {
  frame: Frame
  copier: Copier
  devices: readonly OpenDevice[]
  closures: readonly Closure[]
  party: ReturnType<typeof partyPicker>
  /** Ids up to this one are in use. */
  lastId: number
  tell: (facts: BookingFacts, random: Random) => void
  endOfDay: (day: string) => void
}

/**
 * Generates bookings day by day over last year and the next weeks, so that rows come in the order of time and
 * memory use stays flat. Throws if the devices have too little free time.
 */
export async function fillDays({
  frame,
  copier,
  devices,
  closures,
  party,
  lastId,
  tell,
  endOfDay,
}: Days): Promise<void> {
  const random = new Random('days')
  const lottery = new Lottery(
    devices.map((d) => (d.cast ? 1 : 1 / (random.int(1, devices.length) + 20) ** 0.7)),
  )
  let id = lastId
  let owed = 0
  for (const { day, bookings } of listDays(frame, closures, frame.counts.bookings - lastId)) {
    const slots = new DaySlots(day, frame, closures)
    const noon = findInstant(day, NOON, frame.zone)
    owed += bookings
    for (let n = owed; n > 0; n--) {
      const facts = draw(day, noon, slots)
      if (!facts) continue
      owed--
      tell(facts, random)
      await copier.flushFull()
    }
    if (day <= frame.today) endOfDay(day)
    await copier.flushFull()
  }
  if (owed > 0) throw new Error(`demo: ${owed} bookings found no free time; more devices are needed`)

  function draw(day: string, noon: Date, slots: DaySlots): BookingFacts | undefined {
    for (let i = 0; i < TRIES; i++) {
      const device = devices[lottery.draw(random)]! // the lottery has one number per device
      const { selfOperated, sampleDelivery, plans } = device.opened
      const samples = sampleDelivery && (!selfOperated || random.chance(0.4)) ? someSamples(random) : []
      const kind = samples.length ? 'sample_delivery' : 'self_operated'
      const plan = planOn(plans, day, kind)
      const who = plan && party(device, plan, random)
      const slot = who && slots.take(device, random)
      if (!slot) continue
      const price = pricer(plan, who.tier, samples)
      return {
        ...who,
        ...findWhen(noon, slot),
        id: ++id,
        device,
        seat: slot.seat,
        kind,
        quote: price(slot.toMinute - slot.fromMinute),
        firstQuote: price(0),
        samples,
        purpose: random.pick(purposes),
        project: random.pick(projects),
        ending: random.weighted(endings),
      }
    }
    return undefined
  }

  /** Minutes are counted from noon, because no clock changes between early morning and the end of the day. */
  function findWhen(
    noon: Date,
    { fromMinute, toMinute }: Slot,
  ): Pick<BookingFacts, 'startAt' | 'endAt' | 'createdAt'> {
    const startAt = addMinutes(noon, fromMinute - NOON)
    const wished = addMinutes(startAt, -(360 + Math.min(-Math.log(1 - random.next()) * 4, 20) * DAY_MINUTES))
    const latest = addMinutes(frame.now, -random.int(10, 2 * DAY_MINUTES))
    return {
      startAt,
      endAt: addMinutes(noon, toMinute - NOON),
      createdAt: wished < latest ? wished : latest < startAt ? latest : addMinutes(startAt, -60),
    }
  }
}

function someSamples(random: Random): SampleFacts[] {
  return random
    .some(
      sampleNames,
      random.weighted([
        [70, 1],
        [22, 2],
        [8, 3],
      ]),
    )
    .map((name) => ({
      name,
      count: random.int(1, 12),
      form: random.pick(forms),
      hazard: random.pick(hazards),
      returnWanted: random.chance(0.3),
      wishes: random.chance(0.5) ? random.pick(sampleWishes) : null,
    }))
}
