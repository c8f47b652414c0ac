import type { RepairRow } from '@portal/contract/device-record/device-record'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { RepairForm } from './repair-form.tsx'

// The row as it was when the form opened; its repair order may have ended since.
const row: RepairRow = {
  id: 5,
  kind: 'repair',
  state: 'repairing',
  title: '电子枪打火',
  detail: null,
  handler: '保管人',
  vendor: null,
  startedAt: '2026-03-01T01:00:00.000Z',
  expectedAt: '2026-03-09T01:00:00.000Z',
  finishedAt: null,
  result: null,
  costFen: null,
  ordered: true,
  updatedAt: '2026-03-02T01:00:00.000Z',
  can: ['edit'],
}

const { sent } = stubCalls({ 'POST /api/device/repair/edit': { id: 5 } })

test('it says which record was shown, and leaves to a repair order what the order decides', async () => {
  renderPage(<RepairForm deviceId={7} row={row} onDone={() => {}} />)
  expect((screen.getByLabelText('状态') as HTMLInputElement).disabled).toBe(true) // the select's own input
  fill('维修单位', '某厂')
  fireEvent.click(screen.getByRole('button', { name: '保存维修记录' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    id: 5,
    deviceId: 7,
    state: 'repairing',
    vendor: '某厂',
    seenAt: row.updatedAt,
  })
})
