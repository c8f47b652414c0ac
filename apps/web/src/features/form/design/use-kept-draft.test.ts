import { parseForm } from '@portal/form-kit/form/parse'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDraft, keepDraft } from '../../../ui/form/draft.ts'
import { createDesigner } from './designer.ts'
import { draftName, readKept, useKeptDraft } from './use-kept-draft.ts'

const about = { name: '送样登记', category: '', description: '' }
const text = JSON.stringify({ rule: [{ type: 'input', field: 'a', title: '样品' }], options: {} })
const makeDesigner = () => {
  const { form } = parseForm(text)
  if (!form) throw new Error('no form')
  return createDesigner(form, about)
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

it('leaves the draft that is offered until that is answered', async () => {
  keepDraft(draftName(7), { text, about: { ...about, name: '以前的' }, revision: 1 })
  const designer = makeDesigner()
  const { rerender } = renderHook(
    (now: { offered: number | null }) => useKeptDraft(designer, 7, 1, now.offered),
    { initialProps: { offered: 7 } as { offered: number | null } },
  )
  act(() => designer.setAbout({ ...about, name: '现在的' }))
  await wait(1000)
  expect(readKept(7)?.about.name).toBe('以前的')
  act(() => designer.setAbout(about))
  await wait(1000)
  expect(readKept(7)?.about.name).toBe('以前的')
  act(() => designer.setAbout({ ...about, name: '现在的' }))
  // The offer is declined: from now on the new draft is kept, including the edits made meanwhile.
  dropDraft(draftName(7))
  rerender({ offered: null })
  expect(readKept(7)?.about.name).toBe('现在的')
})
