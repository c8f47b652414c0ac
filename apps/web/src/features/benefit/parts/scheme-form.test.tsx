import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { SchemeForm } from './scheme-form.tsx'

const each = { points: 100, people: 1 }
const scheme: SchemeRow = {
  id: 3,
  revision: 4,
  yearKind: 'school',
  year: 2025,
  dueOn: null,
  prefixes: ['03'],
  minPriceFen: 40_000_000,
  rules: {
    quotas: [{ prefix: '03', design: 'any', hours: 1400 }],
    weights: { hours: 3500, talent: 2000, results: 2500, income: 1500, functions: 500 },
    caps: { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 },
    talent: { independent: each, guided: each, shown: each },
    results: [],
    incomePoints: 500,
    bands: [],
    fresh: 1000,
    grades: { excellent: 9000, good: 7500, pass: 6000 },
  },
  evaluations: 0,
  published: 0,
  can: ['edit'],
}

const { sent } = stubCalls({ 'PUT /api/v2/benefit/scheme/{id}': null })

test('a change says which saving of the scheme it began with', async () => {
  renderPage(<SchemeForm scheme={scheme} onDone={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: /保存方案/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ revision: 4, year: 2025, weights: { hours: 3500 } })
})
