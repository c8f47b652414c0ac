import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { measureWords, type Figures } from '@portal/contract/statistics/statistics'
import type { Overview } from '../figures.words.ts'
import { FigureCards } from './figure-cards.tsx'

afterEach(cleanup)

const nothing: Figures = {
  uses: 0,
  users: 0,
  reservedMinutes: 0,
  workingMinutes: 0,
  billedMinutes: 0,
  outsideMinutes: 0,
  samples: 0,
  incomeFen: 0,
}
const overview = (now: Partial<Figures>, before: Partial<Figures>): Overview => ({
  scope: 'all',
  now: { ...nothing, ...now },
  before: { ...nothing, ...before },
  beforeFrom: '2025-09-01',
  beforeTo: '2025-09-30',
  months: [],
  devices: 30,
  devicesUsed: 12,
  asOf: '2026-03-05T01:00:00Z',
})
const cards = () =>
  Object.fromEntries(
    screen.getAllByRole('listitem').map((li) => {
      const [, value, beside] = li.children
      return [li.querySelector('span')?.textContent, [value?.textContent, beside?.textContent]]
    }),
  )

it('says each figure in its unit, and in words how it changed', () => {
  render(
    <FigureCards
      overview={overview(
        { uses: 1250, users: 40, workingMinutes: 6099, outsideMinutes: 1220, samples: 7, incomeFen: 123_456 },
        { uses: 1000, users: 50, workingMinutes: 6000, outsideMinutes: 600, samples: 7, incomeFen: 0 },
      )}
    />,
  )
  expect(cards()).toEqual({
    使用次数: ['1,250 次', '比上期增加 25.0%（上期 1,000 次）'],
    使用人数: ['40 人', '比上期减少 20.0%（上期 50 人）'],
    使用机时: ['101.7 小时', '比上期增加 1.7%（上期 100.0 小时）'],
    样品数: ['7 个', '与上期持平'],
    收入: ['1,234.56 元', '上期 0.00 元'],
    校外机时占比: ['20.0 %', '比上期增加 10.0 个百分点（上期 10.0%）'],
    使用过的仪器: ['12 台', '共 30 台，占 40.0%'],
  })
})

it('has no share of nothing', () => {
  render(<FigureCards overview={overview({}, {})} />)
  expect(cards()).toMatchObject({
    使用次数: ['0 次', '上期也没有'],
    校外机时占比: ['— ', '上期没有使用机时'],
  })
})

it('shows how a figure is reckoned where one asks', () => {
  render(<FigureCards overview={overview({}, {})} />)
  const card = screen.getAllByRole('listitem')[0] as HTMLElement // there are seven
  const info = within(card).getByRole('button', { name: '使用次数的计算方法' })
  const formula = within(card).getByText(measureWords.uses.formula)
  expect([info.getAttribute('aria-expanded'), formula.hidden]).toEqual(['false', true])
  fireEvent.click(info)
  expect([info.getAttribute('aria-expanded'), formula.hidden]).toEqual(['true', false])
})
