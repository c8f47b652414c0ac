import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { FundCardUserRow } from '@portal/contract/fund-card/fund-card'
import { CardUsers } from './card-users.tsx'

const run = vi.hoisted(() => vi.fn().mockResolvedValue(null))
const rows: FundCardUserRow[] = []
vi.mock('../fund-card.queries.ts', async () => {
  const { fundCardCalls } = await import('@portal/contract/fund-card/fund-card')
  return {
    useCardUsers: () => ({ data: { items: rows }, error: null, isPending: false }),
    useAuthorise: () => ({ call: fundCardCalls.authorise, run }),
    useRevokeUser: () => ({ run: vi.fn() }),
  }
})
vi.mock('../../people/shared/person-select.tsx', () => ({
  PersonSelect: ({ onChange }: { onChange?: (id: number) => void }) => (
    <button type="button" onClick={() => onChange?.(9)}>
      选人
    </button>
  ),
}))
afterEach(() => {
  cleanup()
  rows.length = 0
  run.mockClear()
})

it('who has an authorisation already gets what the form says: what is empty has no limit', async () => {
  const router = createMemoryRouter([{ path: '/', element: <CardUsers cardId={7} /> }])
  render(<RouterProvider router={router} />)
  fireEvent.click(screen.getByRole('button', { name: '添加授权' }))
  fireEvent.click(await screen.findByRole('button', { name: '选人' }))
  fireEvent.click(screen.getByRole('button', { name: '保存授权' }))
  await waitFor(() => expect(run).toHaveBeenCalled())
  expect(run.mock.calls[0]?.[0]).toMatchObject({
    params: { id: 7, userId: 9 },
    body: { validFrom: null, validTo: null, perUseLimitFen: null, totalLimitFen: null },
  })
})

it('a change says what was touched, and that it is a change', async () => {
  rows.push({
    user: { id: 9, name: '学生甲', username: 's9', deptName: null },
    validFrom: null,
    validTo: '2027-12-31',
    perUseLimitFen: 10_000,
    totalLimitFen: null,
    usedFen: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  const router = createMemoryRouter([{ path: '/', element: <CardUsers cardId={7} /> }])
  render(<RouterProvider router={router} />)
  fireEvent.click(screen.getByRole('button', { name: '修改' }))
  fireEvent.change(await screen.findByLabelText('单次额度'), { target: { value: '200' } })
  fireEvent.click(screen.getByRole('button', { name: '保存授权' }))
  await waitFor(() => expect(run).toHaveBeenCalled())
  expect(run.mock.calls[0]?.[0]).toMatchObject({
    params: { id: 7, userId: 9 },
    body: { perUseLimitFen: 20_000, standing: true },
  })
  expect(run.mock.calls[0]?.[0]).not.toHaveProperty('body.validTo')
})
