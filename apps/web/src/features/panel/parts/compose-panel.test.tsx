import type { PanelDetail } from '@portal/contract/panel/calls'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { messages, questions } from '../../../lib/tell.ts'
import { press } from '../../../testing/hands.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import { ComposePanel } from './compose-panel.tsx'

// The only fields that the form reads.
const panel = {
  id: 7,
  revision: 3,
  statement: '请论证',
  members: [
    { user: { id: 5, name: '王五' }, profession: 'technical', outside: true, unit: '甲大学', title: '教授' },
  ],
  needs: { minExperts: 1, outsideOnly: true },
} as unknown as PanelDetail
const keep = (revision: number) =>
  localStorage.setItem(
    `draft::panel:7:${revision}`,
    JSON.stringify({ values: { statement: '请论证指标', members: [] }, at: Date.now() }),
  )
const show = () => renderPage(<ComposePanel row={panel} />)
const statement = () => screen.getByLabelText<HTMLTextAreaElement>('论证说明').value

beforeEach(() => messages.set([])) // other files' messages
afterEach(() => {
  clearPage()
  questions.set([])
  messages.set([])
  localStorage.clear()
})

it('with a restored draft nobody is called until it is saved or given up', async () => {
  keep(3)
  show()
  expect(statement()).toBe('请论证指标')
  await press('发起论证')
  expect(questions.get()).toEqual([])
  expect(messages.get().map((m) => m.text)).toEqual(['填写的内容尚未保存，请先保存，再继续'])
  await press('重新填写')
  expect(statement()).toBe('请论证')
  await press('发起论证')
  expect(questions.get().map((q) => q.title)).toEqual(['向 1 位专家发起论证？'])
})

it('a draft of an earlier revision does not replace what was saved since', () => {
  keep(2)
  show()
  expect(statement()).toBe('请论证')
  expect(screen.queryByText(/已恢复/)).toBeNull()
})
