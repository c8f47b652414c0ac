import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Ref } from '@portal/contract/kernel/rows'
import { afterEach, expect, test, vi } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { hasUnsent } from '../../../ui/form/leave.ts'
import { useFillable } from '../workflow.queries.ts'
import { Filling } from './filling.tsx'

interface SelectProps {
  known?: Ref
  onPick: (person: Ref) => void
  onChange: (id: number) => void
}
vi.mock('../../people/shared/person-select.tsx', () => ({
  PersonSelect: ({ known, onPick, onChange }: SelectProps) => (
    <button
      type="button"
      onClick={() => {
        onPick({ id: 17, name: '张三' })
        onChange(17)
      }}
    >
      经手人：{known?.name}
    </button>
  ),
}))

const person = { type: 'userSelect', field: 'who', title: '经手人' }
const topic = { type: 'input', field: 'topic', title: '课题名称' }
const grant = { type: 'input', field: 'grant', title: '批复编号' }
const makeFillable = (version: number, rule: object[], options: object = {}) => ({
  id: 2,
  name: '开放基金申请',
  category: null,
  description: null,
  version,
  draftAt: null,
  xml: '',
  form: JSON.stringify({ rule, options }),
  draft: null,
  people: [],
})
afterEach(() => localStorage.clear())
const { answer, asked } = stubCalls({ 'POST /api/v2/workflow/{id}/preview': [] })

function Begun() {
  const { data } = useFillable({ params: { id: 2 } }, { staleTime: 0 })
  return data ? <Filling workflow={data} onDone={() => {}} /> : null
}
const show = () => renderPart(<Begun />)
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name }, { timeout: 20_000 })
  await act(async () => void fireEvent.click(button))
}

test('whom a kept form names is called by name when it comes back', async () => {
  answer({ 'GET /api/v2/workflow/{id}/fill': makeFillable(1, [person]) })
  show()
  await press('经手人：')
  await screen.findByText('经手人：张三')
  // The draft is written half a second later.
  await act(() => new Promise((done) => setTimeout(done, 600)))
  cleanup()
  show()
  expect(await screen.findByText('经手人：张三')).toBeTruthy()
})

test('the newest version is there at the first press, with what was typed', async () => {
  let isOld = false
  let fetched = Promise.resolve()
  answer({
    'POST /api/v2/workflow/{id}/start': () => {
      isOld = true
      return refuse(409, 'WORKFLOW_VERSION_OLD', '流程已更新')
    },
    'GET /api/v2/workflow/{id}/fill': async () => {
      await fetched
      return isOld ? makeFillable(2, [topic, grant]) : makeFillable(1, [topic])
    },
  })
  show()
  fireEvent.change(await screen.findByLabelText('课题名称', {}, { timeout: 20_000 }), {
    target: { value: '加热台' },
  })
  const slow = Promise.withResolvers<void>()
  fetched = slow.promise
  await press('提交')
  await press('显示更新后的流程')
  await act(async () => slow.resolve())
  expect(await screen.findByLabelText('批复编号')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('课题名称').value).toBe('加热台')
})

test('the form is blank after its own 重置, and nothing says that it was restored', async () => {
  const kept = {
    ...makeFillable(1, [topic], { resetBtn: true }),
    draft: { topic: '加热台' },
    draftAt: '2026-03-04T01:00:00.000Z',
  }
  answer({ 'GET /api/v2/workflow/{id}/fill': kept })
  show()
  const box = () => screen.getByLabelText<HTMLInputElement>('课题名称')
  await screen.findByLabelText('课题名称', {}, { timeout: 20_000 })
  expect([box().value, screen.queryByText(/^已恢复/)]).toEqual(['加热台', expect.anything()])
  await press('重置')
  expect([box().value, screen.queryByText(/^已恢复/)]).toEqual(['', null])
})

test('what is typed while 暂存 is on its way is still there to be saved', async () => {
  const saving = Promise.withResolvers<null>()
  answer({
    'GET /api/v2/workflow/{id}/fill': makeFillable(1, [topic]),
    'PUT /api/v2/workflow/{id}/draft': () => saving.promise,
  })
  show()
  await screen.findByLabelText('课题名称', {}, { timeout: 20_000 })
  fill('课题名称', '加热台')
  await press('暂存')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '暂存' })
  await waitFor(() => expect(button.disabled).toBe(true))
  fill('课题名称', '真空加热台')
  await act(async () => saving.resolve(null))
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(hasUnsent()).toBe(true)
  await press('暂存')
  await waitFor(() => expect(hasUnsent()).toBe(false))
  expect(asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({ values: { topic: '真空加热台' } })
})
