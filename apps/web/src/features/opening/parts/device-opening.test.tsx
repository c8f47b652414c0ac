import { openingDefaults, type OpeningDetail } from '@portal/contract/opening/opening'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { DeviceOpening } from './device-opening.tsx'

const opening: OpeningDetail = {
  device: { id: 7, serialId: 'A-1', name: '电镜', lab: { id: 1, name: '电镜中心' }, shared: true },
  settings: { ...openingDefaults, cancelFeeFen: 10_000, qualificationRequired: true, notes: null },
  windows: [],
  exceptions: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
  readiness: { bookable: true, opened: true, text: '开放中' },
  checks: [],
  can: ['edit'],
}

const { sent, answer } = stubCalls()

function show(shown: OpeningDetail, at = '/') {
  answer({ 'GET /api/v2/opening/{deviceId}': shown, 'PUT /api/v2/opening/{deviceId}': shown })
  renderPage(<DeviceOpening deviceId={7} />, { at })
}

test('the settings are sent with the values that the form began with', async () => {
  show(opening)
  fireEvent.change(await screen.findByLabelText('预约须知'), { target: { value: '请着实验服' } })
  fireEvent.click(screen.getByRole('button', { name: '保存开放设置' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    notes: '请着实验服',
    cancelFeeFen: 10_000,
    seen: { notes: null, cancelFeeFen: 10_000, qualificationRequired: true },
  })
})

test('people who may only look read the settings, and are offered no form', async () => {
  show({ ...opening, can: [] })
  expect(await screen.findByText('逾时取消费')).toBeTruthy()
  expect(screen.getByText('¥100.00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存开放设置' })).toBeNull()
})

test('before the settings are saved no hours can be added, and the page says where to begin', async () => {
  show({ ...opening, settings: null }, '/?view=windows')
  const first = await screen.findByText(/还没有开放设置，请先保存/)
  expect(first.querySelector('a')?.getAttribute('href')).toContain('view=settings')
  expect(screen.queryByRole('button', { name: '添加时段' })).toBeNull()
})
