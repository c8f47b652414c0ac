import type { PriceTier } from '@portal/contract/price-plan/price-plan'
import { findRate, findTier } from '../../modules/price-plan/quote.rules.ts'
import type { OpenDevice, PlanVersion, User } from '../campus/model.ts'
import type { Random } from '../random.ts'
import type { Wallet } from './paying.ts'

export interface Party {
  booker: User
  experimenter: User
  payer: User
  tier: PriceTier
  payMode: 'immediate' | 'post'
  cardId: number | null
}

/**
 * Picks bookers: mostly students of the device's college, then others of the campus, teachers, people from
 * outside.
 */
export function partyPicker(people: readonly User[], wallet: Wallet) {
  const crowd = people.filter((p) => !p.cast)
  const of = (role: User['role']) => crowd.filter((p) => p.role === role)
  const students = of('student')
  const teachers = of('teacher')
  const outside = of('outside')
  const studentsAt = Map.groupBy(students, (s) => s.deptId)
  const groupOf = Map.groupBy(students, (s) => s.supervisorId)

  function booker({ lab, opened }: OpenDevice, random: Random): User {
    if (opened.qualified) return people[random.pick(opened.qualified) - 1]! // ids start at 1
    const near = studentsAt.get(lab.deptId) ?? students
    return random.pick(
      random.weighted([
        [45, near],
        [33, students],
        [14, teachers],
        [outside.length ? 8 : 0, outside],
      ]),
    )
  }

  /** Undefined: the picked person may not book this device. */
  return (device: OpenDevice, plan: PlanVersion, random: Random): Party | undefined => {
    const person = booker(device, random)
    const { lab, opened } = device
    const tier = findTier(person, lab.deptId)
    const insider = lab.directorId === person.id || lab.reviewerIds.includes(person.id)
    if (insider || !opened.admittedTiers.includes(person.tier) || !findRate(plan.rates, tier))
      return undefined
    const payer = person.supervisorId === null ? person : people[person.supervisorId - 1]!
    const mates = groupOf.get(person.supervisorId) ?? []
    const experimenter = person.supervisorId !== null && random.chance(0.15) ? random.pick(mates) : person
    const card = wallet.owned(payer.id)[0]
    const immediate = card !== undefined && opened.payModes.includes('immediate') && random.chance(0.5)
    return {
      booker: person,
      experimenter,
      payer,
      tier,
      payMode: immediate ? 'immediate' : 'post',
      cardId: immediate ? card.id : null,
    }
  }
}
