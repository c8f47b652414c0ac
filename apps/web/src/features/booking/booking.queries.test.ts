import { approvalCalls } from '@portal/contract/approval/approval'
import { expect, test } from 'vitest'
import { makeKey, queryClient } from '../../lib/query.ts'
import { stubCalls } from '../../testing/calls.ts'
import { refuseBooking } from './booking.queries.ts'

stubCalls({ 'POST /api/v2/booking/{id}/refuse': null })

test('whoever decides a booking on its own page does not find it waiting in the inbox', async () => {
  const read = [
    makeKey(approvalCalls.tasks, { query: { state: 'waiting' } }),
    makeKey(approvalCalls.wait, {}),
  ]
  for (const key of read) queryClient.setQueryData(key, [])
  await refuseBooking.run({
    params: { id: 3 },
    body: { state: 'awaiting_reviewer', reason: '仪器故障' },
  })
  expect(read.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
