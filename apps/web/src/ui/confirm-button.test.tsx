import { act, cleanup, render, waitFor } from '@testing-library/react'
import { Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { messages, questions } from '../lib/tell.ts'
import { fill, press } from '../testing/hands.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Field } from './form/field.tsx'
import { FormPage } from './form/form-page.tsx'
import { hasUnsent } from './form/leave.ts'
import { useSubmit } from './form/use-submit.ts'

const change = call({
  method: 'PUT',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ note: z.string() }),
  reply: z.null(),
})
function Page() {
  const form = useSubmit({ call: change, run: () => Promise.resolve(null), busy: false })
  return (
    <>
      <FormPage form={form} submit="保存">
        <Field name="note" label="说明">
          <Input />
        </Field>
      </FormPage>
      <ConfirmButton afterSaving title="提交评价？" ok="提交" onConfirm={() => undefined}>
        提交评价
      </ConfirmButton>
      <ConfirmButton title="取消评价？" ok="取消评价" onConfirm={() => undefined}>
        取消评价
      </ConfirmButton>
    </>
  )
}
const asked = () => questions.get().map((q) => q.title)

beforeEach(() => messages.set([])) // other files' messages
afterEach(() => {
  cleanup()
  questions.set([])
  messages.set([])
})

it('a step that acts on what is saved waits until what is typed beside it is saved', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  await act(async () => fill('说明', '9 项'))
  await press('提交评价')
  expect(asked()).toEqual([])
  expect(messages.get().map((m) => m.text)).toEqual(['填写的内容尚未保存，请先保存，再继续'])
  await press('取消评价')
  expect(asked()).toEqual(['取消评价？'])
  await press('保存')
  await waitFor(() => expect(hasUnsent()).toBe(false))
  await press('提交评价')
  expect(asked()).toEqual(['取消评价？', '提交评价？'])
})
