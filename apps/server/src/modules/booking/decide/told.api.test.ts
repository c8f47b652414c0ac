import { bookingCalls } from '@portal/contract/booking/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type World } from '../../../testing/world.ts'

// The message that a request waits reaches those who may decide on it.

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const listTold = async (id: number, title: string) =>
  (
    await world.sql<{ name: string }>(
      `select u.name from message m join user_account u on u.id = m.user_id
        where m.title = $2 and m.link = $1 order by u.id`,
      [`/appointment/orderDetail?id=${id}`, title],
    )
  ).map((m) => m.name)

test('the only reviewer books and another pays: the director is told, to whom the review falls', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const { id, state } = await lab.book({ deviceId, payMode: 'post', payerId: lab.payer.id }, lab.reviewer)
  expect(state).toBe('awaiting_payer')
  // Not the booker takes this step, so that he is not left out of its message as the person who acts.
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
  expect((await world.ok(lab.director, bookingCalls.get, { params: { id } })).can).toContain('approve')
  await expect.poll(() => listTold(id, '审核员的预约待审核')).toEqual(['主任'])
})
