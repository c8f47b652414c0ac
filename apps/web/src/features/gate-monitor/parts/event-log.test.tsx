import type { IotEvent } from '@portal/contract/iot/door-access'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { EventLog } from './event-log.tsx'

vi.mock('../steady-news.ts', () => ({ useSteadyNews: () => undefined }))

const opened: IotEvent = {
  id: 7,
  gateway: { id: 1, name: '电镜楼网关' },
  unit: { id: 2, name: '电镜室门' },
  kind: 'opened',
  way: 'card',
  at: '2026-11-26T02:00:00Z',
  receivedAt: '2026-11-26T02:00:01Z',
  person: null,
  bookingId: null,
  command: null,
  note: null,
  acknowledged: null,
  can: [],
}
stubCalls({
  'GET /api/v2/iot/monitor/log': ({ query }) =>
    query.get('before') ? refuse(500, 500, '数据库暂时不可用') : { items: [opened], next: 7 },
})

test('that earlier events could not be read is said, and the others stay', async () => {
  renderPage(<EventLog doors={[]} switches={[]} />)
  fireEvent.click(await screen.findByRole('button', { name: '更早的记录' }))
  expect(await screen.findByText(/数据库暂时不可用/)).toBeTruthy()
  expect(screen.getByText('电镜室门')).toBeTruthy()
})
