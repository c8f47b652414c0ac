import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Choice } from './use-choice.ts'
import { WeekHeat } from './week-heat.tsx'

const { usePivot } = vi.hoisted(() => ({ usePivot: vi.fn() }))
vi.mock('../pivot.queries.ts', () => ({ usePivot }))
afterEach(cleanup)

// the only field that is read
const choice = { asked: { from: '2026-03-01', to: '2026-03-31' } } as unknown as Choice
const row = (hour: string, ...cells: ([number] | null)[]) => ({
  at: [{ key: hour, name: hour }],
  sum: [cells.reduce((sum, cell) => sum + (cell?.[0] ?? 0), 0)],
  cells,
})
const columns = [
  { key: '1', name: '周一' },
  { key: '5', name: '周五' },
]
const draw = (...rows: ReturnType<typeof row>[]) => {
  usePivot.mockReturnValue({ data: { columns, rows }, error: null })
  render(<WeekHeat device="7" choice={choice} />)
}

it('shows each hour of the week with its number, the darker the more', () => {
  draw(row('8', [1], null), row('9', [4], [2]))
  expect(usePivot.mock.lastCall?.[0].query).toMatchObject({
    deviceId: '7',
    from: '2026-03-01',
    row: 'hour',
    column: 'weekday',
  })
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((r) => within(r).getByRole('rowheader').textContent)).toEqual([
    '08:00–09:00',
    '09:00–10:00',
  ])
  const cells = screen.getAllByRole('cell')
  expect(cells.map((c) => c.textContent)).toEqual(
    [
      ['1', '—', '—', '—', '—', '—', '—'],
      ['4', '—', '—', '—', '2', '—', '—'],
    ].flat(),
  )
  expect(cells.filter((c) => c.dataset['shade'] !== '0').map((c) => c.dataset['shade'])).toEqual([
    '1',
    '4',
    '2',
  ])
})

it('is not there where nothing was used', () => {
  draw(row('8', [0], null))
  expect(screen.queryByText('一周使用分布')).toBeNull()
})
