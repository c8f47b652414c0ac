import { MOST_TRIED, type Tried } from '@portal/contract/benefit/ranking'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { TrialView } from './trial-view.tsx'

const none = { points: 0, people: 1 }
const scheme: SchemeRow = {
  id: 3,
  revision: 1,
  yearKind: 'school',
  year: 2025,
  dueOn: null,
  prefixes: ['03'],
  minPriceFen: 40_000_000,
  rules: {
    quotas: [{ prefix: '03', design: 'any', hours: 1000 }],
    weights: { hours: 10_000, talent: 0, results: 0, income: 0, functions: 0 },
    caps: { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 },
    talent: { independent: none, guided: none, shown: none },
    results: [],
    incomePoints: 0,
    bands: [],
    fresh: 0,
    grades: { excellent: 9000, good: 7500, pass: 6000 },
  },
  evaluations: 3,
  published: 0,
  can: [],
}
const device = (id: number, hours: number): Tried => ({
  device: { id, name: `仪器 ${id}`, serialId: `S${id}` },
  dept: '材料学院',
  inputs: {
    classCode: '0301',
    design: null,
    minutes: hours * 60,
    independent: 0,
    guided: 0,
    shown: 0,
    unstated: 0,
    incomeFen: 0,
    results: [],
    functionsTotal: null,
    functionsUsed: null,
    functionsNew: null,
  },
  judged: {},
})
const { asked, answer } = stubCalls({
  'GET /api/v2/benefit/scheme': { items: [scheme], can: [] },
  'GET /api/v2/dept/tree': { content: [] },
})
const listPlaces = () =>
  asked.filter((call) => call.path === '/api/v2/benefit/trial').map((call) => call.query.get('after'))

test('instruments of every answer are ranked together', async () => {
  signIn()
  answer({
    'GET /api/v2/benefit/trial': ({ query }) =>
      query.get('after') === '2'
        ? { devices: [device(7, 900)], next: null }
        : { devices: [device(1, 600), device(2, 800)], next: 2 },
  })
  renderPage(<TrialView />)
  expect(await screen.findByText(/共 3 台/)).toBeTruthy()
  expect(listPlaces()).toEqual([null, '2'])
  const [, ...rows] = screen.getAllByRole('row')
  expect(
    rows.map((row) => [
      within(row).getAllByRole('cell')[0]?.textContent,
      within(row).getByRole('link').textContent,
    ]),
  ).toEqual([
    ['1', '仪器 7'],
    ['2', '仪器 2'],
    ['3', '仪器 1'],
  ])
})

test('who may see more instruments than are tried at once is told so', async () => {
  signIn()
  answer({
    'GET /api/v2/benefit/trial': ({ query }) => {
      const after = Number(query.get('after') ?? 0)
      const devices = Array.from({ length: 300 }, (_, i) => device(after + i + 1, 500))
      return { devices, next: after + devices.length }
    },
  })
  renderPage(<TrialView />)
  expect(await screen.findByText(new RegExp(`共 ${MOST_TRIED} 台`))).toBeTruthy()
  expect(screen.getByText(/只列出前 3000 台/)).toBeTruthy()
  expect(listPlaces()).toHaveLength(MOST_TRIED / 300)
})

test('what is tried stays when another department is chosen', async () => {
  signIn()
  answer({
    'GET /api/v2/dept/tree': {
      content: [
        { id: 5, label: '化学学院', code: 'D5', kind: 'college', enabled: true, head: null, children: [] },
      ],
    },
    'GET /api/v2/benefit/trial': ({ query }) => ({
      devices: query.get('deptId') === '5' ? [device(9, 500)] : [device(1, 600), device(9, 500)],
      next: null,
    }),
  })
  renderPage(<TrialView />)
  const quota = await screen.findByLabelText(/03 不限/)
  fireEvent.change(quota, { target: { value: '500' } })
  fireEvent.blur(quota)
  expect(screen.getByText(/总分变化 2 台/)).toBeTruthy()
  await screen.findByRole('option', { name: /化学学院/ })
  fireEvent.change(screen.getByLabelText('单位'), { target: { value: '5' } })
  expect(await screen.findByText(/共 1 台，总分变化 1 台/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/03 不限/).value).toBe('500')
})
