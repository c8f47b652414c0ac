import { formCalls } from '@portal/contract/form/calls'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
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
  fundRule,
  openOffice,
  makeValues,
} from '../../testing/drawn.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { fileJobs } from '../file/file.jobs.ts'
import { workflowJobs } from './workflow.jobs.ts'

// How steps are decided, who sees what, and what time limits do, on one server; racing.api.test.ts has races.

const world = await createWorld({ poolMax: 6 })
afterAll(() => world.close())
const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const names = ['发起人', '甲', '乙', '丙', '丁', '抄送人', '路人']
const people: Person[] = []
// The second person has the higher id, so that the order is that of the diagram and not that of ids.
for (const name of names) people.push(await world.person(name))
const [starter, a, b, c, d, copied, stranger] = people as [
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
]
const desk = await openOffice(world, office)
const { bound, publish, see, taskOf, decide, agree, inboxOf } = desk
const start = (id: number) => desk.start(id, starter)
const one = async (inner: string, more = '') =>
  start((await publish(drawLine([drawStep('t', '审批', inner, more)], bound))).id)
const awaited = async (id: number) => (await see(starter, id)).awaited
const waitingIn = (id: number) =>
  world.sql<{ n: number }>(
    `select (select count(*)::int from workflow_task where instance_id = $1 and state = 'waiting')
      + (select count(*)::int from approval_task where business = 'workflow' and row_id = $1
        and state = 'waiting') as n`,
    [id],
  )
const runDue = (hours: number) => {
  const [job] = workflowJobs
  if (!job) throw new Error('there is one')
  return runJob(world.app.deps, job, addMinutes(new Date(), hours * 60))
}

test('依次: one after the other in the order of the drawing; 比例: so many are enough, so few refuse', async () => {
  const turns = await one(makeActors(c, a, b), 'portal:mode="sequence"')
  for (const by of [c, a, b]) {
    expect(await awaited(turns)).toEqual([by.name])
    await agree(by, turns)
  }
  expect((await see(starter, turns)).state).toBe('done')
  const share = 'portal:mode="percent" portal:percent="60"'
  const most = await one(makeActors(a, b, c), share)
  await agree(a, most)
  await agree(b, most)
  const done = await see(starter, most)
  expect([done.state, done.tasks.map((t) => t.state)]).toEqual(['done', ['agreed', 'agreed', 'unneeded']])
  const few = await one(makeActors(a, b, c), share)
  await decide(a, few, { verdict: 'refuse', opinion: '不妥' })
  expect((await see(starter, few)).state).toBe('running')
  await decide(b, few, { verdict: 'refuse', opinion: '不妥' })
  expect((await see(starter, few)).state).toBe('refused')
  expect(await waitingIn(few)).toEqual([{ n: 0 }])
})

test('who acts for another says what he thinks; to send it back, or to end it, is the other’s', async () => {
  const id = await one(makeActors(a))
  expect((await taskOf(a, id)).ends).toBe(true)
  await world.ok(a, calls.handOver, {
    params: { id: (await taskOf(a, id)).id },
    body: { how: 'delegate', userId: b.id, opinion: '请代看' },
  })
  const { can, ends } = await taskOf(b, id)
  expect([can, ends]).toEqual([['agree', 'refuse', 'transfer'], false])
  const back = await decide(b, id, { verdict: 'return', opinion: '请补充' })
  expect([back.status, back.code]).toEqual([409, 'TASK_DELEGATED'])
  expect((await decide(b, id, { verdict: 'refuse', opinion: '不妥' })).status).toBe(200)
  expect(await awaited(id)).toEqual(['甲'])
  const own = await taskOf(a, id)
  expect([own.can.includes('return'), own.ends]).toEqual([true, true])
  const share = await one(makeActors(a, b, c), 'portal:mode="percent" portal:percent="60"')
  expect((await taskOf(a, share)).ends).toBe(false)
  await decide(a, share, { verdict: 'refuse', opinion: '不妥' })
  expect((await taskOf(b, share)).ends).toBe(true)
  await decide(b, share, { verdict: 'refuse', opinion: '不妥' })
  expect((await see(starter, share)).state).toBe('refused')
})

test('或签: whoever is first decides, and the others are told that it is over', async () => {
  const id = await one(makeActors(a, b))
  const theirs = await taskOf(b, id)
  await agree(a, id)
  const late = await world.send(b, calls.decide, {
    params: { id: theirs.id },
    body: { verdict: 'refuse', opinion: '不同意' },
  })
  expect([late.status, late.code]).toEqual([409, 'TASK_OVER'])
  expect((await see(starter, id)).state).toBe('done')
  expect((await inboxOf(b)).filter((t) => t.rowId === id)).toEqual([])
})

test('withdrawn or returned, nothing is left that anybody could decide', async () => {
  const gone = await one(makeActors(a, b, c), 'portal:mode="all"')
  const task = await taskOf(a, gone)
  await world.ok(starter, calls.withdraw, { params: { id: gone }, body: { opinion: '写错了' } })
  expect(await waitingIn(gone)).toEqual([{ n: 0 }])
  const late = { params: { id: task.id }, body: { verdict: 'agree' as const, opinion: null } }
  expect((await world.send(a, calls.decide, late)).status).toBe(409)
  expect(
    (await world.send(starter, calls.withdraw, { params: { id: gone }, body: { opinion: null } })).code,
  ).toBe('INSTANCE_OVER')
  const back = await one(makeActors(a, b, c), 'portal:mode="all"')
  const others = await taskOf(b, back)
  await decide(a, back, { verdict: 'return', opinion: '请补充' })
  // Only the starter's own entry waits: one task, one line in their inbox.
  expect(await waitingIn(back)).toEqual([{ n: 2 }])
  expect(await awaited(back)).toEqual(['发起人'])
  const after = { params: { id: others.id }, body: { verdict: 'agree' as const, opinion: null } }
  expect((await world.send(b, calls.decide, after)).status).toBe(409)
  const taken = await taskOfStarter(back)
  const early = { params: { id: taken }, body: { verdict: 'agree' as const, opinion: null } }
  expect((await world.send(starter, calls.decide, early)).code).toBe('TASK_OVER')
})
const taskOfStarter = async (id: number) =>
  (await see(starter, id)).tasks.find((t) => t.state === 'waiting')?.id ?? 0

test('time: reminded again and again, passed, refused; each once, however often the job runs', async () => {
  const timer = (deed: string) => `${makeActors(a)}<portal:timer hours="2" deed="${deed}"/>`
  const [reminded, passed, refused] = [
    await one(timer('remind')),
    await one(timer('pass')),
    await one(timer('refuse')),
  ]
  await runDue(1)
  expect((await see(starter, passed)).state).toBe('running')
  for (let run = 0; run < 3; run++) await runDue(3)
  expect((await see(starter, passed)).state).toBe('done')
  expect((await see(starter, refused)).state).toBe('refused')
  const kinds = async (id: number, kind: string) =>
    (await see(starter, id)).timeline.filter((e) => e.kind === kind).length
  expect([
    await kinds(reminded, 'reminded'),
    await kinds(passed, 'late'),
    await kinds(refused, 'late'),
  ]).toEqual([1, 1, 1])
  await runDue(6)
  expect(await kinds(reminded, 'reminded')).toBe(2)
  expect((await inboxOf(a)).some((t) => t.rowId === reminded)).toBe(true)
})

test('time: it stands still while the portal is down', async () => {
  const id = await one(`${makeActors(a)}<portal:timer hours="2" deed="refuse"/>`)
  const ran = (job: string, minutes: number) =>
    world.sql('insert into job_run (job, started_at, ended_at) values ($1, $2, $2)', [
      job,
      addMinutes(new Date(), minutes),
    ])
  // Down from the first minute on until an hour after the limit.
  await ran('workflow-due', 1)
  await ran('booking-miss', 179)
  const stateAfter = async (hours: number) => {
    await runDue(hours)
    return (await see(starter, id)).state
  }
  expect([await stateAfter(3), await stateAfter(4.9), await stateAfter(5.1)]).toEqual([
    'running',
    'running',
    'refused',
  ])
  await world.sql('delete from job_run')
})

test('nobody found: passed by, refused at publishing, or the office is asked; never the starter', async () => {
  const superior = '<portal:actor kind="starterSuperior"/>'
  const skipped = await one(superior, 'portal:nobody="skip"')
  const seen = await see(starter, skipped)
  expect([seen.state, seen.timeline.map((e) => e.kind)]).toEqual(['done', ['started', 'skipped', 'ended']])
  expect(await awaited(await one(superior))).toEqual(['流程管理员'])
  expect(await awaited(await one(makeActors(starter)))).toEqual(['流程管理员'])
  const [gone] = await world.sql<{ id: number }>(
    `insert into user_account (username, name, user_type, enabled) values ('gone', '已离校', '2', false)
      returning id`,
  )
  const left = { ...a, id: gone?.id ?? 0, name: '已离校' }
  const xml = drawLine([drawStep('t', '审批', makeActors(left), 'portal:nobody="refuse"')], bound)
  expect((await world.ok(office, calls.judge, { body: { xml } })).faults.map((f) => f.message)).toEqual([
    '指定的人员“已离校”不存在或账号已停用',
    '没有人可以办理该环节，请重新指定办理人',
  ])
})

test('who may see: starter, deciders past and present, copies and the office; nobody else', async () => {
  const copy = `<portal:copy kind="person" value="${copied.id}"/>`
  const steps = [drawStep('t1', '初审', makeActors(a) + copy), drawStep('t2', '终审', makeActors(b))]
  const drawn = await publish(drawLine(steps, bound))
  const id = await start(drawn.id)
  const may = async () =>
    Promise.all(
      [starter, office, copied, a, b, stranger].map(
        async (by) => (await world.send(by, calls.instance, { params: { id } })).status,
      ),
    )
  // The second step has not begun, so its person sees nothing yet.
  expect(await may()).toEqual([200, 200, 200, 200, 403, 403])
  await agree(a, id)
  expect(await may()).toEqual([200, 200, 200, 200, 200, 403])
  await world.ok(b, calls.handOver, {
    params: { id: (await taskOf(b, id)).id },
    body: { how: 'transfer', userId: c.id, opinion: null },
  })
  expect(await may()).toEqual([200, 200, 200, 200, 200, 403])
  await agree(c, id)
  expect(await may()).toEqual([200, 200, 200, 200, 200, 403])
  const listed = async (by: Person, scope: 'mine' | 'acted' | 'copied' | 'all') =>
    (await world.send(by, calls.instances, { query: { scope, workflowId: drawn.id } })).data?.total
  expect([
    await listed(starter, 'mine'),
    await listed(a, 'acted'),
    await listed(copied, 'copied'),
    await listed(office, 'all'),
    await listed(stranger, 'mine'),
    await listed(stranger, 'all'),
  ]).toEqual([1, 1, 1, 1, 0, undefined])
  const say = (by: Person) => world.send(by, calls.comment, { params: { id }, body: { text: '已阅' } })
  expect([(await say(copied)).status, (await say(stranger)).status]).toEqual([200, 403])
  expect((await world.send(stranger, calls.exportInstances, { query: { scope: 'all' } })).status).toBe(403)
  const params = { id: drawn.id }
  for (const call of [calls.get, calls.versions, calls.download])
    expect((await world.send(stranger, call, { params })).status).toBe(403)
})

test('what a step writes is asked there and nowhere else; what a step does not see no list says', async () => {
  const writes = `<portal:field name="grant" access="write"/><portal:field name="secret" access="hidden"/>`
  const steps = [drawStep('t1', '初审', makeActors(a)), drawStep('t2', '批复', makeActors(b) + writes)]
  const asking = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    { type: 'input', field: 'grant', title: '批复', $required: true, validate: [{ required: true }] },
    { type: 'input', field: 'secret', title: '底价' },
  ])
  const drawn = await publish(drawLine(steps, asking.bound))
  const form = (await world.ok(starter, calls.fill, { params: { id: drawn.id } })).form
  expect(JSON.parse(form).rule[2]).toMatchObject({ field: 'grant', validate: [{ required: false }] })
  const { id } = await world.ok(starter, calls.start, {
    params: { id: drawn.id },
    body: { version: 1, values: { ...makeValues(5), secret: '九万' } },
  })
  expect((await see(starter, id)).summary).toBe('题目：量子；金额：5')
  await agree(a, id)
  expect((await see(b, id)).values).toEqual(makeValues(5))
  const bare = await decide(b, id, { verdict: 'agree' })
  expect([bare.status, bare.reasons?.[0]?.field]).toEqual([422, 'grant'])
  const items = (await inboxOf(b)).map((entry) => ({ id: entry.rowId, task: entry.id }))
  const all = await world.ok(b, calls.decideAll, { body: { items, verdict: 'agree', opinion: null } })
  expect(all).toMatchObject([{ ok: false }])
  const strange = await decide(b, id, { verdict: 'agree', values: { grant: '好', amount: 1 } })
  expect(strange.reasons?.[0]?.field).toBe('amount')
  expect((await decide(b, id, { verdict: 'agree', values: { grant: '好' } })).status).toBe(200)
  expect((await see(starter, id)).values).toEqual({ ...makeValues(5), secret: '九万', grant: '好' })
})

test('a control asks the starter, or a step, for nothing that is another one’s to write', async () => {
  const outside = { value: '校外', condition: '==' }
  const asking = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    {
      type: 'input',
      field: 'kind',
      title: '类别',
      control: [
        { ...outside, method: 'required', rule: ['number'] },
        { ...outside, method: 'enabled', rule: ['fixed'] },
      ],
    },
    { type: 'input', field: 'note', title: '初审说明' },
    { type: 'input', field: 'number', title: '审批编号' },
    { type: 'input', field: 'fixed', title: '核定金额', $required: true },
  ])
  const write = (...fields: string[]) =>
    fields.map((name) => `<portal:field name="${name}" access="write"/>`).join('')
  const steps = [
    drawStep('t1', '初审', makeActors(a) + write('note')),
    drawStep('t2', '核定', makeActors(b) + write('number', 'fixed')),
  ]
  const params = { id: (await asking.publish(drawLine(steps, asking.bound))).id }
  const values = { ...makeValues(5), kind: '校外' }
  const { id } = await world.ok(starter, calls.start, { params, body: { version: 1, values } })
  expect((await asking.decide(a, id, { verdict: 'agree', values: { note: '可' } })).status).toBe(200)
  const bare = await asking.decide(b, id, { verdict: 'agree' })
  expect(bare.reasons?.map(({ field }) => field)).toEqual(['number', 'fixed'])
  const said = { number: '甲 1', fixed: '5' }
  expect((await asking.decide(b, id, { verdict: 'agree', values: said })).status).toBe(200)
  expect((await asking.see(starter, id)).values).toEqual({ ...values, note: '可', ...said })
})

test('what is drawn disabled is left by the starter and written by its step', async () => {
  const closed = { type: 'input', field: 'grant', title: '批复', $required: true, props: { disabled: true } }
  const asking = await openOffice(world, office, [...fundRule.slice(0, 2), closed])
  const write = '<portal:field name="grant" access="write"/>'
  const drawn = await asking.publish(drawLine([drawStep('t', '批复', makeActors(a) + write)], asking.bound))
  const { id } = await world.ok(starter, calls.start, {
    params: { id: drawn.id },
    body: { version: 1, values: { ...makeValues(5), grant: '自批' } },
  })
  expect((await asking.see(starter, id)).values).toEqual(makeValues(5))
  const bare = await asking.decide(a, id, { verdict: 'agree' })
  expect([bare.status, bare.reasons?.[0]?.field]).toEqual([422, 'grant'])
  expect((await asking.decide(a, id, { verdict: 'agree', values: { grant: '同意' } })).status).toBe(200)
  expect((await asking.see(starter, id)).values).toEqual({ ...makeValues(5), grant: '同意' })
})

test('a step that writes what depends on something hidden there is not published', async () => {
  const asking = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    {
      type: 'input',
      field: 'kind',
      title: '类别',
      control: [{ value: '进口', condition: '==', rule: ['proof'] }],
    },
    { type: 'input', field: 'proof', title: '论证意见', $required: true },
  ])
  const judge = async (kind: string) => {
    const fields = { proof: 'write', kind }
    const rights = Object.entries(fields).map(
      ([n, access]) => `<portal:field name="${n}" access="${access}"/>`,
    )
    const xml = drawLine([drawStep('t', '论证', makeActors(a) + rights.join(''))], asking.bound)
    return (await world.ok(office, calls.judge, { body: { xml } })).faults
  }
  expect(await judge('read')).toEqual([])
  expect(await judge('hidden')).toEqual([
    { element: 't', message: '“论证意见”是否需要填写由“类别”决定，“类别”在该环节不能隐藏' },
  ])
})

test('what waits is shown and decided, however much was asked before', async () => {
  const steps = [drawStep('t1', '初审', makeActors(a)), drawStep('t2', '终审', makeActors(b))]
  const id = await start((await publish(drawLine(steps, bound))).id)
  await world.sql(
    `with step as (insert into workflow_step (instance_id, visit, node, name, entered_at, left_at)
        values ($1::int8, 9000, 't1', '初审', now(), now()) returning visit)
      insert into workflow_task (instance_id, visit, seat, assignee_id, state, opened_at, decided_at)
        select $1::int8, step.visit, n, $2::int8, 'unneeded', now(), now() from step, generate_series(0, 999) n`,
    [id, c.id],
  )
  await agree(a, id)
  await agree(b, id)
  expect((await see(starter, id)).state).toBe('done')
})

test('a form that is published anew offers its processes to be published anew', async () => {
  const other = await openOffice(world, office)
  const drawn = await other.publish(drawLine([drawStep('t', '审批', makeActors(a))], other.bound))
  const offers = async () => {
    const { hasChanges, hasNewForm, can } = await world.ok(office, calls.get, { params: { id: drawn.id } })
    return [hasChanges, hasNewForm, can.includes('publish')]
  }
  expect(await offers()).toEqual([false, false, false])
  const { id, revision } = other.form
  const text = JSON.stringify({ rule: [...fundRule, { type: 'input', field: 'note' }], options: {} })
  const saved = await world.ok(office, formCalls.save, {
    params: { id },
    body: { name: '申请表', text, revision },
  })
  await world.ok(office, formCalls.publish, { params: { id }, body: { revision: saved.revision } })
  expect(await offers()).toEqual([false, true, true])
  await world.ok(office, calls.publish, { params: { id: drawn.id }, body: { revision: drawn.revision } })
  expect(await offers()).toEqual([false, false, false])
  const versions = await world.ok(office, calls.versions, { params: { id: drawn.id } })
  expect(versions.map((v) => [v.version, v.formVersion])).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test('a step that writes leaves empty what the starter has left empty', async () => {
  const rule = [
    { type: 'input', field: 'topic', title: '题目' },
    { type: 'input', field: 'level', title: '紧急程度', value: '加急' },
    { type: 'input', field: 'grant', title: '批复' },
  ]
  const other = await openOffice(world, office, rule)
  const write = '<portal:field name="grant" access="write"/>'
  const drawn = await other.publish(drawLine([drawStep('t', '审批', makeActors(a) + write)], other.bound))
  const { id } = await world.ok(starter, calls.start, {
    params: { id: drawn.id },
    body: { version: 1, values: { topic: '量子' } },
  })
  const agreed = await other.decide(a, id, { verdict: 'agree', values: { grant: '同意' } })
  expect(agreed.status).toBe(200)
  expect((await see(starter, id)).values).toEqual({ topic: '量子', grant: '同意' })
})

test('nobody of the office moves what is his own, and nobody is assigned to decide on his own', async () => {
  const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(a))], bound))
  const own = await desk.start(drawn.id, office)
  expect((await see(office, own)).can).toEqual(['withdraw', 'urge', 'comment'])
  const move = (id: number, body: object) =>
    world.send(office, calls.move, { params: { id }, body: body as never })
  expect((await move(own, { visit: 2, how: 'pass', reason: '急' })).status).toBe(403)
  const id = await start(drawn.id)
  const visit = (await see(office, id)).steps[0]?.visit ?? 0
  const self = await move(id, { visit, how: 'assign', userIds: [starter.id], reason: '急' })
  expect(self.reasons?.[0]?.field).toBe('userIds')
  const late = await move(id, { visit: visit + 9, how: 'pass', reason: '急' })
  // The instance is running; only the step that the office was shown is over.
  expect([late.status, late.code]).toEqual([409, 'STEP_OVER'])
  expect((await move(id, { visit, how: 'return', reason: '退回', to: null })).status).toBe(200)
  const again = (await see(office, id)).steps[0]?.visit ?? 0
  const instead = await move(id, { visit: again, how: 'assign', userIds: [d.id], reason: '急' })
  expect([instead.status, instead.reasons?.[0]?.field]).toEqual([422, 'how'])
  expect((await move(id, { how: 'stop', reason: '作废' })).status).toBe(200)
  expect((await move(id, { visit, how: 'pass', reason: '急' })).code).toBe('INSTANCE_OVER')
  expect((await see(starter, id)).state).toBe('refused')
})

test('a comment reaches whom it concerns, and an early end those who need not act any more', async () => {
  const steps = [drawStep('t1', '初审', makeActors(a)), drawStep('t2', '终审', makeActors(b, c))]
  const drawn = await publish(drawLine(steps, bound))
  const id = await start(drawn.id)
  const listTold = async (title: string, instance = id) =>
    (
      await world.sql<{ name: string }>(
        `select u.name from outbox o, jsonb_array_elements_text(o.payload -> 'userIds') v
          join user_account u on u.id = v::int8
          where o.payload ->> 'title' like $1 || '%' and o.payload ->> 'link' like '%id=' || $2
            and (o.payload ->> 'exceptUserId') is distinct from v order by o.id, u.id`,
        [title, instance],
      )
    ).map(({ name }) => name)
  const say = (by: Person, text: string) => world.ok(by, calls.comment, { params: { id }, body: { text } })
  await say(a, '请补充预算依据')
  expect(await listTold('评论')).toEqual(['发起人'])
  await agree(a, id)
  await say(starter, '已补充')
  // People who commented before are told of the answer, as well as those who are awaited.
  expect((await listTold('评论')).slice(1)).toEqual(['甲', '乙', '丙'])
  await world.ok(starter, calls.withdraw, { params: { id }, body: { opinion: '写错了' } })
  expect(await listTold('已撤回')).toEqual(['乙', '丙'])
  const stopped = await start(drawn.id)
  await world.ok(office, calls.move, { params: { id: stopped }, body: { how: 'stop', reason: '作废' } })
  expect([await listTold('已终止', stopped), await listTold('未通过', stopped)]).toEqual([['甲'], ['发起人']])
})

test('files of a step are taken although its process cannot be started any more', async () => {
  const filed = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    { type: 'upload', field: 'proof', title: '证明' },
  ])
  const inner = `${makeActors(a)}<portal:field name="proof" access="write"/>`
  const drawn = await filed.publish(drawLine([drawStep('t', '审批', inner)], filed.bound))
  const id = await filed.start(drawn.id, starter)
  await world.ok(office, calls.suspend, { params: { id: drawn.id } })
  const upload = (by: Person, instanceId?: number) =>
    world.send(by, calls.upload, {
      params: { id: drawn.id },
      body: { field: 'proof', ...(instanceId && { instanceId }) },
      files: [{ name: '证明.txt', content: Buffer.from('好') }],
    })
  expect((await upload(a)).status).toBe(404)
  expect((await upload(stranger, id)).status).toBe(403)
  const kept = (await upload(a, id)).data
  const values = { proof: kept.map(({ name, url }) => ({ name, url })) }
  expect((await filed.decide(a, id, { verdict: 'agree', values })).status).toBe(200)
  expect((await filed.see(starter, id)).values['proof']).toMatchObject([{ name: '证明.txt' }])
})

test('a draft of a start keeps its files for as long as it is kept', async () => {
  const filed = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    { type: 'upload', field: 'proof', title: '证明' },
  ])
  const params = {
    id: (await filed.publish(drawLine([drawStep('t', '审批', makeActors(a))], filed.bound))).id,
  }
  const sweep = fileJobs.find((job) => job.name === 'file-loose-sweep')
  if (!sweep) throw new Error('there is one')
  /** A file that was uploaded 61 days ago and is not part of any answer yet. */
  async function uploadLongAgo() {
    const files = [{ name: '证明.txt', content: Buffer.from('好') }]
    const kept = await world.ok(starter, calls.upload, { params, body: { field: 'proof' }, files })
    await world.sql(`update file set created_at = now() - interval '61 days' where id = $1`, [kept[0]?.id])
    return { ...makeValues(5), proof: kept.map(({ name, url }) => ({ name, url })) }
  }
  const values = await uploadLongAgo()
  await world.ok(starter, calls.saveDraft, { params, body: { values } })
  expect(await runJob(world.app.deps, sweep)).toBe(0)
  const { id } = await world.ok(starter, calls.start, { params, body: { version: 1, values } })
  expect((await filed.see(starter, id)).values['proof']).toMatchObject([{ name: '证明.txt' }])
  const other = await uploadLongAgo()
  await world.ok(starter, calls.saveDraft, { params, body: { values: other } })
  await world.ok(starter, calls.dropDraft, { params })
  expect(await runJob(world.app.deps, sweep)).toBe(1)
})

test('a parallel branch that is refused ends it all; the other branch is free at once', async () => {
  const xml = drawXml(
    `${ENDS}<bpmn:parallelGateway id="split"/><bpmn:parallelGateway id="join"/>
     ${drawStep('t1', '安全', makeActors(a))}${drawStep('t2', '财务', makeActors(b))}
     ${drawFlow('f1', 's', 'split')}${drawFlow('f2', 'split', 't1')}${drawFlow('f3', 'split', 't2')}
     ${drawFlow('f4', 't1', 'join')}${drawFlow('f5', 't2', 'join')}${drawFlow('f6', 'join', 'e')}`,
    bound,
  )
  const id = await start((await publish(xml)).id)
  expect(await awaited(id)).toEqual(['甲', '乙'])
  await decide(a, id, { verdict: 'refuse', opinion: '不安全' })
  expect((await see(starter, id)).state).toBe('refused')
  expect(await waitingIn(id)).toEqual([{ n: 0 }])
})
