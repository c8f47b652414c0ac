import { parseForm } from '@portal/form-kit/form/parse'
import type { FormDetail } from '@portal/contract/form/form'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { messages } from '../../../lib/tell.ts'
import { createDesigner, isDirty, makeAbout } from './designer.ts'
import { useSaving } from './use-saving.ts'

const { readForm } = vi.hoisted(() => ({ readForm: vi.fn() }))
vi.mock('./design.queries.ts', () => ({
  readForm,
  createForm: { run: vi.fn() },
  saveForm: { run: vi.fn() },
  publishForm: { run: vi.fn() },
}))
const write = (title: string) => JSON.stringify({ rule: [{ type: 'input', field: 'a', title }], options: {} })
const findForm = (text: string) => {
  const { form } = parseForm(text)
  if (!form) throw new Error('no form')
  return form
}
// the only fields that are read
const first = {
  id: 7,
  name: '送样登记',
  category: null,
  description: null,
  revision: 1,
  text: write('样品'),
} as unknown as FormDetail
const his = { ...first, name: '送样登记表', revision: 3, text: write('样品名称') }

const start = () => {
  const designer = createDesigner(findForm(first.text), makeAbout(first))
  const { result } = renderHook(() => useSaving(designer, first, null, vi.fn()))
  return { designer, result }
}
beforeEach(() => void readForm.mockReset())
beforeEach(() => messages.set([])) // other files' messages
afterEach(() => {
  cleanup()
  messages.set([])
})

it('takes the newest form of the other person whole', async () => {
  const { designer, result } = start()
  readForm.mockResolvedValue(his)
  await act(() => result.current.takeHis())
  const state = designer.store.get()
  expect([state.about.name, isDirty(state), result.current.revision]).toEqual(['送样登记表', false, 3])
  expect(state.design.form).toEqual(findForm(his.text))
})

it('says that the form of the other person could not be read, and keeps ours', async () => {
  const { designer, result } = start()
  readForm.mockRejectedValue(new Failure({ kind: 'network', message: '网络错误' }))
  await act(() => result.current.takeHis())
  expect(messages.get().map((m) => m.text)).toEqual(['网络错误'])
  expect([designer.store.get().about.name, result.current.revision]).toEqual(['送样登记', 1])
})
