import type { DictionaryRow } from '@portal/contract/dictionary/dictionary'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { Items } from './items.tsx'

const dictionary: DictionaryRow = {
  id: 4,
  name: 'colours',
  description: '颜色',
  builtin: false,
  fixed: false,
  itemCount: 1,
  can: ['items'],
}
// The list as this page has read it; a colleague may have changed it since.
const items = [{ id: 9, label: '兰色', value: 'blue', sort: 10, enabled: true }]

const { sent } = stubCalls({
  'GET /backend/api/dictDetail': { content: items, totalElements: 1 },
  'PUT /backend/api/dictDetail': null,
})

async function show(of: DictionaryRow): Promise<void> {
  renderPage(<Items of={of} onEdit={() => {}} />)
  await screen.findByText('兰色')
}
const readSent = async () => {
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

test('停用 sends the switch alone', async () => {
  await show(dictionary)
  fireEvent.click(screen.getByRole('button', { name: '停用' }))
  expect(await readSent()).toEqual({ id: 9, enabled: false })
})

test('the form sends what was changed', async () => {
  await show(dictionary)
  fireEvent.click(screen.getByRole('button', { name: '修改' }))
  const form = within(await screen.findByRole('dialog'))
  fireEvent.change(form.getByLabelText('标签'), { target: { value: '蓝色' } })
  fireEvent.click(form.getByRole('button', { name: '保存修改' }))
  expect(await readSent()).toEqual({ id: 9, label: '蓝色' })
})

test('a list of the program’s own states says so, and offers no change of its items', async () => {
  await show({ ...dictionary, builtin: true, fixed: true, can: ['change'] })
  expect(screen.getByText('由系统规定：条目是系统自身的状态，不能修改。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '修改字典' })).toBeTruthy()
  for (const name of ['新增条目', '修改', '停用', '删除'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
})
