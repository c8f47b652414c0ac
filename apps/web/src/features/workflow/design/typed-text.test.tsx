import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import type { Studio } from './studio.ts'
import { TypedText } from './typed-text.tsx'
import { readKept, useWork } from './use-work.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

it('a name that is still being typed when the page goes is in the kept draft', async () => {
  const store = createStore({ version: 0 })
  let xml = '<saved/>'
  const name = (text: string) => {
    xml = `<named>${text}</named>`
    store.set({ version: store.get().version + 1 })
  }
  const drawing = { store, place: () => store.get().version, write: async () => xml }
  const studio = { drawing, about: createStore({ category: '', description: '' }) } as unknown as Studio
  renderHook(() => useWork(studio, 7, { isOpen: true, revision: 1, begun: false, offered: null }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  render(<TypedText label="流程名称" value="" maxLength={60} onChange={name} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '设备借用' } })
  expect(xml).toBe('<saved/>')
  await act(async () => void dispatchEvent(new Event('pagehide')))
  expect(readKept(7)?.xml).toBe('<named>设备借用</named>')
})
