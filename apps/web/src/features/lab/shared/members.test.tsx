import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { Members } from './members.tsx'

const { answer } = stubCalls({ 'GET /api/laboratory/master/list': [] })

test('whoever adds a person has to say as what: no post is chosen beforehand', async () => {
  renderPage(<Members labId={3} mayEdit />)
  fireEvent.click(await screen.findByRole('button', { name: '添加人员' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(await waitFor(() => dialog.querySelector<HTMLElement>('button[type="submit"]')!))
  // The placeholder, and the fault.
  await waitFor(() => expect(screen.getAllByText('请选择职务')).toHaveLength(2))
})

test('a person whose account is closed is marked, so that the post is passed on', async () => {
  const user = {
    id: 7,
    name: '孙主任',
    username: 't7',
    enabled: false,
    deptName: null,
    email: null,
    phone: null,
  }
  answer({
    'GET /api/laboratory/master/list': [{ id: 1, user, role: 'lab_director', phone: null, createdAt: '' }],
  })
  renderPage(<Members labId={3} mayEdit />)
  expect(await screen.findByText('孙主任（t7，已停用）')).toBeTruthy()
})
