import type { Editor } from '@tiptap/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LinkRow } from './extra-rows.tsx'

afterEach(cleanup)

test('Enter that confirms letters in an input method does not add the link', () => {
  interface Chain {
    focus: () => Chain
    insertContent: () => Chain
    run: () => void
  }
  const run = vi.fn<() => void>()
  const chain: Chain = { focus: () => chain, insertContent: () => chain, run }
  // what the row uses of an editor
  const editor = {
    getAttributes: () => ({}),
    state: { selection: { empty: true } },
    chain: () => chain,
  } as unknown as Editor
  const onDone = vi.fn<() => void>()
  render(<LinkRow editor={editor} onDone={onDone} />)
  const box = screen.getByLabelText('链接地址')
  fireEvent.change(box, { target: { value: 'www.example.edu' } })
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true })
  expect([run.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 0])
  fireEvent.keyDown(box, { key: 'Enter' })
  expect([run.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 1])
})
