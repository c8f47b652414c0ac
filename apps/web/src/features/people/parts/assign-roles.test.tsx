import type { PersonRow } from '@portal/contract/people/people'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { AssignRoles } from './assign-roles.tsx'

const { sent } = stubCalls({ 'GET /backend/api/roles/all': [], 'PUT /api/v2/people/{id}/roles': null })

test('the roles that the form began with are sent with those that are chosen', async () => {
  const of = { id: 7, roles: [{ id: 5, name: '财务人员', code: 'FINANCE' }] } as unknown as PersonRow
  renderPage(<AssignRoles of={of} onDone={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: /保存角色/ }))
  await waitFor(() => expect(sent).toEqual([{ roleIds: [5], seen: [5] }]))
})
