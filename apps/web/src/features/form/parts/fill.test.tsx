import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPart } from '../../../testing/page.tsx'
import { Fill } from './fill.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test.each<[submitBtn: unknown, words: string]>([
  [false, '提交'],
  [{ show: false, innerText: '上报' }, '上报'],
])('a form whose button is switched off can be sent all the same: %o', (submitBtn, words) => {
  const text = JSON.stringify({
    rule: [{ type: 'input', field: 'topic', title: '课题' }],
    options: { submitBtn },
  })
  const form = { id: 3, name: '登记', description: null, version: 1, text }
  renderPart(<Fill form={form} onDone={() => {}} />)
  expect(screen.getByRole('button', { name: words })).toBeTruthy()
})
