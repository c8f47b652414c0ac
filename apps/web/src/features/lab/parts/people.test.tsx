import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { labCalls, type LabMemberRow } from '@portal/contract/lab/lab'
import type { CurrentUser } from '@portal/contract/session/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../../lib/session.ts'
import { questions } from '../../../lib/tell.ts'
import { People } from './people.tsx'

const { run, person } = vi.hoisted(() => ({
  run: vi.fn(),
  person: (id: number, name: string) => ({
    id,
    name,
    username: name,
    enabled: true,
    deptName: null,
    email: null,
  }),
}))
vi.mock('../lab.queries.ts', () => ({
  useMembers: () => ({
    data: [
      {
        id: 11,
        role: 'lab_admin',
        phone: '010-62780001',
        user: { ...person(1, '李工'), phone: '13800000001' },
      },
      { id: 12, role: 'lab_member', phone: null, user: { ...person(2, '王工'), phone: '13800000002' } },
    ] as LabMemberRow[], // the only fields that are drawn
    error: null,
  }),
  useSetMemberPhone: () => ({ call: labCalls.memberPhone, run, busy: false }),
}))
beforeEach(() => {
  run.mockReset().mockResolvedValue(null)
  session.know({ uid: 1, name: '李工', username: 'li', roles: [], permissions: [] } as unknown as CurrentUser)
})
afterEach(() => {
  cleanup()
  session.end()
})

it('shows the number of the post, and where there is none the person’s own', () => {
  render(<People labId={3} />)
  screen.getByText('010-62780001')
  screen.getByText('13800000002')
  expect(screen.queryByText('13800000001')).toBeNull()
})

it('the holder of a post sets its number himself, and nobody else’s', async () => {
  render(<People labId={3} />)
  fireEvent.click(screen.getByRole('button', { name: '设置电话' }))
  const asked = await waitFor(() => {
    const [question] = questions.get()
    if (!question) throw new Error('nobody asks')
    return question
  })
  expect(asked.reason?.start).toBe('010-62780001')
  asked.answer(true, '010-62780002')
  await waitFor(() =>
    expect(run.mock.calls[0]?.[0]).toMatchObject({ body: { id: 11, phone: '010-62780002' } }),
  )
})
