import { expect, test } from 'vitest'
import { listLacks } from './backfill.rules.ts'

const whole = {
  nature: 'research',
  project: '甲',
  fundingSource: 'nsfc',
  disciplines: ['430'],
  serviceMode: 'occupied',
  training: null,
}

test('what is missing, and training only of teaching', () => {
  expect(listLacks(whole)).toEqual([])
  expect(listLacks({ ...whole, nature: 'teaching' })).toEqual(['training'])
  const nobody = { students: 0, teachers: 0, others: 0, mastery: null }
  expect(listLacks({ ...whole, nature: 'teaching', training: nobody })).toEqual([])
  expect(
    listLacks({
      nature: null,
      project: null,
      fundingSource: null,
      disciplines: [],
      serviceMode: null,
      training: null,
    }),
  ).toEqual(['nature', 'project', 'fundingSource', 'disciplines', 'serviceMode'])
})
