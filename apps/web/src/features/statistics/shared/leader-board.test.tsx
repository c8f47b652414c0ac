import type { Board } from '@portal/contract/statistics/board'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { LeaderBoard } from './leader-board.tsx'

const shown = vi.hoisted(() => ({ board: {} }))
vi.mock('../board.queries.ts', () => ({ useBoard: () => ({ data: shown.board }) }))
afterEach(cleanup)

const figures = { uses: 0, users: 0, workingMinutes: 0, incomeFen: 0 }
const show = (scope: Board['scope']) => {
  shown.board = {
    scope,
    from: '2026-03-01',
    to: '2026-03-05',
    now: figures,
    before: figures,
    months: [],
    utilisation: null,
    idleFrom: '2025-12-05',
    idle: { total: 0, devices: [] },
    failing: { total: 12, devices: [{ id: 1, name: '电镜', lab: '电镜中心' }] },
    asOf: '2026-03-05T01:00:00Z',
  }
  render(
    <MemoryRouter>
      <LeaderBoard />
    </MemoryRouter>,
  )
  return within(screen.getByRole('region', { name: '故障或维护中的仪器' }))
}

it('leads to the list of what it counts', () => {
  expect(show('lab').getByRole('link', { name: '查看全部' }).getAttribute('href')).toBe(
    '/account/devices?status=broken%2Cmaintenance',
  )
})
it('leads nowhere if there is no such list for the reader', () => {
  expect(show('all').queryByRole('link', { name: '查看全部' })).toBeNull()
})
