import type { YearDetail, YearRow } from '@portal/contract/ministry-report/ministry-report'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { DifferenceList } from './difference-list.tsx'

const makeRow = (year: number, versions: number): YearRow => ({
  year,
  state: versions > 0 ? 'frozen' : 'working',
  schoolCode: '10001',
  schoolKind: 'undergraduate',
  open: 0,
  versions,
  frozenAt: versions > 0 ? '2025-10-08T01:00:00.000Z' : null,
  verified: true,
})
const makeDetail = (year: number, versions: number): YearDetail => ({
  ...makeRow(year, versions),
  basis: '',
  verifiedBy: null,
  verifiedAt: null,
  drawnBy: null,
  drawnAt: null,
  checkedAt: null,
  stale: false,
  tables: [],
  // the latest first, as the server gives them
  frozen: Array.from({ length: versions }, (_, i) => ({
    number: versions - i,
    schoolKind: 'undergraduate',
    why: null,
    rows: 1,
    explained: 0,
    frozenBy: null,
    frozenAt: '2025-10-08T01:00:00.000Z',
  })),
  can: [],
})
const { asked } = stubCalls({
  'GET /api/v2/ministry-report/year': { items: [makeRow(2026, 0), makeRow(2025, 2)], can: [] },
  'GET /api/v2/ministry-report/year/2026': makeDetail(2026, 0),
  'GET /api/v2/ministry-report/year/2025': makeDetail(2025, 2),
  'GET /api/v2/ministry-report/difference': makePage(),
  'GET /api/v2/list-setting': [],
})

test('a year without versions is compared with the latest of the year before, and with nothing else', async () => {
  signIn()
  renderPage(<DifferenceList year={makeDetail(2026, 0)} tab="SJ1" />)
  expect(await screen.findByText('与所选版本没有差异')).toBeTruthy()
  const compared = asked
    .filter((call) => call.path === '/api/v2/ministry-report/difference')
    .map(({ query }) => `${query.get('withYear')}/${query.get('withVersion')}`)
  expect(new Set(compared)).toEqual(new Set(['2025/2']))
})
