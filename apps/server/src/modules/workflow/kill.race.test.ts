import { makeAddress, type Arguments, type Call } from '@portal/contract/kernel/call'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeActors, drawLine, drawStep, openOffice, makeValues } from '../../testing/drawn.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Processes are started and decided at two servers, and one of them is killed in the middle of its work. What
// was answered is stored; a client without an answer asks again; nothing happens twice.

const EXPERTS = 3
const LANES = 4
const EACH = 8

// Two hundred decisions at two servers take three seconds alone, seven beside a suite, and took half a minute
// beside three. Vitest takes this back after the file.
vi.setConfig({ testTimeout: 120_000 })

let world: World
let doomed: ServerProcess
/** Addresses of the server that is killed, and of this process, which survives. */
let servers: string[]
let starter: Person
let last: Person
let experts: Person[]
let workflowId: number
/** A process with a step that one of fifty people decides. */
let panelId: number
let panel: Person[]
beforeAll(async () => {
  world = await createWorld({ poolMax: 8 })
  const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
  starter = await world.person('发起人')
  last = await world.person('处长')
  experts = await Promise.all(Array.from({ length: EXPERTS }, (_, i) => world.person(`专家${i}`)))
  const { bound, publish } = await openOffice(world, office)
  const steps = [
    drawStep('t', '会签', makeActors(...experts), 'portal:mode="all"'),
    drawStep('u', '批准', makeActors(last)),
  ]
  workflowId = (await publish(drawLine(steps, bound))).id
  panel = await Promise.all(Array.from({ length: 50 }, (_, i) => world.person(`评审人${i}`)))
  await world.sql(
    `with r as (insert into role (code, name) values ('PANEL', '评审组') returning id)
      insert into user_role (user_id, role_id) select u, r.id from r, unnest($1::int8[]) u`,
    [panel.map((p) => p.id)],
  )
  const anybody = '<portal:actor kind="role" value="PANEL" label="评审组"/>'
  panelId = (await publish(drawLine([drawStep('t', '评审', anybody)], bound))).id
  doomed = await startServer(world.database.url)
  servers = [doomed.address, await world.app.listen({ port: 0, host: '127.0.0.1' })]
})
afterAll(async () => {
  await doomed.killAtOnce()
  await world.close()
})

let lost = 0
let served = 0
/** Sends a request to one server, and with the same key to the other if the first dies before it answers. */
async function ask<C extends Call>(who: Person, call: C, args: Arguments<C>, key: string, turn: number) {
  const [first, second] = turn % 2 ? servers : servers.toReversed()
  for (const address of [first, second, second]) {
    try {
      const response = await fetch(address + makeAddress(call, args), {
        method: call.method,
        headers: { authorization: who.token, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(args.body ?? {}),
      })
      const { data } = (await response.json()) as { data?: { id?: number } }
      served++
      return { status: response.status, id: data?.id ?? 0 }
    } catch (e) {
      // fetch throws a TypeError for a broken connection.
      if (!(e instanceof TypeError)) throw e
      lost++
    }
  }
  throw new Error('one of the servers lives')
}
const findTask = async (who: Person, id: number): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `select id from workflow_task where instance_id = $1 and assignee_id = $2 and state = 'waiting'`,
      [id, who.id],
    )
  )[0]?.id ?? 0

/** These people decide at the same moment, at both servers in turn. */
async function decideAtOnce(deciders: readonly Person[], tasks: ReadonlyMap<number, number>) {
  const said = await Promise.all(
    deciders.map(async (by, i) => {
      const body = i % 3 ? { verdict: 'agree', opinion: null } : { verdict: 'refuse', opinion: '不同意' }
      const params = { id: tasks.get(by.id) ?? 0 }
      const response = await fetch((servers[i % 2] ?? '') + makeAddress(calls.decide, { params }), {
        method: calls.decide.method,
        headers: { authorization: by.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.status
    }),
  )
  expect(said.toSorted((x, y) => x - y)).toEqual([200, ...Array<number>(deciders.length - 1).fill(409)])
  return said.indexOf(200) % 3 ? 'done' : 'refused'
}
async function startPanel(turn: number) {
  const body = { version: 1, values: makeValues(turn) }
  const { id } = await ask(
    starter,
    calls.start,
    { params: { id: panelId }, body },
    `racing-panel-${turn}`,
    turn,
  )
  const rows = await world.sql<{ id: number; by: number }>(
    'select id, assignee_id as by from workflow_task where instance_id = $1',
    [id],
  )
  return { id, tasks: new Map(rows.map((row) => [row.by, row.id])) }
}

test('of fifty who decide at once at two processes one wins, and of one who does so fifty times', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { id, tasks } = await startPanel(turn)
    const [only] = panel as [Person]
    const outcome = await decideAtOnce(turn % 2 ? Array.from(panel, () => only) : panel, tasks)
    const [there] = await world.sql(
      `select i.state,
        (select count(*)::int from workflow_event e where e.instance_id = i.id
          and e.kind in ('agreed', 'refused')) as said,
        (select count(*)::int from workflow_event e where e.instance_id = i.id and e.kind = 'ended') as ended,
        (select count(*)::int from workflow_task t where t.instance_id = i.id
          and t.decided_by is not null) as decided,
        (select count(*)::int from workflow_task t where t.instance_id = i.id
          and t.state = 'waiting') as waiting
      from workflow_instance i where i.id = $1`,
      [id],
    )
    expect(there).toEqual({ state: outcome, said: 1, ended: 1, decided: 1, waiting: 0 })
  }
})

async function lane(n: number): Promise<number[]> {
  const started: number[] = []
  for (let i = 0; i < EACH; i++) {
    const name = `lane-${n}-${i}`
    const turn = n + i
    const body = { version: 1, values: makeValues(i) }
    const start = await ask(starter, calls.start, { params: { id: workflowId }, body }, `${name}-start`, turn)
    expect(start.status).toBe(200)
    started.push(start.id)
    const agree = async (who: Person, more: number) => {
      const params = { id: await findTask(who, start.id) }
      const said = { verdict: 'agree' as const, opinion: null }
      const told = await ask(who, calls.decide, { params, body: said }, `${name}-${who.id}`, turn + more)
      expect(told.status).toBe(200)
    }
    // All experts at once, so that the last of them moves the process to the next step.
    await Promise.all(experts.map((who, k) => agree(who, k)))
    await agree(last, 1)
  }
  return started
}
async function murder(): Promise<void> {
  const before = served
  while (served - before < (LANES * EACH * (EXPERTS + 2)) / 4)
    await new Promise((resolve) => setTimeout(resolve, 2))
  await doomed.killAtOnce()
}

test('after kill -9 each process has come to its end once, with one word of everybody', async () => {
  const [lanes] = await Promise.all([Promise.all(Array.from({ length: LANES }, (_, n) => lane(n))), murder()])
  expect(lost, 'the kill interrupted somebody').toBeGreaterThan(0)
  const told = lanes.flat().toSorted((x, y) => x - y)
  const there = await world.sql<Record<'id' | 'agreed' | 'ended' | 'tasks' | 'inbox' | 'open', number>>(
    `select i.id,
      (select count(*)::int from workflow_event e where e.instance_id = i.id and e.kind = 'agreed') as agreed,
      (select count(*)::int from workflow_event e where e.instance_id = i.id and e.kind = 'ended') as ended,
      (select count(*)::int from workflow_task t where t.instance_id = i.id and t.state = 'agreed') as tasks,
      (select count(*)::int from approval_task t where t.business = 'workflow' and t.row_id = i.id
        and t.state = 'approved') as inbox,
      (select count(*)::int from workflow_task t where t.instance_id = i.id and t.state = 'waiting')
        + (select count(*)::int from approval_task t where t.business = 'workflow' and t.row_id = i.id
          and t.state = 'waiting') as open
    from workflow_instance i where i.state = 'done' and i.workflow_id = $1 order by i.id`,
    [workflowId],
  )
  // Every instance was reported to its starter, and every instance that was started has ended.
  expect(there.map((i) => i.id)).toEqual(told)
  const everybody = EXPERTS + 1
  const whole = { agreed: everybody, ended: 1, tasks: everybody, inbox: everybody, open: 0 }
  expect(there.filter(({ id: _, ...i }) => JSON.stringify(i) !== JSON.stringify(whole))).toEqual([])
  expect(await world.sql(`select id from workflow_instance where state = 'running'`)).toEqual([])
})
