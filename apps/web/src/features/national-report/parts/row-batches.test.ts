import { MOST_SENT, type NationalRow } from '@portal/contract/national-report/national-report'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { stubCalls, type Received } from '../../../testing/calls.ts'
import { batchesFor } from './row-batches.ts'

const readIds = ({ body }: Received) => (body as { rowIds: number[] }).rowIds

beforeEach(() => messages.set([]))
afterEach(() => messages.set([]))
const { asked, answer } = stubCalls()

const rows = Array.from({ length: 2 * MOST_SENT }, (_, i) => ({
  id: i + 1,
  key: `GZ${i + 1}`,
  device: { name: '扫描电镜' },
})) as unknown as NationalRow[]

it.each(['send', 'register', 'lock', 'reject', 'withdraw', 'restore'])(
  '%s: a whole page of rows goes in parts of what the server accepts, and is told as one',
  async (can) => {
    answer({
      [`POST /api/v2/national-report/4/${can}`]: (call: Received) => {
        const verdicts = readIds(call).map((id) => ({
          id,
          ok: id !== 7,
          state: 'reported',
          message: '已锁定',
        }))
        return can === 'send' ? { batchId: 1, trouble: null, verdicts } : verdicts
      },
    })
    await batchesFor(4)
      .find((b) => b.can === can)
      ?.run(rows, '误报')
    const parts = asked.map(readIds)
    expect(parts.map((ids) => ids.length)).toEqual([MOST_SENT, MOST_SENT])
    expect(parts.flat()).toEqual(rows.map((r) => r.id))
    expect(messages.get().map((m) => [m.tone, m.lines])).toEqual([['warning', ['扫描电镜（GZ7）：已锁定']]])
    expect(messages.get()[0]?.text).toMatch(/ 999 条，1 条未能处理$/)
  },
)
