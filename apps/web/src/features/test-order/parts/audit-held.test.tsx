import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import type { Deed } from '../../../lib/held.ts'
import { messages } from '../../../lib/tell.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import { Holding } from '../../../ui/process/holding.ts'
import { AuditPanel } from './audit-panel.tsx'

const { audit } = vi.hoisted(() => ({
  audit: vi.fn<(sent: { idempotencyKey: string }) => Promise<unknown>>(),
}))
vi.mock('../test-order.queries.ts', () => ({ auditTestOrders: { run: audit } }))
afterEach(() => {
  cleanup()
  audit.mockReset()
  messages.set([])
})

const lost = new Failure({ kind: 'network', message: '网络中断' })
const decide = async (button: string) => {
  await press(button)
  if (button === '退回') await answerQuestion(true, '机时有误')
}

test.each(['通过', '退回'])('%s sent again is the same request until an answer has come', async (button) => {
  // the fields that the panel reads
  const order = {
    id: 7,
    state: 'awaiting_director',
    stateAt: '2026-03-01T01:00:00.000Z',
    totalFen: 100,
    previousFen: null,
    estimateFen: 100,
    can: ['approve', 'return'],
  } as unknown as TestOrderDetail
  const hold = vi.fn<(deed: Pick<Deed, 'send'>) => void>()
  render(
    <Holding value={{ hold, said: '' }}>
      <AuditPanel row={order} />
    </Holding>,
  )
  await decide(button)
  const send = () => act(async () => hold.mock.lastCall?.[0].send())
  audit.mockRejectedValueOnce(lost)
  await expect(send()).rejects.toBe(lost)
  audit.mockResolvedValue([{ id: 7, ok: false, state: null, message: '当前不能审核' }])
  expect(await send()).toBe(false)
  // Its cause has gone: the server would repeat the refusal to the same key.
  await decide(button)
  await send()
  const [first, again, later] = audit.mock.calls.map(([sent]) => sent.idempotencyKey)
  expect(first).toMatch(/^[\w-]{8,100}$/)
  expect(again).toBe(first)
  expect(later).not.toBe(first)
})
