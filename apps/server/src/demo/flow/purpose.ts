import type { UseNature } from '@portal/contract/use-ledger/use-ledger'
import { disciplinesOfProject } from '../campus/words.ts'
import { Random } from '../random.ts'
import type { BookingFacts } from './facts.ts'

/** What a project says of itself, the same in each of its bookings. */
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

/** So often nobody says what a use is for: it was not asked for at first, and may be left out still. */
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

/** A project says the same each time: its chance is named for it, so that nothing has to be remembered. */
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
 * Says for each booking what it is for. Its chance is its own: it shifts nothing of the rest of the campus.
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
