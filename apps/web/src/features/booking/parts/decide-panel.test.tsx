import type { BookingDetail } from '@portal/contract/booking/row'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { messages } from '../../../lib/tell.ts'
import { Holding } from '../../../ui/process/holding.ts'
import type { Choice } from '../calendar.rules.ts'
import { DecidePanel } from './decide-panel.tsx'

const { approve, usable } = vi.hoisted(() => ({
  approve: vi.fn<(sent: { body: unknown }) => Promise<unknown>>(),
  usable: [] as { id: number; number: string; name: string; usableFen: number }[],
}))
vi.mock('../booking.queries.ts', () => ({
  useApproveBooking: () => ({ run: approve, busy: false }),
  refuseBooking: { run: vi.fn() },
}))
vi.mock('../../fund-card/fund-card.queries.ts', () => ({
  useUsableCards: () => ({ data: { items: usable }, isPending: false }),
}))
const period = { startAt: '2026-03-02T01:00:00.000Z', endAt: '2026-03-02T02:00:00.000Z', seat: 1 }
vi.mock('../shared/device-calendar.tsx', () => ({
  DeviceCalendar: ({ onChoose }: { onChoose: (choice: Choice) => void }) => (
    <button type="button" onClick={() => onChoose(period)}>
      选时间
    </button>
  ),
}))
afterEach(() => {
  cleanup()
  messages.set([])
  usable.length = 0
  approve.mockReset()
  localStorage.clear()
})

const card = (id: number) => ({ id, number: `K-${id}`, name: '课题', usableFen: 10_000 })
const hold = vi.fn()
const onDone = vi.fn()
/** The panel in the inbox, where a plain yes is held for undo. */
function show(asks: Partial<BookingDetail['asks']>, fundCard: BookingDetail['fundCard'] = null) {
  hold.mockReset()
  onDone.mockReset()
  // the fields that the panel reads
  const booking = {
    id: 5,
    state: asks.time ? 'awaiting_reviewer' : 'awaiting_payer',
    stateAt: '2026-03-01T01:00:00.000Z',
    startAt: null,
    endAt: null,
    seat: 1,
    device: { id: 4 },
    booker: { id: 9, name: '预约人' },
    fundCard,
    can: ['approve', 'refuse'],
    asks: { time: false, card: false, payment: false, ...asks },
  } as unknown as BookingDetail
  render(
    <Holding value={{ hold, said: '' }}>
      <DecidePanel row={booking} onDone={onDone} />
    </Holding>,
  )
}
const yes = () => screen.getByRole<HTMLButtonElement>('button', { name: '通过' })
const agree = () => act(async () => void fireEvent.click(yes()))

test('a yes alone is held; one with a card is sent at once, with the only card chosen already', async () => {
  show({})
  await agree()
  expect([hold.mock.calls.length, approve.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0, 1])
  cleanup()
  usable.push(card(7))
  approve.mockResolvedValue(undefined)
  show({ card: true })
  await agree()
  expect(approve.mock.calls[0]?.[0].body).toMatchObject({ fundCardId: 7 })
  expect([hold.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1])
  expect(messages.get().map((m) => m.text)).toEqual(['已通过'])
  cleanup()
  // The next payment begins with the same card, also among several.
  usable.push(card(8))
  show({ card: true })
  expect(yes().disabled).toBe(false)
})

test('a card that can no longer pay is not chosen again; one that can is', async () => {
  approve.mockResolvedValue(undefined)
  usable.push(card(7))
  show({ card: true }, { id: 3, number: 'K-3', name: '已停用' })
  expect(screen.queryByText('3')).toBeNull()
  await agree()
  expect(approve.mock.calls[0]?.[0].body).toMatchObject({ fundCardId: 7 })
  cleanup()
  usable.push(card(8))
  show({ card: true }, { id: 8, number: 'K-8', name: '课题' })
  await agree()
  expect(approve.mock.calls[1]?.[0].body).toMatchObject({ fundCardId: 8 })
})

test('without a card the payer reads what is missing, instead of being refused later', () => {
  usable.push(card(7), card(8))
  show({ card: true })
  const words = { selector: '.page-extra .muted' }
  expect([yes().disabled, screen.getByText('请选择经费卡', words).tagName]).toEqual([true, 'SPAN'])
  cleanup()
  usable.length = 0
  show({ card: true })
  expect(screen.getByText(/请驳回，由预约人改由他人付款/)).toBeTruthy()
})

test('a time that was taken meanwhile is told beside the time, with the nearest free ones', async () => {
  const other = { startAt: '2026-03-02T03:00:00.000Z', endAt: '2026-03-02T04:00:00.000Z', seat: 1 }
  approve.mockRejectedValueOnce(
    new Failure({
      kind: 'refused',
      message: '该时段已被占用',
      status: 409,
      data: { alternatives: [other] },
    }),
  )
  show({ time: true })
  expect(yes().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: '选时间' }))
  await agree()
  expect([hold.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 0])
  expect(screen.getByRole('alert').textContent).toContain('该时段已被占用')
  fireEvent.click(screen.getByRole('button', { name: /03-02/ }))
  approve.mockResolvedValue(undefined)
  await agree()
  expect(approve.mock.calls[1]?.[0].body).toMatchObject({ assign: other })
  expect(onDone).toHaveBeenCalledOnce()
})
