import { bookingCalls } from '@portal/contract/booking/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownAt } from '../../../kernel/time.ts'
import { at, openLab, zone, type OpenLab } from '../../../testing/open-lab.ts'
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

test('the booker pays after all: who had agreed to pay hears that it is settled without him', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const times = { startAt: at(3, 10), endAt: at(3, 12) }
  const { id } = await lab.book({ deviceId, ...times, payMode: 'post', payerId: lab.payer.id })
  await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
  await world.ok(lab.booker, bookingCalls.change, {
    params: { id },
    body: { ...times, payMode: 'post', payerId: lab.booker.id, purpose: '形貌表征' },
  })
  expect((await world.send(lab.payer, bookingCalls.get, { params: { id } })).status).toBe(403)
  const listReleased = () =>
    world.sql(`select user_id as "userId", link from message where title = '预约人的预约已改由他人付款'`)
  await expect.poll(listReleased).toEqual([{ userId: lab.payer.id, link: null }])
})

test('the reviewer reads the deadline of his task', async () => {
  // Without a row of the policy: the built-in rules set one.
  const deviceId = await lab.device()
  const { id } = await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 12) })
  const [task] = await world.sql<{ dueAt: Date }>(
    `select due_at as "dueAt" from approval_task where business = 'booking' and row_id = $1`,
    [id],
  )
  const listEnds = () =>
    world.sql(
      `select split_part(payload ->> 'body', E'\\n', -1) as said from outbox
        where payload ->> 'title' = '预约人的预约待审核' and payload ->> 'link' = $1`,
      [`/appointment/orderDetail?id=${id}`],
    )
  expect(task && (await listEnds())).toEqual([{ said: `请于 ${task && shownAt(task.dueAt, zone)} 前办理。` }])
})
