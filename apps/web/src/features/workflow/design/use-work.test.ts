import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { dropDraft, keepDraft } from '../../../ui/form/draft.ts'
import type { Studio } from './studio.ts'
import { draftName, readKept, useWork } from './use-work.ts'

/** A fake diagram that has only a text and a change counter. */
function makeStudio(first: string) {
  const store = createStore({ version: 0 })
  let xml = first
  const drawing = { store, place: () => store.get().version, write: async () => xml }
  const about = createStore({ category: '', description: '' })
  return {
    studio: { drawing, about } as unknown as Studio,
    draw(next: string) {
      xml = next
      store.set({ version: store.get().version + 1 })
    },
  }
}
const about = { category: '', description: '' }
const work = (studio: Studio, offered: number | 'new' | null) =>
  renderHook(
    (now: { offered: number | 'new' | null }) =>
      useWork(studio, 7, { isOpen: true, revision: 1, begun: false, offered: now.offered }),
    { initialProps: { offered } },
  )
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

it('leaves the drawing that is offered until that is answered', async () => {
  keepDraft(draftName(7), { xml: '<before/>', about, revision: 1 })
  const { studio, draw } = makeStudio('<saved/>')
  const { rerender, unmount } = work(studio, 7)
  await wait(1000)
  expect(readKept(7)?.xml).toBe('<before/>')
  draw('<new/>')
  await wait(1000)
  expect(readKept(7)?.xml).toBe('<before/>')
  // The offer is declined: from now on the new draft is kept, including the edits made meanwhile.
  dropDraft(draftName(7))
  rerender({ offered: null })
  await wait(1000)
  expect(readKept(7)?.xml).toBe('<new/>')
  unmount()
})

it('keeps what is drawn where nothing is offered, and drops it once it is as saved', async () => {
  const { studio, draw } = makeStudio('<saved/>')
  work(studio, null)
  await wait(1000)
  draw('<new/>')
  await wait(1000)
  expect(readKept(7)?.xml).toBe('<new/>')
  draw('<saved/>')
  await wait(1000)
  expect(readKept(7)).toBeNull()
})

it('keeps what is drawn while a save is on its way as unsaved', async () => {
  const { studio, draw } = makeStudio('<saved/>')
  const { result } = work(studio, null)
  const readState = (xml: string) => ({ xml, about: studio.about.get(), place: studio.drawing.place() })
  await wait(1000)
  draw('<sent/>')
  const sent = readState('<sent/>')
  draw('<later/>')
  await wait(1000)
  act(() => result.current.markSaved(sent))
  expect([result.current.dirty.current, readKept(7)?.xml]).toEqual([true, '<later/>'])
  act(() => result.current.markSaved(readState('<later/>')))
  expect([result.current.dirty.current, readKept(7)]).toEqual([false, null])
})
