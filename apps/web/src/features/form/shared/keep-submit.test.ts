import type { FormOptions } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { expect, test } from 'vitest'
import { keepSubmit } from './keep-submit.ts'

test('whoever fills a form in has a button to send it, whatever the form says', () => {
  const { form } = parseForm({ rule: [{ type: 'input', field: 'topic', title: '课题' }], options: {} })
  if (!form) throw new Error('the form is one')
  const wordsAfter = (submitBtn: FormOptions['submitBtn']) =>
    keepSubmit({ ...form, options: { ...form.options, submitBtn } }).options.submitBtn
  expect(keepSubmit(form)).toBe(form)
  expect(wordsAfter(false)).toBe(true)
  expect(wordsAfter({ show: false, innerText: '上报' })).toEqual({ show: true, innerText: '上报' })
})
