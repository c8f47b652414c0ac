import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { drawXml } from '@portal/process-kit/testing/draw'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
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

// Two servers on one database, and people who act at the same moment.

const database = await testDatabase(12)
const [world, other] = [await createWorld({ database }), await createWorld({ database })]
afterAll(async () => {
  await other.app.close()
  await world.close()
})
const servers = [world, other]
const at = (i: number) => servers[i % 2] ?? world
const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const starter = await world.person('发起人')
const deciders = await Promise.all(Array.from({ length: 50 }, (_, i) => world.person(`办理人${i}`)))
const [first, second, third] = deciders as [Person, Person, Person]
const desk = await openOffice(world, office)
const { bound, publish, see, taskOf } = desk
const start = (id: number) => desk.start(id, starter)
const count = async (table: 'workflow_event' | 'workflow_task', id: number, where: string) =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from ${table} where instance_id = $1 and ${where}`,
      [id],
    )
  )[0]?.n

/** A diagram names at most twenty people per step, so the fifty come by a role. */
async function makeRole(): Promise<string> {
  await world.sql(
    `with r as (insert into role (code, name) values ('PANEL', '评审组') returning id)
      insert into user_role (user_id, role_id) select u, r.id from r, unnest($1::int8[]) u`,
    [deciders.map((d) => d.id)],
  )
  return '<portal:actor kind="role" value="PANEL" label="评审组"/>'
}
const panel = await makeRole()

test('或签: of fifty people at two servers who agree and refuse at once one decides', async () => {
  const id = await start((await publish(drawLine([drawStep('t', '审批', panel)], bound))).id)
  const mine = new Map((await see(office, id)).tasks.map((t) => [t.assignee.id, t.id]))
  const said = await Promise.all(
    deciders.map((by, i) =>
      at(i).send(by, calls.decide, {
        params: { id: mine.get(by.id) ?? 0 },
        body: i % 3 ? { verdict: 'agree', opinion: null } : { verdict: 'refuse', opinion: '不同意' },
      }),
    ),
  )
  expect(said.map((a) => a.status).toSorted((x, y) => x - y)).toEqual([200, ...Array<number>(49).fill(409)])
  const winner = said.findIndex((a) => a.status === 200)
  expect((await see(starter, id)).state).toBe(winner % 3 ? 'done' : 'refused')
  expect(await count('workflow_event', id, `kind in ('agreed', 'refused')`)).toBe(1)
  expect(await count('workflow_event', id, `kind = 'ended'`)).toBe(1)
  expect(await count('workflow_task', id, 'decided_by is not null')).toBe(1)
  expect(await count('workflow_task', id, `state = 'waiting'`)).toBe(0)
})

test('会签: all fifty decide at once, each counts, and it goes on once', async () => {
  const steps = [drawStep('t', '会签', panel, 'portal:mode="all"'), drawStep('u', '批准', makeActors(first))]
  const id = await start((await publish(drawLine(steps, bound))).id)
  const mine = new Map((await see(office, id)).tasks.map((t) => [t.assignee.id, t.id]))
  // Each of them twice, at both servers.
  const said = await Promise.all(
    deciders.flatMap((by) =>
      servers.map((server) =>
        server.send(by, calls.decide, {
          params: { id: mine.get(by.id) ?? 0 },
          body: { verdict: 'agree', opinion: null },
        }),
      ),
    ),
  )
  expect(said.filter((a) => a.status === 200)).toHaveLength(50)
  expect(await count('workflow_event', id, `kind = 'agreed'`)).toBe(50)
  expect((await see(starter, id)).awaited).toEqual([first.name])
  expect(await count('workflow_task', id, `state = 'waiting'`)).toBe(1)
})

test('two branches end at once: their join is passed once; withdrawn meanwhile, nobody goes on', async () => {
  const xml = drawXml(
    `${ENDS}<bpmn:parallelGateway id="split"/><bpmn:parallelGateway id="join"/>
     ${drawStep('t1', '安全', makeActors(first))}${drawStep('t2', '财务', makeActors(second))}
     ${drawStep('t3', '批准', makeActors(third))}
     ${drawFlow('f1', 's', 'split')}${drawFlow('f2', 'split', 't1')}${drawFlow('f3', 'split', 't2')}
     ${drawFlow('f4', 't1', 'join')}${drawFlow('f5', 't2', 'join')}${drawFlow('f6', 'join', 't3')}
     ${drawFlow('f7', 't3', 'e')}`,
    bound,
  )
  const drawn = await publish(xml)
  for (let round = 0; round < 8; round++) {
    const id = await start(drawn.id)
    const tasks = [await taskOf(first, id), await taskOf(second, id)]
    const agree = (by: Person, task: number, server: number) =>
      at(server).send(by, calls.decide, {
        params: { id: task },
        body: { verdict: 'agree', opinion: null },
      })
    const [, , gone] = await Promise.all([
      agree(first, tasks[0]?.id ?? 0, round),
      agree(second, tasks[1]?.id ?? 0, round + 1),
      round % 2 ? at(round).send(starter, calls.withdraw, { params: { id }, body: { opinion: null } }) : null,
    ])
    expect(gone?.status ?? 200).toBe(200)
    const now = await see(starter, id)
    expect([now.state, now.awaited]).toEqual(round % 2 ? ['withdrawn', []] : ['running', [third.name]])
    expect(await count('workflow_task', id, `state = 'waiting'`)).toBe(round % 2 ? 0 : 1)
  }
})

test('handed on, moved by the office and decided at once: one of them has his way, and the rest is whole', async () => {
  const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(first))], bound))
  const spare = deciders.slice(3, 6)
  for (let round = 0; round < 6; round++) {
    const id = await start(drawn.id)
    const task = (await taskOf(first, id)).id
    const visit = (await see(office, id)).steps[0]?.visit ?? 0
    const params = { id: task }
    const said = await Promise.all([
      world.send(first, calls.decide, { params, body: { verdict: 'agree', opinion: null } }),
      other.send(first, calls.handOver, {
        params,
        body: { how: 'transfer', userId: spare[0]?.id ?? 0, opinion: null },
      }),
      world.send(first, calls.handOver, {
        params,
        body: { how: 'delegate', userId: spare[1]?.id ?? 0, opinion: null },
      }),
      other.send(office, calls.move, {
        params: { id },
        body: { visit, how: 'assign', userIds: [spare[2]?.id ?? 0], reason: '急' },
      }),
    ])
    expect(said.every((a) => a.status === 200 || a.status === 409)).toBe(true)
    const now = await see(starter, id)
    const waiting = await count('workflow_task', id, `state = 'waiting'`)
    expect([now.awaited.length, waiting]).toEqual(now.state === 'running' ? [1, 1] : [0, 0])
    const [inbox] = await world.sql<{ n: number }>(
      `select count(*)::int as n from approval_task where business = 'workflow' and row_id = $1
        and state = 'waiting'`,
      [id],
    )
    expect(inbox?.n).toBe(now.state === 'running' ? 1 : 0)
  }
})

test('started, suspended and published at once: each start keeps to the version it was filled in for', async () => {
  const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(first))], bound))
  const params = { id: drawn.id }
  const saved = await world.ok(office, calls.save, {
    params,
    body: {
      name: '新版',
      category: null,
      description: null,
      xml: drawLine([drawStep('t', '新审批', makeActors(second))], bound),
      revision: drawn.revision,
    },
  })
  const [published, ...started] = await Promise.all([
    other.send(office, calls.publish, { params, body: { revision: saved.revision } }),
    ...Array.from({ length: 20 }, (_, i) =>
      at(i).send(starter, calls.start, { params, body: { version: 1, values: makeValues(i) } }),
    ),
  ])
  expect(published?.status).toBe(200)
  for (const one of started) {
    expect([200, 'WORKFLOW_VERSION_OLD']).toContain(one.status === 200 ? 200 : one.code)
    if (one.status === 200) expect((await see(starter, one.data.id)).at).toEqual(['审批'])
  }
})
