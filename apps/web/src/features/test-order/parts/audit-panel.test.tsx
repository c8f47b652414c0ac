import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { AuditPanel } from './audit-panel.tsx'

const order = {
  id: 7,
  state: 'awaiting_booker',
  stateAt: '2026-05-01T08:00:00Z',
  totalFen: 12_000,
  previousFen: null,
  estimateFen: 10_000,
  dueAt: null,
  can: ['confirm'],
} as unknown as TestOrderDetail // the fields that the panel shows and sends
const { asked, answer } = stubCalls({ 'POST *': [{ id: 7, ok: false, message: '经费卡已停用' }] })

test('only a confirmation whose answer was lost is sent again with the same key', async () => {
  renderPart(<AuditPanel row={order} />)
  answer({
    'POST *': () => {
      throw new TypeError('no network')
    },
  })
  await press('确认')
  answer({ 'POST *': [{ id: 7, ok: false, message: '经费卡已停用' }] })
  await press('确认')
  await press('确认')
  const [lost, again, afterRefusal] = asked.map((call) => call.key)
  expect(lost).not.toBeNull()
  expect(again).toBe(lost)
  expect(afterRefusal).not.toBe(lost)
})
