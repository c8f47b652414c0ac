import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { CodeCard, type IssuedCode } from './code-card.tsx'

const makeIssued = (id: number, code: string): IssuedCode => ({
  // The only fields that the card reads.
  gateway: { id, name: `网关 ${id}` } as IssuedCode['gateway'],
  code,
  until: '2026-11-30T02:00:00Z',
})
const copy = (issued: readonly IssuedCode[]) => {
  render(<CodeCard issued={issued} onDone={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: '复制注册码' }))
}
const said = () => messages.get().map((m) => m.text)
beforeEach(() => messages.set([])) // other files' messages
afterEach(() => {
  cleanup()
  messages.set([])
  vi.unstubAllGlobals()
})

test('codes are copied together, with the names of their gateways', async () => {
  const writeText = vi.fn(async (_text: string) => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  copy([makeIssued(1, 'AAAAA-BBBBB'), makeIssued(2, 'CCCCC-DDDDD')])
  await waitFor(() => expect(said()).toEqual(['已复制到剪贴板']))
  expect(writeText).toHaveBeenCalledWith('网关 1\tAAAAA-BBBBB\n网关 2\tCCCCC-DDDDD')
})

test('without a clipboard the code is selected, and the card says what to do', async () => {
  vi.stubGlobal('navigator', {})
  copy([makeIssued(1, 'AAAAA-BBBBB')])
  await waitFor(() => expect(said()).toEqual(['浏览器不允许写剪贴板，内容已选中，请自行复制']))
  expect(String(document.getSelection())).toContain('AAAAA-BBBBB')
})
