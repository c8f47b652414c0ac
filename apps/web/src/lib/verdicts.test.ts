import type { Verdict } from '@portal/contract/kernel/rows'
import { beforeEach, expect, it, vi } from 'vitest'
import { messages } from './tell.ts'
import { deciding, partsUnderway, sayVerdicts } from './verdicts.ts'

beforeEach(() => messages.set([]))

const rows = Array.from({ length: 250 }, (_, i) => ({
  id: i + 1,
  state: 'awaiting_finance',
  stateAt: '2026-01-05T01:00:00.000Z',
}))
type Part = Parameters<Parameters<typeof deciding<'approve', string>>[0]['run']>[0]
const agree = ({ body }: Part): Verdict[] =>
  body.items.map(({ id }) => ({ id, ok: id !== 7, state: 'paid', message: id === 7 ? '余额不足' : '' }))
const said = () => messages.get().map((m) => [m.tone, m.text, ...m.lines])

it('more rows than the server takes at once go in parts, each with its key, and are told as one', async () => {
  const underway: unknown[] = []
  const run = vi.fn(async (part: Part) => {
    underway.push(partsUnderway.get())
    return agree(part)
  })
  const decide = deciding({ run }, (id) => `结算单 ${id}`)
  expect(await decide(rows, 'approve', '处理', null, 'the-click')).toBe(false)
  expect(run.mock.calls.map(([{ body }]) => body.items.length)).toEqual([100, 100, 50])
  expect(run.mock.calls.flatMap(([{ body }]) => body.items)).toEqual(rows)
  expect(new Set(run.mock.calls.map(([part]) => part.idempotencyKey)).size).toBe(3)
  expect(underway).toEqual([0, 100, 200].map((done) => ({ done, total: 250 })))
  expect(partsUnderway.get()).toBeNull()
  expect(said()).toEqual([['warning', '已处理 249 条，1 条未能处理', '结算单 7：余额不足']])
})

it('a click that is repeated has the keys that it had', async () => {
  const keys: unknown[] = []
  const run = async (part: Part) => {
    keys.push(part.idempotencyKey)
    return agree(part)
  }
  for (let i = 0; i < 2; i++) await deciding({ run }, String)(rows, 'approve', '处理', null, 'the-click')
  expect(keys.slice(3)).toEqual(keys.slice(0, 3))
})

it('a part that fails ends the batch; what the parts before it answered is told', async () => {
  const lost = new Error('网络错误')
  let parts = 0
  const run = async (part: Part) => {
    if (++parts === 2) throw lost
    return agree(part)
  }
  await expect(deciding({ run }, (id) => `结算单 ${id}`)(rows, 'approve', '处理', null)).rejects.toBe(lost)
  expect(parts).toBe(2)
  expect(said()).toEqual([
    ['warning', '已处理 99 条，1 条未能处理，150 条没有得到答复', '结算单 7：余额不足'],
  ])
  expect(partsUnderway.get()).toBeNull()
})

it('of many refusals the first are named, and the others counted', () => {
  const verdicts = rows.map(({ id }) => ({ id, ok: false, state: null, message: '已变化' }))
  expect(sayVerdicts(verdicts, '处理', String)).toBe(false)
  const [message] = messages.get()
  expect([message?.lines.length, message?.lines.at(-1)]).toEqual([21, '另有 230 条'])
})
