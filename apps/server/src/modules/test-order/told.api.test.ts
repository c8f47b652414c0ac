import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { shownAt } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'

const { world, s } = await sceneWorld()

test('the only reviewer used it: the director hears that the bill is to be filled in, he does not', async () => {
  // The system creates it, so that nobody is left out of the message as the person who acts.
  const id = await s.draft({ bookerId: s.reviewer.id })
  const listTold = () =>
    world.sql(
      `select u.name from message m join user_account u on u.id = m.user_id
        where m.title = '待填写测试单' and m.link = $1`,
      [`/account/measureInfo?id=${id}`],
    )
  await expect.poll(listTold).toEqual([{ name: s.director.name }])
})

test('the booker reads until when to answer, to the minute of the deadline, and what silence means', async () => {
  const id = await s.draft()
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  await world.ok(s.director, testOrderCalls.audit, {
    body: { items: [{ id, state: 'awaiting_director' }], verdict: 'approve' },
  })
  const [task] = await world.sql<{ dueAt: Date }>(
    `select due_at as "dueAt" from approval_task where business = 'test_order' and row_id = $1
      and state = 'waiting'`,
    [id],
  )
  const [told] = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox
      where payload ->> 'title' = '请确认测试单' and payload ->> 'link' = $1`,
    [`/account/orderDetail?id=${id}`],
  )
  const until = task && shownAt(task.dueAt, world.app.deps.env.CAMPUS_TZ)
  expect(told?.body).toMatch(/，费用 120\.00 元，请于 /)
  expect(told?.body).toContain(`请于 ${until} 前确认，逾期未答复视为确认。`)
})

test('the director reads the deadline of the bill, from the engine as at every step with one', async () => {
  const id = await s.draft()
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  const [task] = await world.sql<{ dueAt: Date }>(
    `select due_at as "dueAt" from approval_task where business = 'test_order' and row_id = $1
      and state = 'waiting'`,
    [id],
  )
  const told = await world.sql(
    `select split_part(payload ->> 'body', E'\\n', -1) as said from outbox
      where payload ->> 'title' = '待审核测试单' and payload ->> 'link' = $1`,
    [`/account/orderDetail?id=${id}`],
  )
  const until = task && shownAt(task.dueAt, world.app.deps.env.CAMPUS_TZ)
  expect(told).toEqual([{ said: `请于 ${until} 前办理。` }])
})

test('whose booker has left: the directors hear that they are to confirm the bill', async () => {
  const [leaver, other] = [await world.person('毕业生'), await world.person('副主任')]
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
    s.labId,
    other.id,
  ])
  const id = await s.draft({ bookerId: leaver.id })
  await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  await world.ok(s.director, testOrderCalls.audit, {
    body: { items: [{ id, state: 'awaiting_director' }], verdict: 'approve' },
  })
  expect((await world.ok(other, testOrderCalls.get, { query: { id } })).can).toContain('confirm')
  const listTold = () =>
    world.sql(
      `select u.name, split_part(m.body, E'\\n', 2) as why from message m join user_account u on u.id = m.user_id
        where m.title = '请确认测试单' and m.link = $1`,
      [`/account/orderDetail?id=${id}`],
    )
  await expect
    .poll(listTold)
    .toEqual([{ name: other.name, why: '原办理人的账号已停用，该事项已转由实验室主任处理。' }])
})
