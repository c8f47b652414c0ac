import type { DeliveryDetail } from '@portal/contract/delivery/delivery'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import { Holding, type Holder } from '../../../ui/process/holding.ts'
import { DecideDelivery } from './decide-delivery.tsx'

const { audit } = vi.hoisted(() => ({
  audit: vi.fn<(sent: { body: unknown; idempotencyKey: string }) => Promise<unknown>>(),
}))
vi.mock('../delivery.queries.ts', () => ({ auditDeliveries: { run: audit } }))
afterEach(() => {
  cleanup()
  messages.set([])
})

test('pieces that were ticked are sent back at once, because an undo would lose them', async () => {
  audit.mockResolvedValue([{ id: 3, ok: true, state: 'entering', message: '' }])
  // the fields that the panel reads
  const delivery = {
    id: 3,
    number: 'GH3',
    state: 'awaiting_check',
    stateAt: '2026-03-01T01:00:00.000Z',
    pieces: [{ id: 31, name: '离心机', number: 1, factoryNumber: 'A-1', state: 'entered' }],
  } as unknown as DeliveryDetail
  const [hold, onDone] = [vi.fn(), vi.fn()]
  render(
    <Holding value={{ hold, said: '' }}>
      <DecideDelivery row={delivery} onDone={onDone} />
    </Holding>,
  )
  const sendBack = async (button: string) => {
    await press(button)
    await answerQuestion(true, '出厂编号有误')
  }
  await sendBack('退回修改')
  expect([hold.mock.calls.length, audit.mock.calls.length]).toEqual([1, 0])
  fireEvent.click(screen.getByRole('checkbox', { name: /离心机/ }))
  await sendBack('退回 1 台')
  expect([hold.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 2])
  expect(audit.mock.calls[0]?.[0].body).toMatchObject({
    verdict: 'send_back',
    pieces: [{ pieceId: 31, reason: '出厂编号有误' }],
  })
})

test('a decision whose answer was lost is sent again with the same key', async () => {
  audit.mockReset().mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue([])
  // the fields that the panel reads
  const delivery = {
    id: 3,
    state: 'awaiting_check',
    stateAt: '2026-03-01T01:00:00.000Z',
    pieces: [],
  } as unknown as DeliveryDetail
  const hold = vi.fn<Holder['hold']>()
  render(
    <Holding value={{ hold, said: '' }}>
      <DecideDelivery row={delivery} />
    </Holding>,
  )
  await press('核对通过')
  await answerQuestion(true)
  const send = hold.mock.calls[0]?.[0].send
  await expect(send?.()).rejects.toThrow('no network')
  await send?.()
  const [lost, again] = audit.mock.calls.map(([sent]) => sent.idempotencyKey)
  expect(lost).toEqual(expect.any(String))
  expect(again).toBe(lost)
})
