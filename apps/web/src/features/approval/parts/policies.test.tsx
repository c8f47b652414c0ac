import type { Policy } from '@portal/contract/approval/approval'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { PolicyForm } from './policy-form.tsx'
import { StepPolicies } from './step-policies.tsx'

// The row as the list showed it; a colleague may have changed it since.
const policy: Policy = {
  id: 7,
  business: 'booking',
  step: 'director',
  device: null,
  lab: { id: 3, name: '电镜室' },
  dept: null,
  userType: null,
  fromAmountFen: 500,
  required: true,
  enabled: true,
  timeoutHours: 24,
  onTimeout: 'remind',
  deputy: null,
  updatedBy: '管理员',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const { sent, answer } = stubCalls({
  'GET /api/code/list': [],
  'GET /api/laboratory/list': makePage(),
  'GET /api/v2/dept/tree': { content: [] },
  'PUT /api/v2/approval/policy/{id}': null,
})

const readSent = async () => {
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

test('停用 sends the switch alone, whatever else the old list shows', async () => {
  renderPage(
    <StepPolicies title="主任审核" bound={null} rows={[policy]} builtIn={undefined} onEdit={vi.fn()} />,
  )
  fireEvent.click(screen.getByRole('button', { name: '停用' }))
  expect(await readSent()).toEqual({ business: 'booking', step: 'director', enabled: false })
})

test('the form sends what was changed, and both fields of a deadline together', async () => {
  renderPage(<PolicyForm business="booking" policy={policy} onDone={() => {}} />)
  fill('超时时间（小时）', '48')
  fireEvent.click(screen.getByRole('button', { name: '保存修改' }))
  expect(await readSent()).toEqual({
    business: 'booking',
    step: 'director',
    timeoutHours: 48,
    onTimeout: 'remind',
  })
})

test('a type and a department that are no longer offered are shown by their names', async () => {
  answer({
    'GET /api/code/list': ({ query }) => [
      { value: '1', label: '学生' },
      ...(query.get('all') ? [{ value: '2', label: '教师' }] : []),
    ],
    'GET /api/v2/dept/tree': {
      content: [{ id: 4, label: '声学系', enabled: false, children: [] }],
    },
  })
  const old: Policy = { ...policy, lab: null, dept: { id: 4, name: '声学系' }, userType: '2' }
  const has = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
  const list = renderPage(
    <StepPolicies title="主任审核" bound={null} rows={[old]} builtIn={undefined} onEdit={null} />,
  )
  await has('教师')
  list.unmount()
  renderPage(<PolicyForm business="booking" policy={old} onDone={() => {}} />)
  await has('教师（已停用）')
  await has('声学系（已停用）')
})
