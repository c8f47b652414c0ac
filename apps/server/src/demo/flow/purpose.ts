import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import { disciplinesOfProject } from '../campus/words.ts'
import { Random } from '../random.ts'
import type { BookingFacts } from './facts.ts'

/** What a project states about itself, the same in all its bookings. */
interface About {
  nature: UseNature
  fundingSource: string
  projectNumber: string | null
  disciplines: readonly string[]
}
const unstated = {
  nature: null,
  fundingSource: null,
  projectNumber: null,
  disciplines: [],
  serviceMode: null,
}

/** The share of uses without a stated purpose: the field was added later and is optional. */
const UNSTATED = 0.18
const sources: readonly (readonly [weight: number, source: string])[] = [
  [46, 'nsfc'],
  [18, 'national'],
  [16, 'provincial'],
  [4, 'municipal'],
  [8, 'entrusted'],
  [8, 'university'],
]
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.int(0, 9)).join('')
const numbers: Record<string, (random: Random, year: number) => string> = {
  nsfc: (random, year) => `5${year - 2000}7${digits(random, 4)}`,
  national: (random, year) => `${year}YF${random.pick(['A', 'B', 'C'])}0${digits(random, 6)}`,
  provincial: (random, year) => `BK${year}${digits(random, 4)}`,
  entrusted: (random, year) => `HX${year}${digits(random, 4)}`,
}

/**
 * A project states the same each time: its random sequence is named after it, so nothing needs to be stored.
 */
function aboutProject({ booker, payer, project }: BookingFacts): About {
  const own = new Random(`purpose ${payer.id} ${project}`)
  const outside = booker.tier !== 'campus'
  const teaching = !outside && own.chance(0.08)
  const fundingSource = outside ? 'entrusted' : teaching ? 'university' : own.weighted(sources)
  return {
    nature: outside ? 'social_service' : teaching ? 'teaching' : 'research',
    fundingSource,
    projectNumber: numbers[fundingSource]?.(own, own.int(2021, 2025)) ?? null,
    disciplines: disciplinesOfProject[project] ?? [],
  }
}

/**
 * States the purpose of each booking. It has its own random sequence, so that it does not change the rest of
 * the campus.
 */
export function purposeTeller() {
  const random = new Random('purposes')
  return (facts: BookingFacts) => {
    if (random.chance(UNSTATED)) return unstated
    const delivered = random.weighted([
      [70, 'entrusted'],
      [24, 'technical'],
      [6, 'remote'],
    ])
    return { ...aboutProject(facts), serviceMode: facts.kind === 'self_operated' ? 'occupied' : delivered }
  }
}
