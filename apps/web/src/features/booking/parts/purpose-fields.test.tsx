import type { SaidPurpose } from '@portal/contract/booking/row'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { fillPurpose, type BookingValues } from '../form.rules.ts'
import { PurposeFields } from './purpose-fields.tsx'

const said = (project: string, projectNumber: string, more: Partial<SaidPurpose> = {}): SaidPurpose => ({
  project,
  projectNumber,
  nature: 'research',
  fundingSource: null,
  disciplines: [],
  serviceMode: null,
  ...more,
})
const recent = [
  said('甲', '1', { fundingSource: 'nsfc', disciplines: ['430'] }),
  said('乙', '2', { nature: 'teaching' }),
]
stubCalls({ 'GET /api/code/list': [{ value: '430', label: '材料科学' }] })

let held: BookingValues | undefined
let kept: BookingValues | undefined
function Page({ failure = null }: { failure?: Failure | null }) {
  const [antd] = Form.useForm<BookingValues>()
  // Stores the values as the form page stores a draft.
  const keep = () => void (kept = antd.getFieldsValue(true) as BookingValues)
  const values = Form.useWatch([], { form: antd, preserve: true }) as BookingValues | undefined
  useEffect(() => void (held = values), [values])
  return (
    <Form form={antd} initialValues={fillPurpose(recent[0])} onValuesChange={keep}>
      <PurposeFields form={{ antd, failure, showFault: () => {} }} recent={recent} />
    </Form>
  )
}
const project = () => screen.getByLabelText<HTMLInputElement>('课题名称')
const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a project that was booked for before brings the rest along, and its draft has all of it', async () => {
  await act(async () => void renderPart(<Page />))
  expect([project().value, text('课题编号'), held?.nature]).toEqual(['甲', '1', 'research'])
  // All projects are offered although the field has a value.
  await act(async () => void fireEvent.mouseDown(project()))
  await waitFor(() => expect(screen.getByText('最近的课题')).toBeTruthy())
  await act(async () => void fireEvent.click(screen.getByText('乙（2）')))
  await waitFor(() => expect(held).toMatchObject(fillPurpose(recent[1])))
  expect(kept).toMatchObject(fillPurpose(recent[1]))
  // A new project has no known number.
  await act(async () => void fireEvent.change(project(), { target: { value: '丙' } }))
  await waitFor(() => expect(held).toMatchObject({ project: '丙', projectNumber: '', nature: 'teaching' }))
})

test('what only the platform wants is folded, says how much of it is there, and opens where it is refused', async () => {
  const { rerender } = renderPart(<Page />)
  const fold = await screen.findByRole('button', { name: '更多（上报国家平台用，已填 2 项）' })
  const more = document.getElementById(fold.getAttribute('aria-controls') ?? '')
  expect(more?.hidden).toBe(true)
  await act(async () => void fireEvent.click(fold))
  expect(more?.hidden).toBe(false)
  await press('收起')
  expect(more?.hidden).toBe(true)
  const failure = new Failure({
    kind: 'refused',
    status: 422,
    code: 'DISCIPLINE_UNKNOWN',
    message: '没有该学科领域',
    reasons: [{ code: 'DISCIPLINE_UNKNOWN', message: '没有该学科领域', field: 'disciplines' }],
  })
  await act(async () => void rerender(<Page failure={failure} />))
  expect(more?.hidden).toBe(false)
})
