import { qualificationCalls, type QualificationRow } from '@portal/contract/qualification/qualification'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { questions } from '../../../lib/tell.ts'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { DeviceQualifications } from './device-qualifications.tsx'

const row: QualificationRow = {
  user: { id: 57, name: '林晓雨', username: '2026001', deptName: '物理学院' },
  grantedBy: null,
  grantedAt: '2026-01-05T02:30:00Z',
  validTo: null,
  state: 'valid',
  note: null,
  can: ['renew', 'withdraw'],
}
stubCalls({
  'GET /api/v2/qualification/device/{deviceId}': makePage([row]),
  'GET /api/v2/list-setting': [],
})

test('a reason takes as many letters as the server does', async () => {
  signIn()
  renderPage(<DeviceQualifications deviceId={5} />)
  await screen.findByText('林晓雨（2026001）')
  await press('取消资格')
  const most = questions.get()[0]?.reason?.maxLength ?? 0
  await answerQuestion(false)
  const isTaken = (length: number) =>
    qualificationCalls.withdraw.body.safeParse({ userIds: [57], reason: '长'.repeat(length) }).success
  expect([most, isTaken(most), isTaken(most + 1)]).toEqual([200, true, false])
})
