import type { QualificationRow } from '@portal/contract/qualification/qualification'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { GrantForm } from './grant-form.tsx'

const held: QualificationRow = {
  user: { id: 3, name: '预约人', username: 'booker', deptName: null },
  grantedBy: null,
  grantedAt: '2026-01-01T00:00:00.000Z',
  validTo: '2026-12-31',
  state: 'valid',
  note: '考核 92 分',
  can: ['renew'],
}
const { sent } = stubCalls({
  'POST /api/v2/qualification/device/{deviceId}': { granted: 0, renewed: 1 },
})

test('a renewal without an end is chosen, not left over from an empty day', async () => {
  renderPage(<GrantForm deviceId={7} held={[held]} onEnd={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: '续期 1 人' }))
  await screen.findByText('有效期不能为空')
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: '长期' }))
  fireEvent.click(screen.getByRole('button', { name: '续期 1 人' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ userIds: [3], validTo: null, note: null })
})

test('more people than the server takes at once are renewed in parts', async () => {
  const many = Array.from({ length: 150 }, (_, i) => ({ ...held, user: { ...held.user, id: i + 1 } }))
  renderPage(<GrantForm deviceId={7} held={many} onEnd={() => {}} />)
  fireEvent.click(screen.getByRole('radio', { name: '长期' }))
  fireEvent.click(screen.getByRole('button', { name: '续期 150 人' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const parts = (sent as { userIds: number[] }[]).map((body) => body.userIds)
  expect(parts.map((ids) => ids.length)).toEqual([100, 50])
  expect(new Set(parts.flat()).size).toBe(150)
})
