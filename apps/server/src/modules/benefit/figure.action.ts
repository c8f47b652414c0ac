import { daysOfYear, type YearKind } from '@portal/contract/benefit/benefit'
import type { BenefitInputs } from '@portal/contract/benefit/scheme'
import type { Db } from '../../kernel/db.ts'
import { together } from '../../kernel/together.ts'
import { sumResults, sumTraining } from '../device-record/device-record.service.ts'
import { sumUse } from './figure.store.ts'

/** The figures of an instrument that need no counting. */
export type Told = Pick<
  BenefitInputs,
  'classCode' | 'design' | 'functionsTotal' | 'functionsUsed' | 'functionsNew'
> & { deviceId: number }

/**
 * The platform's figures for these instruments in a year, in three statements for any number of instruments.
 */
export async function countFigures(
  db: Db,
  devices: readonly Told[],
  { yearKind, year }: { yearKind: YearKind; year: number },
): Promise<Map<number, BenefitInputs>> {
  const ids = devices.map((d) => d.deviceId)
  const { from, to } = daysOfYear(yearKind, year)
  const [uses, trained, results] = await together([
    sumUse(db, ids, from, to),
    sumTraining(db, ids, from, to),
    sumResults(db, ids, from, to),
  ])
  const useOf = new Map(uses.map((u) => [u.deviceId, u]))
  const trainedOn = Map.groupBy(trained, (t) => t.deviceId)
  const resultsOf = Map.groupBy(results, (r) => r.deviceId)
  return new Map(
    devices.map(({ deviceId, ...told }) => {
      const people = { independent: 0, guided: 0, shown: 0, unstated: 0 }
      for (const t of trainedOn.get(deviceId) ?? [])
        people[t.mastery ?? 'unstated'] += t.students + t.teachers + t.others
      const use = useOf.get(deviceId)
      return [
        deviceId,
        {
          ...told,
          ...people,
          minutes: use?.minutes ?? 0,
          incomeFen: use?.incomeFen ?? 0,
          results: (resultsOf.get(deviceId) ?? []).map(({ kind, level, count }) => ({ kind, level, count })),
        },
      ]
    }),
  )
}
