import { roleVerdicts, type PersonRow } from '@portal/contract/people/people'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { AssignRoleMany } from './assign-role-many.tsx'

const people = [
  { id: 1, name: '甲' },
  { id: 2, name: '乙' },
] as unknown as PersonRow[]

const { sent } = stubCalls({
  'GET /backend/api/roles/all': [{ id: 5, name: '财务人员' }],
  'POST /api/v2/people/batch/role': [
    { id: 1, ok: true, state: 'given', message: roleVerdicts.hadIt },
    { id: 2, ok: true, state: 'given', message: roleVerdicts.given },
  ],
})

test('whoever had the role before is named, and not counted as given', async () => {
  messages.set([])
  renderPage(<AssignRoleMany people={people} onDone={() => {}} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option[title="财务人员"]')
    if (!found) throw new Error('not listed yet')
    return found
  })
  fireEvent.click(option)
  await press(/保存角色/)
  await waitFor(() => expect(sent).toEqual([{ ids: [1, 2], roleId: 5, give: true }]))
  await waitFor(() =>
    expect(messages.get().map((m) => [m.text, m.lines])).toEqual([
      ['以下 1 人原来就有该角色，没有变化', ['甲']],
      ['已授予 1 条', []],
    ]),
  )
})
