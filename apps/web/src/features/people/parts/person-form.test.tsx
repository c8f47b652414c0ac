import type { PersonRow } from '@portal/contract/people/people'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { ChangePerson } from './person-form.tsx'

// The row as it was when the form opened; another user may have changed it since.
const person = {
  id: 7,
  username: 't7',
  name: '王老师',
  email: 'w@example.edu.cn',
  phone: '0700-86000301',
  dept: null,
  userType: '2',
  tier: 'campus',
  onCampus: true,
  organization: null,
  supervisor: null,
  enabled: true,
  suspendedUntil: '2026-12-01T00:00:00.000Z',
  suspendedReason: '三次爽约',
  roles: [{ id: 5, name: '财务人员', code: 'FINANCE' }],
} as unknown as PersonRow

const { sent, answer } = stubCalls({
  'GET /api/code/list': [],
  'GET /api/v2/dept/tree': { content: [] },
  'PUT /backend/api/users': null,
})

const show = (of = person) => renderPage(<ChangePerson of={of} onDone={() => {}} />)
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: /保存修改/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

test('a new telephone number changes nothing else: no roles, no account, no pause', async () => {
  show()
  fill('电话', '0700-86000302')
  expect(await save()).toEqual({ id: 7, name: '王老师', phone: '0700-86000302' })
})

test('what is emptied is sent as empty', async () => {
  show()
  fill('邮箱', '')
  expect(await save()).toEqual({ id: 7, name: '王老师', email: '' })
})

test('a type that is no longer offered is shown by its label', async () => {
  const student = { value: '1', label: '学生' }
  answer({
    'GET /api/code/list': ({ query }) => [
      student,
      ...(query.get('all') ? [{ value: '2', label: '教师' }] : []),
    ],
  })
  show()
  await waitFor(() => expect(document.body.textContent).toContain('教师（已停用）'))
})

test('a closed department is shown by its name', async () => {
  answer({
    'GET /api/v2/dept/tree': { content: [{ id: 2, label: '声学系', enabled: false, children: [] }] },
  })
  show({ ...person, dept: { id: 2, name: '声学系' } })
  await waitFor(() => expect(document.body.textContent).toContain('声学系（已停用）'))
})

test('the own mailbox is not for changing here: the link leads to where it is', () => {
  const input = () => screen.getByLabelText<HTMLInputElement>('邮箱')
  signIn({ uid: 8 })
  show()
  expect(input().disabled).toBe(false)
  expect(screen.queryByRole('link', { name: '个人资料' })).toBeNull()
  cleanup()
  signIn({ uid: person.id })
  show()
  expect(input().disabled).toBe(true)
  expect(screen.getByRole('link', { name: '个人资料' }).getAttribute('href')).toBe(
    '/account/homepage?tab=profile',
  )
})

test('what a change of dept means for its head is said before', () => {
  const hint = /是院系负责人，更换单位后不再担任/
  show()
  expect(screen.queryByText(hint)).toBeNull()
  cleanup()
  show({ ...person, roles: [{ id: 9, name: '院系负责人', code: 'DEPT_HEAD' }] })
  expect(screen.getByText(hint)).toBeTruthy()
})
