import type { DeviceRow } from '@portal/contract/device/device'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { DeviceCards } from './device-cards.tsx'

stubCalls({ 'GET *': pending })

// The only fields that a card reads.
const device = {
  id: 7,
  serialId: 'S7',
  name: '电镜',
  alias: null,
  model: null,
  lab: { id: 1, name: '电镜中心' },
  status: 'normal',
  shared: true,
  imageUrl: null,
  opened: { selfOperated: true, sampleDelivery: false, capacity: 1 },
  usedMinutes: 0,
} as unknown as DeviceRow

test('who looks for an instrument that is free on a day books it from that day on', () => {
  const draw = (day: string | undefined) => (
    <MemoryRouter>
      <DeviceCards
        devices={[device]}
        availability={new Map()}
        today={day === undefined}
        day={day}
        addressOf={() => '/'}
        favorites={undefined}
      />
    </MemoryRouter>
  )
  const { rerender } = renderPart(draw('2099-05-01'))
  const findAddress = () => screen.getByRole('link', { name: '预约 电镜' }).getAttribute('href')
  expect(findAddress()).toBe('/deviceopen/applyTime?deviceId=7&day=2099-05-01')
  rerender(draw(undefined))
  expect(findAddress()).toBe('/deviceopen/applyTime?deviceId=7')
})
