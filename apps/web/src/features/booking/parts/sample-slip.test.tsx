import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { BookingDetail } from '@portal/contract/booking/row'
import { SampleSlip } from './sample-slip.tsx'

afterEach(cleanup)

it('names each sample with its hazard and its return, and leads back to the booking', () => {
  const named = { id: 1, name: '甲' }
  const sample = { id: 1, name: '硅片', count: 3, form: '块体', hazard: '易燃', wishes: null }
  const booking = {
    id: 12,
    kind: 'sample_delivery',
    state: 'awaiting_use',
    createdAt: '2026-01-05T01:00:00.000Z',
    device: { ...named, serialId: 'S1' },
    lab: named,
    booker: named,
    experimenter: named,
    payer: named,
    phone: null,
    project: null,
    purpose: '形貌',
    remark: null,
    startAt: null,
    endAt: null,
    sampleCount: 3,
    sampleColumns: ['靶材', '厚度'],
    samples: [{ ...sample, returnWanted: true, cells: ['金', null] }],
  } as unknown as BookingDetail // the only fields shown here
  render(
    <MemoryRouter>
      <SampleSlip booking={booking} />
    </MemoryRouter>,
  )
  for (const words of ['硅片', '易燃', '靶材：金', '需退还', '待安排', '收样人签字：'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByText(/厚度/)).toBeNull()
  expect(screen.getByRole('img', { name: '预约单 12 的二维码' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回预约单' }).getAttribute('href')).toBe(
    '/appointment/orderDetail?id=12',
  )
})
