import type { StockInDetail } from '@portal/contract/stock-in/stock-in'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { answerQuestion, fill, press } from '../../../testing/hands.ts'
import { Holding } from '../../../ui/process/holding.ts'
import { Reimburse } from './reimburse.tsx'

const { audit } = vi.hoisted(() => ({ audit: vi.fn<(sent: { body: unknown }) => Promise<unknown>>() }))
vi.mock('../stock-in.queries.ts', () => ({ auditStockIns: { run: audit } }))
afterEach(() => {
  cleanup()
  messages.set([])
})

test('a voucher that was entered is sent at once, because an undo would lose it', async () => {
  audit.mockResolvedValue([{ id: 3, ok: true, state: 'awaiting_store', message: '' }])
  // the fields that the panel reads
  const order = {
    id: 3,
    state: 'awaiting_finance',
    stateAt: '2026-03-01T01:00:00.000Z',
    payment: 'bank',
    totalFen: 10_000,
  } as unknown as StockInDetail
  const [hold, onDone] = [vi.fn(), vi.fn()]
  render(
    <Holding value={{ hold, said: '' }}>
      <Reimburse row={order} onDone={onDone} />
    </Holding>,
  )
  const confirm = async () => {
    await press('确认报销')
    await answerQuestion(true)
  }
  await confirm()
  expect([hold.mock.calls.length, audit.mock.calls.length]).toEqual([1, 0])
  fill('凭证号', 'JZ-7')
  await confirm()
  expect([hold.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 2])
  expect(audit.mock.calls[0]?.[0].body).toMatchObject({ verdict: 'approve', voucherNumber: 'JZ-7' })
})
