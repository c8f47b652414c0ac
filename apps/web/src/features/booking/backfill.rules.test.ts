import type { BackfillRow } from '@portal/contract/booking/backfill'
import { expect, test } from 'vitest'
import { backfillBody, backfillValues } from './backfill.rules.ts'

const row = (id: number) =>
  ({
    id,
    nature: 'research',
    project: '甲',
    projectNumber: null,
    fundingSource: { value: 'nsfc', label: '国家自然科学基金' },
    disciplines: [],
    serviceMode: null,
    training: null,
    trainingFixed: false,
  }) as unknown as BackfillRow // the form reads no other fields of a row

test('of one use everything that stands there is meant, also what was emptied', () => {
  const values = { ...backfillValues(row(1)), nature: null }
  expect(backfillBody(values, [row(1)])).toEqual({
    ids: [1],
    overwrite: true,
    nature: null,
    project: '甲',
    projectNumber: '',
    fundingSource: 'nsfc',
    disciplines: [],
    serviceMode: '',
  })
})

test('of many only what was filled in is sent, and gaps are filled', () => {
  expect(backfillBody({ project: '', serviceMode: 'occupied' }, [row(1), row(2)])).toEqual({
    ids: [1, 2],
    overwrite: false,
    serviceMode: 'occupied',
  })
})

test('nobody was trained is an answer, and nobody got anywhere then', () => {
  const said = backfillBody({ training: { students: 0, mastery: 'guided' } }, [row(1), row(2)])
  expect(said.training).toEqual({ students: 0, teachers: 0, others: 0, mastery: null })
  expect(backfillBody({ training: {} }, [row(1), row(2)]).training).toBeUndefined()
})
