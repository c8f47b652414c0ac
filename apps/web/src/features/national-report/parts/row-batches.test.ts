import { MOST_SENT, type NationalRow } from '@portal/contract/national-report/national-report'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { batchesFor } from './row-batches.ts'

beforeEach(() => messages.set([]))
afterEach(() => {
  messages.set([])
  vi.unstubAllGlobals()
})

const rows = Array.from({ length: 2 * MOST_SENT }, (_, i) => ({
  id: i + 1,
  key: `GZ${i + 1}`,
  device: { name: '扫描电镜' },
})) as unknown as NationalRow[]

it.each(['send', 'register', 'lock', 'reject', 'withdraw', 'restore'])(
  '%s: a whole page of rows goes in parts of what the server accepts, and is told as one',
  async (can) => {
    const sent: number[][] = []
    vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
      const { rowIds } = JSON.parse(body) as { rowIds: number[] }
      sent.push(rowIds)
      const verdicts = rowIds.map((id) => ({ id, ok: id !== 7, state: 'reported', message: '已锁定' }))
      const data = can === 'send' ? { batchId: 1, trouble: null, verdicts } : verdicts
      return Response.json({ code: 0, message: '', data, requestId: 'r' }, { status: 200 })
    })
    await batchesFor(4)
      .find((b) => b.can === can)
      ?.run(rows, '误报')
    expect(sent.map((ids) => ids.length)).toEqual([MOST_SENT, MOST_SENT])
    expect(sent.flat()).toEqual(rows.map((r) => r.id))
    expect(messages.get().map((m) => [m.tone, m.lines])).toEqual([['warning', ['扫描电镜（GZ7）：已锁定']]])
    expect(messages.get()[0]?.text).toMatch(/ 999 条，1 条未能处理$/)
  },
)
