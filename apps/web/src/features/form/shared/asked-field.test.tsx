import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { BoundAnswer } from '@portal/contract/form/binding'
import { call } from '@portal/contract/kernel/call'
import type { Write } from '../../../lib/query.ts'
import { fill, press } from '../../../testing/hands.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { AskedField } from './asked-field.tsx'

const { code, file } = vi.hoisted(() => {
  // Test files of one worker share loaded modules; another file may have loaded the questions' code already.
  vi.resetModules()
  return {
    code: Promise.withResolvers<void>(),
    file: Promise.withResolvers<{ name: string; url: string }>(),
  }
})
vi.mock('./asked-fields.tsx', async (original) => {
  await code.promise
  return original()
})
vi.mock('../form.queries.ts', async (original) => ({
  ...(await original<typeof import('../form.queries.ts')>()),
  keepFile: () => file.promise,
}))
afterEach(cleanup)

const report = call({
  method: 'POST',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ reason: z.string(), answers: z.object({ mass: z.string().optional() }).nullable() }),
  reply: z.null(),
})
const run = vi.fn<Write<typeof report>['run']>()
const rule = [{ type: 'input', field: 'mass', title: '质量' }]
const asked = { id: 7, name: '故障情况', description: null, version: 1, text: JSON.stringify({ rule }) }

function Page({ questions = asked, before }: { questions?: typeof asked; before?: BoundAnswer }) {
  const answers = before ? { mass: '12' } : null
  const form = useSubmit({ call: report, run, busy: false }, { initial: { answers } })
  return (
    <FormPage form={form} submit="提交">
      <Field name="reason" label="原因">
        <Input />
      </Field>
      <AskedField failure={form.failure} asked={questions} before={before} />
    </FormPage>
  )
}
const submit = () => press('提交')

it('sends nothing before its questions are drawn, and says so there', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  fill('原因', '报警')
  await submit()
  expect(run).not.toHaveBeenCalled()
  await screen.findByText('问题还在载入，请稍候再提交')
  await act(async () => code.resolve())
  await screen.findByLabelText('质量', {}, { timeout: 20_000 })
  // An effect puts the questions' first answer into the form, over what is typed between the drawing and it.
  await act(async () => {})
  fill('质量', '12')
  expect(screen.queryByText('问题还在载入，请稍候再提交')).toBeNull()
  await submit()
  expect(run).toHaveBeenCalledOnce()
  expect(run.mock.calls[0]?.[0]?.body).toEqual({ reason: '报警', answers: { mass: '12' } })
})

it('sends nothing while a file of its questions is on its way', async () => {
  code.resolve()
  run.mockReset()
  const papers = JSON.stringify({ rule: [{ type: 'upload', field: 'mass', title: '照片' }] })
  const page = <Page questions={{ ...asked, text: papers }} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  fill('原因', '报警')
  const button = await screen.findByRole('button', { name: '选择文件' }, { timeout: 20_000 })
  const input = button.parentElement?.querySelector('input')
  if (!input) throw new Error('no input for a file')
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'a.png')] } }))
  await submit()
  await screen.findByText('文件还在上传，请稍候再提交')
  expect(run).not.toHaveBeenCalled()
  await act(async () => file.reject(new Error('away')))
  expect(screen.queryByText('文件还在上传，请稍候再提交')).toBeNull()
  await submit()
  expect(run).toHaveBeenCalledOnce()
})

it('an earlier answer is changed without the default that it left empty', async () => {
  code.resolve()
  const level = { type: 'input', field: 'level', title: '紧急程度', value: '加急' }
  const text = JSON.stringify({ rule: [...rule, level] })
  const before: BoundAnswer = {
    id: 3,
    form: { id: 7, name: '故障情况' },
    version: 1,
    by: { id: 1, name: '陈志远' },
    at: '2026-11-24T08:00:00Z',
    summary: '',
    text,
    values: { mass: '12' },
    people: [],
    occasion: 'booking',
  }
  const page = <Page questions={{ ...asked, text }} before={before} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  const box = await screen.findByLabelText<HTMLInputElement>('紧急程度', {}, { timeout: 20_000 })
  expect([box.value, screen.getByLabelText<HTMLInputElement>('质量').value]).toEqual(['', '12'])
})
