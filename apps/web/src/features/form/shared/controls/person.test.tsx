import { cleanup, screen, waitFor } from '@testing-library/react'
import type { JsonObject } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { afterEach, expect, it } from 'vitest'
import { renderPart } from '../../../../testing/page.tsx'
import { FormView } from '../form-view.tsx'
import type { Fields } from '../view-context.ts'

afterEach(cleanup)

function show(props: JsonObject, start: Fields = {}) {
  const { form } = parseForm([{ type: 'userSelect', field: 'who', title: '导师', props }])
  if (!form) throw new Error('no form')
  renderPart(<FormView form={form} start={start} people={[{ id: 3, name: '陈志远' }]} />)
}

it.each<[props: JsonObject, words: string]>([
  [{}, '输入姓名、拼音或用户名'],
  [{ placeholder: '请选择导师' }, '请选择导师'],
  [{ placeholder: '请选择成员', multiple: true }, '请选择成员'],
])('an empty field says what the form says: %o', async (props, words) => {
  show(props)
  expect(await screen.findByText(words, {}, { timeout: 20_000 })).toBeTruthy()
})

it.each<[props: JsonObject, clearable: boolean]>([
  [{}, true],
  [{ clearable: false }, false],
])('a person can be cleared unless the form says otherwise: %o', async (props, clearable) => {
  show(props, { who: 3 })
  await waitFor(() => expect(document.querySelector('.ant-select')?.textContent).toContain('陈志远'), {
    timeout: 20_000,
  })
  expect(document.querySelector('.ant-select-clear') !== null).toBe(clearable)
})
