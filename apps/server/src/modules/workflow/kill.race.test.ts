import { makeAddress, type Arguments, type Call } from '@portal/contract/kernel/call'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorsOf, drawLine, drawStep, openOffice, valuesOf } from '../../testing/drawn.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Processes are started and decided at two servers, and one of them is killed in the middle, whatever it was at:
// what somebody was told is there, what he was not told he asks again, and nothing has happened twice.

const EXPERTS = 3
const LANES = 4
const EACH = 8

let world: World
let doomed: ServerProcess
/** Addresses: of the one that is killed, and of this process, which lives on. */
let servers: string[]
let starter: Person
let last: Person
let experts: Person[]
let workflowId: number
beforeAll(async () => {
  world = await createWorld({ poolMax: 8 })
  const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
  starter = await world.person('发起人')
  last = await world.person('处长')
  experts = await Promise.all(Array.from({ length: EXPERTS }, (_, i) => world.person(`专家${i}`)))
  const { bound, publish } = await openOffice(world, office)
  const steps = [
    drawStep('t', '会签', actorsOf(...experts), 'portal:mode="all"'),
    drawStep('u', '批准', actorsOf(last)),
  ]
  workflowId = (await publish(drawLine(steps, bound))).id
  doomed = await startServer(world.database.url)
  servers = [doomed.address, await world.app.listen({ port: 0, host: '127.0.0.1' })]
})
afterAll(async () => {
  await doomed.killAtOnce()
  await world.close()
})

let lost = 0
let served = 0
/** Asked at one server, and with the same key at the other where the first one died over it. */
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
      // fetch says so of a broken connection.
      if (!(e instanceof TypeError)) throw e
      lost++
    }
  }
  throw new Error('one of the servers lives')
}
const taskOf = async (who: Person, id: number): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `select id from workflow_task where instance_id = $1 and assignee_id = $2 and state = 'waiting'`,
      [id, who.id],
    )
  )[0]?.id ?? 0

async function lane(n: number): Promise<number[]> {
  const started: number[] = []
  for (let i = 0; i < EACH; i++) {
    const name = `lane-${n}-${i}`
    const turn = n + i
    const body = { version: 1, values: valuesOf(i) }
    const start = await ask(starter, calls.start, { params: { id: workflowId }, body }, `${name}-start`, turn)
    expect(start.status).toBe(200)
    started.push(start.id)
    const agree = async (who: Person, more: number) => {
      const params = { id: await taskOf(who, start.id) }
      const said = { verdict: 'agree' as const, opinion: null }
      const told = await ask(who, calls.decide, { params, body: said }, `${name}-${who.id}`, turn + more)
      expect(told.status).toBe(200)
    }
    // The experts all at once, so that the one who is last of them leads on to the next step.
    await Promise.all(experts.map((who, k) => agree(who, k)))
    await agree(last, 1)
  }
  return started
}
async function murder(): Promise<void> {
  while (served < (LANES * EACH * (EXPERTS + 2)) / 4) await new Promise((resolve) => setTimeout(resolve, 2))
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
    from workflow_instance i where i.state = 'done' order by i.id`,
  )
  // Nobody holds a process that he was not told of, and all that were begun have ended.
  expect(there.map((i) => i.id)).toEqual(told)
  const everybody = EXPERTS + 1
  const whole = { agreed: everybody, ended: 1, tasks: everybody, inbox: everybody, open: 0 }
  expect(there.filter(({ id: _, ...i }) => JSON.stringify(i) !== JSON.stringify(whole))).toEqual([])
  expect(await world.sql(`select id from workflow_instance where state <> 'done'`)).toEqual([])
})
