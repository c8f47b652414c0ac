import { afterEach, expect, test, vi } from 'vitest'
import type { ListSetting } from '@portal/contract/list-setting/list-setting'
import { Failure } from './failure.ts'
import { changeListSetting } from './list-setting.ts'
import { messages } from './tell.ts'

const mine: ListSetting = {
  list: '/list',
  columns: [{ key: 'name', shown: false }],
  density: 'compact',
  filters: [{ name: '本月', values: { month: '2026-11' } }],
}
const waiting = { name: '待审核', values: { state: 'waiting' } }
const add = (now: ListSetting): ListSetting => ({ ...now, filters: [...now.filters, waiting] })
/** A server with the user's settings, or one that does not answer questions. */
function serve(kept: ListSetting[] | undefined) {
  const saved: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') saved.push(JSON.parse(body ?? ''))
    if (method === 'GET' && !kept) throw new TypeError('Failed to fetch')
    return Response.json({ code: 0, data: method === 'GET' ? kept : null, message: '' })
  })
  return saved
}
afterEach(() => {
  vi.unstubAllGlobals()
  messages.set([])
  localStorage.clear()
})

test('what was saved on another device stays when a filter is added here', async () => {
  const saved = serve([mine, { ...mine, list: '/other' }])
  await changeListSetting('/list', add)
  expect(saved).toEqual([{ ...mine, filters: [...mine.filters, waiting] }])
})

test('a list that has no settings yet gets its first', async () => {
  const saved = serve([])
  await changeListSetting('/list', add)
  expect(saved).toEqual([{ list: '/list', columns: [], density: 'normal', filters: [waiting] }])
})

test('settings that cannot be read are not written over', async () => {
  const saved = serve(undefined)
  await expect(changeListSetting('/list', add)).rejects.toBeInstanceOf(Failure)
  expect([saved, messages.get().length]).toEqual([[], 1])
})
