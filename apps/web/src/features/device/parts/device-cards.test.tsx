import type { DeviceRow } from '@portal/contract/device/device'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { DeviceCards } from './device-cards.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

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
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}))
  const draw = (day: string | undefined) => (
    <QueryClientProvider client={queryClient}>
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
    </QueryClientProvider>
  )
  const { rerender } = render(draw('2099-05-01'))
  const findAddress = () => screen.getByRole('link', { name: '预约 电镜' }).getAttribute('href')
  expect(findAddress()).toBe('/deviceopen/applyTime?deviceId=7&day=2099-05-01')
  rerender(draw(undefined))
  expect(findAddress()).toBe('/deviceopen/applyTime?deviceId=7')
})
