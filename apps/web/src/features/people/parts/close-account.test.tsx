import { peopleCalls, type Matter, type PersonRow } from '@portal/contract/people/people'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { CloseAccount } from './close-account.tsx'

const { run } = vi.hoisted(() => ({ run: vi.fn<(args: { body: object }) => Promise<null>>() }))
vi.mock('../people.queries.ts', () => {
  const post = (id: number, title: string) =>
    ({ kind: 'lab_admin', id, title, beginsAt: null, amountFen: null, vacant: false }) satisfies Matter
  const matters = [post(1, '电镜中心'), post(2, '光谱中心')]
  return {
    useClosing: () => ({
      data: { name: '王老师', matters, counts: [{ kind: 'lab_admin', count: 2 }] },
      error: null,
    }),
    useSetEnabled: () => ({ call: peopleCalls.setEnabled, run, busy: false }),
  }
})
vi.mock('../shared/person-select.tsx', () => ({
  PersonSelect: (p: { id?: string; value?: number | null; onChange?: (value: number | null) => void }) => (
    <input
      id={p.id}
      value={p.value ?? ''}
      onChange={(e) => p.onChange?.(e.target.value === '' ? null : Number(e.target.value))}
    />
  ),
}))
afterEach(() => {
  cleanup()
  run.mockReset()
})

test('whoever is to take over one post stays in sight, because they are sent', async () => {
  run.mockResolvedValue(null)
  // the fields that the form reads
  const person = { id: 7, name: '王老师' } as PersonRow
  const element = <CloseAccount of={person} onDone={() => undefined} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  fireEvent.click(screen.getByRole('button', { name: '分别指定各岗位的接任者' }))
  const one = await screen.findByLabelText(/光谱中心/)
  expect(screen.getByRole('button', { name: '收起' })).toBeTruthy()
  fireEvent.change(one, { target: { value: '9' } })
  await waitFor(() => expect(screen.queryByRole('button', { name: '收起' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '停用并处理 2 项事项' }))
  await waitFor(() => expect(run).toHaveBeenCalledOnce())
  expect(run.mock.calls[0]?.[0].body).toMatchObject({
    posts: [{ kind: 'lab_admin', id: 2, successorId: 9 }],
  })
})
