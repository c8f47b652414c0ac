import { absenceCalls as calls } from '@portal/contract/approval/absence'
import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { LOOKUPS_PER_HOUR, peopleCalls } from '@portal/contract/people/people'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { afterAll, expect, test } from 'vitest'
import { runJob, type Job } from '../../kernel/jobs.ts'
import { addDays, addMinutes, findLocal } from '../../kernel/time.ts'
import { makeActors, drawLine, drawStep, openOffice } from '../../testing/drawn.ts'
import { at, openLab, zone } from '../../testing/open-lab.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { workflowJobs } from '../workflow/workflow.jobs.ts'
import { approvalJobs } from './approval.jobs.ts'

// A deputy acts for an absent person, at drawn processes and at all approvals of the platform.

const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const starter = await world.person('发起人')
const [away, deputy, other, stranger] = [
  await world.person('不在岗'),
  await world.person('代理人'),
  await world.person('另一人'),
  await world.person('路人'),
]
const today = findLocal(new Date(), zone).day
const ask = (by: Person, body: object) =>
  world.send(by, calls.add, {
    body: { deputyId: deputy.id, fromDay: today, toDay: today, reason: '出差', ...body } as never,
  })
const end = (by: Person, id: number) => world.send(by, calls.end, { params: { id } })
const listRows = async (by: Person) =>
  (await world.ok(by, approvalCalls.tasks, { query: { size: 100 } })).items.map(
    (t) => `${t.business} ${t.rowId}`,
  )
const lab = await openLab(world)
const { bound, publish, start, agree, see } = await openOffice(world, office)

test('a drawn process: while he is away his deputy decides, and it is told whose word it was', async () => {
  const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(away))], bound))
  const before = await start(drawn.id, starter)
  expect(await listRows(deputy)).toEqual([])
  const made = await ask(away, {})
  expect([made.status, made.data.state, made.data.can]).toEqual([200, 'current', ['end']])
  // What waited before the absence, and what comes during it.
  const after = await start(drawn.id, starter)
  expect(await listRows(deputy)).toEqual([`workflow ${before}`, `workflow ${after}`])
  expect((await world.ok(deputy, approvalCalls.wait)).total).toBe(2)
  expect(await listRows(away)).toHaveLength(2)
  await agree(deputy, before)
  const done = await see(starter, before)
  expect([
    done.state,
    done.timeline[1]?.who,
    done.tasks[0]?.assignee.name,
    done.tasks[0]?.decidedBy?.name,
  ]).toEqual(['done', '代理人', '不在岗', '代理人'])
  expect((await world.send(stranger, workflowCalls.instance, { params: { id: after } })).status).toBe(403)
  expect((await end(away, made.data.id)).status).toBe(200)
  expect(await listRows(deputy)).toEqual([])
  expect((await world.send(deputy, workflowCalls.instance, { params: { id: after } })).status).toBe(403)
  // The deputy still sees what they decided.
  expect((await see(deputy, before)).state).toBe('done')
  await agree(away, after)
})

test('who acts for somebody away is urged and reminded with him, and nobody else is', async () => {
  const inner = `${makeActors(away)}<portal:timer hours="2" deed="remind"/>`
  const drawn = await publish(drawLine([drawStep('t', '审批', inner)], bound))
  const [id, own] = [await start(drawn.id, starter), await start(drawn.id, deputy)]
  const made = await ask(away, {})
  const listTold = async (title: string, row: number) =>
    (
      await world.sql<{ id: number }>(
        `select distinct v::int8 as id from outbox, jsonb_array_elements_text(payload -> 'userIds') v
          where payload ->> 'title' like $1 || '%' and payload ->> 'link' like '%id=' || $2 order by 1`,
        [title, row],
      )
    ).map((one) => one.id)
  await world.ok(starter, workflowCalls.urge, { params: { id }, body: { opinion: null } })
  expect(await listTold('催办', id)).toEqual([away.id, deputy.id])
  // The deputy does not act on an instance that they started.
  await world.ok(deputy, workflowCalls.urge, { params: { id: own }, body: { opinion: null } })
  expect(await listTold('催办', own)).toEqual([away.id])
  const run = (jobs: readonly Job[], hours: number) =>
    runJob(world.app.deps, jobs[0] as Job, addMinutes(new Date(), hours * 60))
  await world.sql(`update absence set ends_at = now() + interval '1 day' where id = $1`, [made.data.id])
  await run(workflowJobs, 3)
  expect(await listTold('已到时限', id)).toEqual([away.id, deputy.id])
  // The deputy is also reminded of the platform's own approvals when they are late.
  await world.sql(`update approval_task set due_at = now() where row_id = $1 and state = 'waiting'`, [id])
  await run(approvalJobs, 3)
  const reminded = await world.sql<{ userIds: number[] }>(
    `select payload -> 'userIds' as "userIds" from outbox where payload ->> 'title' like '%已到处理时限' order by id`,
  )
  expect(reminded.flatMap((r) => r.userIds).toSorted((one, two) => one - two)).toEqual([away.id, deputy.id])
  await end(away, made.data.id)
  await agree(away, id)
  await agree(away, own)
})

test('nobody decides on what he has started himself, as a deputy neither', async () => {
  const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(away))], bound))
  const made = await ask(away, { deputyId: starter.id })
  const id = await start(drawn.id, starter)
  expect(await listRows(starter)).toEqual([])
  expect((await see(starter, id)).tasks[0]?.can).toEqual([])
  await end(away, made.data.id)
})

test('the audits of the platform: a reviewer, a director and finance are stood in for, own money is not', async () => {
  const made = await ask(lab.reviewer, {})
  await lab.approvals(lab.deviceId, 'reviewer', 'director')
  const { id } = await lab.book()
  expect(await listRows(deputy)).toEqual([`booking ${id}`])
  const seen = await world.ok(deputy, bookingCalls.get, { params: { id } })
  expect(seen.can).toContain('approve')
  await end(lab.reviewer, made.data.id)
  expect((await world.send(deputy, bookingCalls.get, { params: { id } })).status).toBe(403)
  const again = await ask(lab.reviewer, { deputyId: lab.outsider.id })
  expect((await world.ok(lab.outsider, bookingCalls.get, { params: { id } })).can).toContain('approve')
  await end(lab.reviewer, again.data.id)
  // Deputies may not decide on the absent person's own money.
  await ask(lab.payer, { deputyId: other.id })
  await lab.approvals(lab.deviceId, 'payer')
  const paid = await lab.book({ payerId: lab.payer.id, startAt: at(3, 8), endAt: at(3, 10) })
  expect(await listRows(lab.payer)).toContain(`booking ${paid.id}`)
  expect(await listRows(other)).toEqual([])
})

test('whoever has left is not stood in for, and stands in for nobody', async () => {
  const clerk = await world.person('人事', { permissions: ['ADMIN'] })
  const close = (who: Person) =>
    world.ok(clerk, peopleCalls.setEnabled, { params: { id: who.id }, body: { enabled: false } })
  const open = (who: Person) =>
    world.ok(clerk, peopleCalls.setEnabled, { params: { id: who.id }, body: { enabled: true } })
  const listNews = async (who: Person) =>
    (
      await world.sql<{ title: string }>(
        `select payload ->> 'title' as title from outbox where payload -> 'userIds' @> to_jsonb($1::int8)`,
        [who.id],
      )
    ).map((m) => m.title)
  const [boss, second, stand] = [
    await world.person('甲'),
    await world.person('乙'),
    await world.person('代甲'),
  ]
  const deviceId = await lab.device()
  for (const { id } of [boss, second])
    await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [deviceId, id])
  await lab.approvals(deviceId, 'reviewer')
  const { id } = await lab.book({ deviceId, startAt: at(4, 8), endAt: at(4, 10) })
  const made = await ask(boss, { deputyId: stand.id, toDay: addDays(today, 9) })
  expect(await listRows(stand)).toEqual([`booking ${id}`])
  const states = async (who: Person) => (await world.ok(who, calls.list)).forMe.map((a) => a.state)
  // The account is closed in SQL, bypassing the people module, which would end the absence.
  const set = (enabled: boolean) =>
    world.sql('update user_account set enabled = $2 where id = $1', [boss.id, enabled])
  await set(false)
  expect(await listRows(stand)).toEqual([])
  expect((await world.send(stand, bookingCalls.get, { params: { id } })).status).toBe(403)
  await set(true)
  expect(await listRows(stand)).toEqual([`booking ${id}`])
  await close(boss)
  expect([await states(stand), await listRows(stand)]).toEqual([['over'], []])
  expect(await listNews(stand)).toContain('代理已结束')
  await open(boss)
  expect(await listRows(stand)).toEqual([])
  expect(made.status).toBe(200)
  // The other direction: the deputy's account is closed.
  await ask(second, { deputyId: stand.id, fromDay: addDays(today, 1), toDay: addDays(today, 9) })
  await close(stand)
  expect((await world.ok(second, calls.list)).mine.map((a) => a.state)).toEqual(['over'])
  expect(await listNews(second)).toContain('您的代理人账号已停用，代理已结束')
})

test('only the campus’s own people stand in for somebody', async () => {
  const firm = await world.person('供应商经理')
  const deviceId = await lab.device()
  const reviewer = await world.person('另一审核员')
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [deviceId, reviewer.id])
  await lab.approvals(deviceId, 'reviewer')
  const { id } = await lab.book({ deviceId, startAt: at(5, 8), endAt: at(5, 10) })
  // The deputy leaves the campus after being named.
  await ask(reviewer, { deputyId: firm.id })
  expect(await listRows(firm)).toEqual([`booking ${id}`])
  await world.sql(`update user_account set on_campus = false where id = $1`, [firm.id])
  expect(await listRows(firm)).toEqual([])
  expect((await world.send(firm, bookingCalls.get, { params: { id } })).status).toBe(403)
  expect(await ask(stranger, { deputyId: firm.id })).toMatchObject({ status: 422, code: 'DEPUTY_BAD' })
})

test('who is from outside arranges nothing, learns no name and mails nobody', async () => {
  const guest = await world.person('外来人员')
  await world.sql('update user_account set on_campus = false where id = $1', [guest.id])
  expect((await world.ok(guest, calls.list)).mine).toEqual([])
  const countNews = async () =>
    (await world.sql<{ n: number }>('select count(*)::int as n from outbox'))[0]?.n
  const before = await countNews()
  // A deputy who exists and one who does not make no difference.
  for (const deputyId of [other.id, 999_999]) {
    const said = await ask(guest, { deputyId })
    expect([said.status, said.code]).toEqual([422, 'ABSENT_BAD'])
    expect(JSON.stringify(said)).not.toContain('另一人')
  }
  expect(await countNews()).toBe(before)
})

test('who is from outside and decides for the university has a deputy like everybody', async () => {
  const admin = await world.person('首个管理员', { permissions: ['ADMIN'] })
  const clerk = await world.person('外聘财务', { permissions: ['FINANCIAL_EDIT'] })
  const posts = ['LAB_DIRECTOR', 'LAB_ADMIN', 'REVIEWER', 'DEPT_HEAD'] as const
  const holders: Person[] = []
  for (const post of posts) {
    const holder = await world.person(`校外 ${post}`)
    await world.sql('insert into user_role (user_id, role_id) select $1, id from role where code = $2', [
      holder.id,
      post,
    ])
    holders.push(holder)
  }
  const reader = await world.person('校外查看', { permissions: ['FINANCIAL_VIEW'] })
  const all = [admin, clerk, ...holders, reader]
  await world.sql('update user_account set on_campus = false where id = any($1)', [all.map((p) => p.id)])
  const said = []
  for (const who of all) said.push((await ask(who, {})).status)
  expect(said).toEqual([200, 200, 200, 200, 200, 200, 422])
  // A deputy's name is shown, so a person who may not list people looks up few of them here as well.
  const [director] = holders
  const crowd = await world.sql<{ id: number }>(
    `insert into user_account (username, name) select 'stand' || n, '某人' from generate_series(0, $1) n
      returning id`,
    [LOOKUPS_PER_HOUR],
  )
  const later = { fromDay: addDays(today, 20), toDay: addDays(today, 19) }
  const statuses = []
  for (const { id } of crowd) statuses.push((await ask(director!, { ...later, deputyId: id })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('the mail has none of the sender’s own words, and a day has so many arrangements', async () => {
  const [busy, stand] = [await world.person('常出差'), await world.person('代出差')]
  expect((await ask(busy, { deputyId: stand.id, reason: '见 http://evil.example' })).status).toBe(200)
  const [news] = await world.sql<{ mail: boolean; body: string }>(
    `select (payload ->> 'mail')::bool as mail, payload ->> 'body' as body from outbox
      where payload -> 'userIds' @> to_jsonb($1::int8)`,
    [stand.id],
  )
  expect([news?.mail, news?.body.includes('evil.example')]).toEqual([true, false])
  const [shown] = (await world.ok(stand, calls.list)).forMe
  expect(shown?.reason).toBe('见 http://evil.example')
  // Cancelled ones count as well, because they were mailed.
  await world.sql(
    `insert into absence (user_id, deputy_id, starts_at, ends_at, created_by, created_at)
      select $1, $2, t, t, $1, now() from generate_series(1, 19) n, lateral (select now() + n * interval '1 day') x (t)`,
    [busy.id, stand.id],
  )
  const later = { deputyId: stand.id, fromDay: addDays(today, 40), toDay: addDays(today, 40) }
  const said = await ask(busy, later)
  expect([said.status, said.code]).toEqual([422, 'ABSENCES_MANY'])
  await world.sql(`update absence set created_at = now() - interval '2 days' where user_id = $1`, [busy.id])
  expect((await ask(busy, later)).status).toBe(200)
})

test('what makes no sense is refused in Chinese, and somebody else decides for nobody', async () => {
  const field = async (by: Person, body: object) => {
    const said = await ask(by, body)
    expect(said.message).toMatch(/[一-龥]/)
    return [said.status, said.code, said.reasons?.[0]?.field]
  }
  expect(await field(away, { deputyId: away.id })).toEqual([422, 'DEPUTY_BAD', 'deputyId'])
  expect(await field(away, { deputyId: 999_999 })).toEqual([422, 'DEPUTY_BAD', 'deputyId'])
  expect(await field(away, { toDay: addDays(today, -1) })).toEqual([422, 'ABSENCE_PAST', 'toDay'])
  expect(await field(away, { fromDay: addDays(today, 2), toDay: addDays(today, 1) })).toEqual([
    422,
    'ABSENCE_PAST',
    'toDay',
  ])
  expect(await field(away, { toDay: addDays(today, 366) })).toEqual([422, 'ABSENCE_LONG', 'toDay'])
  expect((await ask(stranger, { userId: away.id })).status).toBe(403)
  const planned = await ask(away, { fromDay: addDays(today, 3), toDay: addDays(today, 5) })
  expect(planned.data.state).toBe('planned')
  expect((await ask(away, { fromDay: addDays(today, 5), toDay: addDays(today, 6) })).code).toBe(
    'ABSENCE_OVERLAP',
  )
  expect((await end(stranger, planned.data.id)).status).toBe(403)
  expect((await end(deputy, planned.data.id)).status).toBe(403)
  expect((await world.ok(deputy, calls.list)).forMe.some((a) => a.id === planned.data.id)).toBe(true)
  expect((await end(away, planned.data.id)).status).toBe(200)
  expect((await end(away, planned.data.id)).code).toBe('ABSENCE_OVER')
  const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
  const made = await ask(admin, { userId: away.id })
  expect([made.status, made.data.user.name]).toEqual([200, '不在岗'])
  expect((await end(admin, made.data.id)).status).toBe(200)
})
