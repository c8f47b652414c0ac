import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { UnitRow } from '@portal/contract/iot/iot'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { UnitDetail } from './unit-detail.tsx'

vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('./event-list.tsx', () => ({ EventList: () => null }))

const door: UnitRow = {
  id: 5,
  number: 1,
  kind: 'door',
  name: '电镜室门',
  model: null,
  href: null,
  gateway: { id: 1, name: '电镜楼网关' },
  online: true,
  room: null,
  lab: null,
  device: null,
  leadMinutes: 10,
  graceMinutes: 15,
  warnMinutes: 5,
  stage: 0,
  failSafe: 'off',
  remark: null,
  open: false,
  on: null,
  stateAt: null,
  amps: null,
  watts: null,
  kwh: null,
  celsius: null,
  humidity: null,
  readingAt: null,
  retiredAt: null,
  restored: null,
  replaces: null,
  replacedBy: null,
  can: [],
}
const reply = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
let isDown = false
function show(): void {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/entitled')) return reply({ code: 0, message: '', data: door, requestId: 'r' })
    return isDown
      ? reply({ code: 500, message: '服务器内部错误', requestId: 'r' }, 500)
      : reply({ code: 0, message: '', data: [], requestId: 'r' })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <UnitDetail id={5} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a door whose list could not be read is not said to be open to nobody', async () => {
  isDown = true
  show()
  await screen.findByText('服务器内部错误')
  expect(screen.queryByText(/没有授权/)).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('现在和未来 36 小时没有授权')
})
