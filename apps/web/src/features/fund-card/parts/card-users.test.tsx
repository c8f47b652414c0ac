import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { CardUsers } from './card-users.tsx'

const run = vi.hoisted(() => vi.fn().mockResolvedValue(null))
vi.mock('../fund-card.queries.ts', async () => {
  const { fundCardCalls } = await import('@portal/contract/fund-card/fund-card')
  return {
    useCardUsers: () => ({ data: { items: [] }, error: null, isPending: false }),
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
afterEach(cleanup)

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
