import { formCalls } from '@portal/contract/form/calls'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { limits } from '@portal/process-kit/model/graph'
import { drawXml } from '@portal/process-kit/testing/draw'
import { afterAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import {
  ENDS,
  makeActors,
  drawFlow,
  drawLine,
  drawStep,
  openOffice,
  makeValues,
} from '../../testing/drawn.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { workflowJobs } from './workflow.jobs.ts'

const world = await createWorld({ poolMax: 12 })
afterAll(() => world.close())

const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const nobody = await world.person('路人')
const starters = await Promise.all([1, 2, 3, 4, 5].map((n) => world.person(`发起人${n}`)))
const experts = await Promise.all([1, 2, 3].map((n) => world.person(`专家${n}`)))
const [safety, low, high, backup] = (await Promise.all(
  ['安全员', '处长', '校长', '备用'].map((name) => world.person(name)),
)) as [Person, Person, Person, Person]
const starter = starters[0] as Person

const { bound, publish, see, taskOf, decide, agree, inboxOf, ...desk } = await openOffice(world, office)
const start = (id: number, by = starter, amount = 100) => desk.start(id, by, amount)

/** A countersigned step (会签) parallel to a check with a time limit; then the amount decides the branch. */
const fund = drawXml(
  `${ENDS}<bpmn:parallelGateway id="split"/><bpmn:parallelGateway id="j"/><bpmn:exclusiveGateway id="x" default="f8"/>
   ${drawStep('check', '安全审核', `${makeActors(safety)}<portal:timer days="1" deed="handOn" kind="person" value="${backup.id}"/>`)}
   ${drawStep('panel', '专家会签', makeActors(...experts), 'portal:mode="all"')}
   ${drawStep('low', '处长审批', `${makeActors(low)}<portal:field name="grant" access="write"/>`)}
   ${drawStep('high', '校长审批', makeActors(high))}
   ${drawFlow('f1', 's', 'split')}${drawFlow('f2', 'split', 'check')}${drawFlow('f3', 'split', 'panel')}${drawFlow('f4', 'check', 'j')}
   ${drawFlow('f5', 'panel', 'j')}${drawFlow('f6', 'j', 'x')}
   ${drawFlow('f7', 'x', 'high', '{"field":"amount","condition":"&gt;","value":50000}')}${drawFlow('f8', 'x', 'low')}
   ${drawFlow('f9', 'low', 'e')}${drawFlow('f10', 'high', 'e')}`,
  bound,
)
/** One step that any of these people may decide. */
const simple = (...people: Person[]) =>
  drawXml(
    `${ENDS}${drawStep('t', '审批', makeActors(...people))}${drawFlow('f', 's', 't')}${drawFlow('g', 't', 'e')}`,
    bound,
  )

const drawnFund = await publish(fund)

test('a drawn process is deployed, started, decided by seven and ends; the inbox follows', async () => {
  const ids = await Promise.all(starters.map((by, i) => start(drawnFund.id, by, i < 3 ? 100 : 90_000)))
  const id = ids[0] as number
  expect((await see(starter, id)).awaited).toEqual(['安全员', '专家1', '专家2', '专家3'])
  expect((await inboxOf(safety)).map((t) => t.rowId).toSorted()).toEqual(ids.toSorted())
  for (const one of ids) {
    await agree(safety, one)
    for (const expert of experts) await agree(expert, one)
  }
  expect(await inboxOf(safety)).toEqual([])
  expect((await see(starter, id)).at).toEqual(['处长审批'])
  expect((await see(starters[4] as Person, ids[4] as number)).at).toEqual(['校长审批'])
  const said = await decide(low, id, { verdict: 'agree', values: { grant: '同意资助' } })
  expect(said.status).toBe(200)
  const done = await see(starter, id)
  expect([done.state, done.values['grant'], done.progress.now]).toEqual(['done', '同意资助', []])
  expect(done.timeline.map((e) => `${e.who} ${e.kind}`)).toEqual([
    '发起人1 started',
    '安全员 agreed',
    '专家1 agreed',
    '专家2 agreed',
    '专家3 agreed',
    '处长 agreed',
    '系统 ended',
  ])
  const refused = await decide(high, ids[4] as number, { verdict: 'refuse', opinion: '经费不足' })
  expect(refused.status).toBe(200)
  expect((await see(starters[4] as Person, ids[4] as number)).state).toBe('refused')
  expect((await world.ok(low, calls.instances, { query: { scope: 'acted' } })).total).toBe(3)
})

test('returned to the experts, only they are asked again; returned to the starter, he fills it in anew', async () => {
  const id = await start(drawnFund.id)
  await agree(safety, id)
  for (const expert of experts) await agree(expert, id)
  const { returnsTo } = await taskOf(low, id)
  expect(returnsTo.map((r) => r.name)).toEqual(['专家会签', '安全审核'])
  await decide(low, id, { verdict: 'return', opinion: '请补充意见', to: returnsTo[0]?.visit ?? 0 })
  expect((await see(starter, id)).awaited).toEqual(['专家1', '专家2', '专家3'])
  await decide(experts[0] as Person, id, { verdict: 'return', opinion: '金额不对' })
  const back = await see(starter, id)
  expect([back.at, back.awaited, back.can]).toEqual([
    ['发起人修改'],
    ['发起人1'],
    ['withdraw', 'comment', 'resubmit'],
  ])
  expect((await inboxOf(starter)).map((t) => [t.rowId, t.step])).toEqual([[id, 'refill']])
  const others = await world.person('系统管理员', { permissions: ['ADMIN'] })
  const seen = await see(others, id)
  expect(seen.can).toEqual(['comment', 'move'])
  await world.ok(starter, calls.resubmit, {
    params: { id },
    body: { values: makeValues(60_000), opinion: null },
  })
  await agree(safety, id)
  for (const expert of experts) await agree(expert, id)
  expect((await see(starter, id)).at).toEqual(['校长审批'])
})

test('when its time has come a step is handed on, once', async () => {
  const id = await start(drawnFund.id)
  const later = addMinutes(new Date(), 25 * 60)
  const job = workflowJobs[0]
  if (!job) throw new Error('there is one')
  await Promise.all([runJob(world.app.deps, job, later), runJob(world.app.deps, job, later)])
  const now = await see(starter, id)
  expect(now.awaited).toContain('备用')
  expect(now.awaited).not.toContain('安全员')
  expect(now.timeline.filter((e) => e.kind === 'late')).toHaveLength(1)
  expect((await inboxOf(backup)).map((t) => t.rowId)).toContain(id)
  await agree(backup, id)
})

test('of fifty who decide at once one wins; the same decision twice counts once', async () => {
  const drawn = await publish(simple(...experts))
  const id = await start(drawn.id)
  const tasks = await Promise.all(experts.map((by) => taskOf(by, id)))
  const said = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const by = experts[i % 3] as Person
      return world.send(by, calls.decide, {
        params: { id: tasks[i % 3]?.id ?? 0 },
        body: { verdict: 'agree', opinion: null },
      })
    }),
  )
  expect(said.filter((a) => a.status === 200)).toHaveLength(1)
  expect(new Set(said.filter((a) => a.status !== 200).map((a) => a.status))).toEqual(new Set([409]))
  const done = await see(starter, id)
  expect([done.state, done.timeline.filter((e) => e.kind === 'agreed').length]).toEqual(['done', 1])
  const [again] = [await start(drawn.id)]
  const task = await taskOf(experts[0] as Person, again as number)
  const twice = {
    params: { id: task.id },
    body: { verdict: 'agree' as const, opinion: null },
    key: 'same-key-0001',
  }
  expect((await world.send(experts[0] as Person, calls.decide, twice)).status).toBe(200)
  expect((await world.send(experts[0] as Person, calls.decide, twice)).status).toBe(200)
  expect((await see(starter, again as number)).timeline.filter((e) => e.kind === 'agreed')).toHaveLength(1)
})

test('delegated it comes back, transferred it does not, claimed the others are free', async () => {
  const drawn = await publish(simple(low, high))
  const id = await start(drawn.id)
  const hand = async (by: Person, how: 'delegate' | 'transfer', userId: number) =>
    world.send(by, calls.handOver, {
      params: { id: (await taskOf(by, id)).id },
      body: { how, userId, opinion: '请代办' },
    })
  expect((await hand(low, 'transfer', high.id)).reasons?.[0]?.field).toBe('userId')
  expect((await hand(low, 'transfer', starter.id)).reasons?.[0]?.field).toBe('userId')
  await world.ok(low, calls.claim, { params: { id: (await taskOf(low, id)).id } })
  expect((await inboxOf(high)).filter((t) => t.rowId === id)).toEqual([])
  expect((await hand(low, 'delegate', backup.id)).status).toBe(200)
  expect((await see(starter, id)).awaited).toEqual(['备用'])
  await agree(backup, id)
  expect((await see(starter, id)).awaited).toEqual(['处长'])
  expect((await hand(low, 'transfer', safety.id)).status).toBe(200)
  await agree(safety, id)
  expect((await see(starter, id)).state).toBe('done')
})

test('the starter withdraws, urges once an hour; the office moves what stands still; strangers see nothing', async () => {
  const drawn = await publish(simple(low))
  const id = await start(drawn.id)
  expect((await world.send(nobody, calls.instance, { params: { id } })).status).toBe(403)
  expect((await world.send(nobody, calls.withdraw, { params: { id }, body: { opinion: null } })).status).toBe(
    403,
  )
  await world.ok(starter, calls.urge, { params: { id }, body: { opinion: null } })
  expect((await world.send(starter, calls.urge, { params: { id }, body: { opinion: null } })).status).toBe(
    409,
  )
  const visit = (await see(office, id)).steps[0]?.visit ?? 0
  const move = (body: object) => world.send(office, calls.move, { params: { id }, body: body as never })
  expect((await move({ visit, how: 'assign', userIds: [high.id], reason: '处长出差' })).status).toBe(200)
  expect((await see(high, id)).awaited).toEqual(['校长'])
  expect((await move({ visit, how: 'pass', reason: '事项紧急' })).status).toBe(200)
  expect((await see(starter, id)).state).toBe('done')
  const other = await start(drawn.id)
  await world.ok(starter, calls.withdraw, { params: { id: other }, body: { opinion: '写错了' } })
  expect((await see(starter, other)).state).toBe('withdrawn')
  expect((await inboxOf(low)).filter((t) => t.rowId === other)).toEqual([])
})

test('where nobody is left the office is asked, and the diagram says who would act', async () => {
  const lonely = drawXml(
    `${ENDS}${drawStep('t', '导师审核', '<portal:actor kind="starterSuperior"/>')}${drawFlow('f', 's', 't')}${drawFlow('g', 't', 'e')}`,
    bound,
  )
  const drawn = await publish(lonely)
  const preview = (by: Person) =>
    world.ok(by, calls.preview, { params: { id: drawn.id }, body: { values: makeValues(1) } })
  expect(await preview(starter)).toMatchObject([{ name: '导师审核', count: 0, nobody: 'admin' }])
  const student = await world.person('学生', { supervisorId: low.id })
  expect(await preview(student)).toMatchObject([{ people: ['处长'], nobody: null }])
  const id = await start(drawn.id)
  expect((await see(starter, id)).awaited).toEqual(['流程管理员'])
  expect((await see(student, await start(drawn.id, student))).awaited).toEqual(['处长'])
})

test('a form that a process is started with is filled in there, and not by itself', async () => {
  const own = await openOffice(world, office)
  const xml = drawLine([drawStep('t', '审批', makeActors(low))], own.bound)
  const listed = async (all?: 'true') =>
    (await world.ok(starter, formCalls.open, { query: { size: 100, ...(all && { all }) } })).items.some(
      (form) => form.id === own.form.id,
    )
  expect(await listed()).toBe(true)
  const drawn = await own.publish(xml)
  expect([await listed(), await listed('true')]).toEqual([false, true])
  // While the process is suspended, its form is still not offered to everybody.
  await world.ok(office, calls.suspend, { params: { id: drawn.id } })
  expect(await listed()).toBe(false)
  await world.ok(office, calls.remove, { params: { id: drawn.id } })
  expect(await listed()).toBe(true)
})

test('more people than a step takes are not nobody: it is not skipped, the office is asked', async () => {
  await world.sql(`insert into role (code, name) values ('CROWD', '评审')`)
  const add = (many: number) =>
    world.sql(
      `with u as (insert into user_account (username, name, user_type)
          select gen_random_uuid()::text, '评审人', '2' from generate_series(1, $1) returning id)
        insert into user_role (user_id, role_id) select u.id, r.id from u, role r where r.code = 'CROWD'`,
      [many],
    )
  await add(limits.people)
  const inner = '<portal:actor kind="role" value="CROWD"/>'
  const xml = drawLine([drawStep('t', '评审', inner, 'portal:nobody="skip"')], bound)
  const drawn = await publish(xml)
  const preview = () =>
    world.ok(starter, calls.preview, { params: { id: drawn.id }, body: { values: makeValues(1) } })
  expect(await preview()).toMatchObject([{ count: limits.people, nobody: null }])
  await add(1)
  expect(await preview()).toMatchObject([{ people: [], count: limits.people + 1, nobody: 'admin' }])
  const id = await start(drawn.id)
  const { state, awaited } = await see(starter, id)
  expect([state, awaited]).toEqual(['running', ['流程管理员']])
  expect((await world.ok(office, calls.judge, { body: { xml } })).faults).toEqual([
    { element: 't', message: expect.stringContaining('最多 200 人') },
  ])
})

test.each([
  [
    'an external entity',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    422,
  ],
  [
    'a billion laughs',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>',
    422,
  ],
  ['5 MB', `<x>${'y'.repeat(5_000_000)}</x>`, 413],
])('%s is refused and nothing is written', async (_, xml, status) => {
  const count = async () => (await world.sql<{ n: number }>('select count(*)::int as n from workflow'))[0]?.n
  const before = await count()
  const said = await world.send(office, calls.create, { body: { name: '坏的', xml } })
  expect(said.status).toBe(status)
  expect(said.message).toMatch(/[一-龥]/)
  expect(await count()).toBe(before)
})

test('what cannot run is kept as a draft and never published, each fault at its element', async () => {
  const xml = drawXml(
    `${ENDS}<bpmn:scriptTask id="bad"><bpmn:script>process.exit(1)</bpmn:script></bpmn:scriptTask>
     ${drawStep('t', '审批', '')}${drawFlow('f', 's', 't')}${drawFlow('g', 't', 'e')}`,
    bound,
  )
  const drawn = await world.ok(nobody, calls.create, { body: { name: '坏的', xml } })
  expect((await world.ok(nobody, calls.judge, { body: { xml } })).faults).toEqual([
    { element: 'bad', message: expect.stringContaining('脚本') },
  ])
  const params = { id: drawn.id }
  expect((await world.send(nobody, calls.publish, { params, body: { revision: 1 } })).status).toBe(403)
  const refused = await world.send(office, calls.publish, { params, body: { revision: 1 } })
  expect([refused.code, refused.reasons?.[0]?.field]).toEqual(['WORKFLOW_BAD', 'bad'])
  const { faults } = await world.ok(nobody, calls.judge, {
    body: {
      xml: drawXml(
        `${ENDS}${drawStep('t', '审批', '')}${drawFlow('f', 's', 't')}${drawFlow('g', 't', 'e')}`,
        bound,
      ),
    },
  })
  expect(faults).toEqual([{ element: 't', message: '没有指定办理人' }])
  expect(await world.sql('select from workflow_version where workflow_id = $1', [drawn.id])).toEqual([])
})

test('saving over somebody else is told; a new version leaves what runs on its own; what ran stays', async () => {
  const drawn = await publish(simple(low))
  const params = { id: drawn.id }
  const body = {
    name: '新名',
    category: null,
    description: null,
    xml: simple(high),
    revision: drawn.revision,
  }
  const saved = await world.ok(office, calls.save, { params, body })
  expect((await world.send(office, calls.save, { params, body })).code).toBe('WORKFLOW_CHANGED')
  const id = await start(drawn.id)
  await world.ok(office, calls.publish, { params, body: { revision: saved.revision } })
  const old = await world.send(starter, calls.start, { params, body: { version: 1, values: makeValues(1) } })
  expect(old.code).toBe('WORKFLOW_VERSION_OLD')
  expect((await see(starter, id)).awaited).toEqual(['处长'])
  expect((await world.send(office, calls.remove, { params })).code).toBe('WORKFLOW_RAN')
  await world.ok(office, calls.suspend, { params })
  expect((await world.send(starter, calls.fill, { params })).code).toBe('WORKFLOW_NOT_OPEN')
  expect((await world.ok(office, calls.versions, { params })).map((v) => [v.version, v.started])).toEqual([
    [2, 0],
    [1, 1],
  ])
  await expect(
    world.sql(`update workflow_version set name = 'x' where workflow_id = $1`, [drawn.id]),
  ).rejects.toThrow('stays as it is')
})

test('a start is judged by its form, and a draft of it is kept until it is handed in', async () => {
  const drawn = await publish(simple(low))
  const params = { id: drawn.id }
  const bad = await world.send(starter, calls.start, {
    params,
    body: { version: 1, values: { topic: '', evil: 1 } },
  })
  expect([bad.status, bad.reasons?.length]).toEqual([422, 3])
  await world.ok(starter, calls.saveDraft, { params, body: { values: { topic: '半' } } })
  expect((await world.ok(starter, calls.fill, { params })).draft).toEqual({ topic: '半' })
  const id = await start(drawn.id)
  expect((await world.ok(starter, calls.fill, { params })).draft).toBeNull()
  const strange = await decide(low, id, { verdict: 'agree', values: { amount: 1 } })
  expect(strange.reasons?.[0]?.field).toBe('amount')
  const done = await decideAll(low, await listSeen(low, id))
  expect(done).toMatchObject([{ ok: true, state: 'done' }])
})

const listSeen = async (who: Person, id: number) =>
  (await inboxOf(who)).filter((t) => t.rowId === id).map((t) => ({ id, task: t.id }))
const decideAll = (who: Person, items: { id: number; task: number }[]) =>
  world.ok(who, calls.decideAll, { body: { items, verdict: 'agree', opinion: null } })

test('decided together and sent again, the next step of the same person waits for him', async () => {
  const twice = drawXml(
    `${ENDS}${drawStep('t1', '初审', makeActors(low))}${drawStep('t2', '批复', makeActors(low))}
     ${drawFlow('f', 's', 't1')}${drawFlow('g', 't1', 't2')}${drawFlow('h', 't2', 'e')}`,
    bound,
  )
  const id = await start((await publish(twice)).id)
  const seen = await listSeen(low, id)
  expect(await decideAll(low, seen)).toMatchObject([{ ok: true, state: 'running' }])
  expect(await decideAll(low, seen)).toMatchObject([{ ok: false }])
  expect((await see(starter, id)).at).toEqual(['批复'])
  expect(await decideAll(low, await listSeen(low, id))).toMatchObject([{ ok: true, state: 'done' }])
})
