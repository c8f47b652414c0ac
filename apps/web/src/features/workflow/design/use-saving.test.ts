import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { messages } from '../../../lib/tell.ts'
import type { Studio } from './studio.ts'
import { useSaving } from './use-saving.ts'
import type { Work } from './use-work.ts'

const create = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('./design.queries.ts', () => ({ createWorkflow: { run: create } }))
afterEach(() => {
  cleanup()
  messages.set([])
})

it('a save that is repeated while it is under way creates one process', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  create.mockReturnValue(promise)
  // what saving uses of the diagram
  const drawing = {
    root: () => ({ businessObject: { get: () => '设备采购审批' } }),
    place: () => 1,
    write: async () => '<xml/>',
  }
  const studio = {
    drawing,
    about: createStore({ category: '', description: '' }),
  } as unknown as Studio
  const work = { markSaved: vi.fn() } as unknown as Work
  const onCreated = vi.fn()
  const { result } = renderHook(() =>
    useSaving(studio, work, { first: null, revision: 0, setRevision: vi.fn(), onCreated }),
  )
  await act(async () => {
    const { save } = result.current
    const saves = [save(), save()]
    resolve({ id: 7, revision: 1 })
    await Promise.all(saves)
  })
  expect(create).toHaveBeenCalledTimes(1)
  expect(onCreated).toHaveBeenCalledTimes(1)
  expect(result.current.busy).toBe(false)
})
