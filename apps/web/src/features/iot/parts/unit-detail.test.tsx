import { fireEvent, screen } from '@testing-library/react'
import type { UnitRow } from '@portal/contract/iot/iot'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
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
const { answer } = stubCalls({ 'GET /api/v2/iot/units/{id}': door })

test('a door whose list could not be read is not said to be open to nobody', async () => {
  answer({ 'GET /api/v2/iot/units/{id}/entitled': refuse(500, 500, '服务器内部错误') })
  renderPart(
    <MemoryRouter>
      <UnitDetail id={5} />
    </MemoryRouter>,
  )
  await screen.findByText('服务器内部错误')
  expect(screen.queryByText(/没有授权/)).toBeNull()
  answer({ 'GET /api/v2/iot/units/{id}/entitled': [] })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('现在和未来 36 小时没有授权')
})
