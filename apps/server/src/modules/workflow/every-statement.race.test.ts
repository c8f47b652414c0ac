import { makeAddress, type Arguments, type Call } from '@portal/contract/kernel/call'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../kernel/db.ts'
import { runJob } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { chance } from '../../testing/chance.ts'
import { testDatabase } from '../../testing/database.ts'
import { makeActors, drawLine, drawStep, openOffice, makeValues } from '../../testing/drawn.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import { countStatements, life, parseMoment } from '../../testing/statements.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { workflowJobs } from './workflow.jobs.ts'

// Each action on a process is interrupted at each of its statements, before and after it is sent: by kill -9
// of the server, or by closing its connection, which PostgreSQL cannot tell apart. A client without an answer
// repeats its request at another server. Then everything stored about the process must equal the
// uninterrupted run: nothing is lost, nothing happens twice.
// By default the test cuts the connection at two random moments of each action and kills three servers.
// `EVERY_STATEMENT=1` cuts it at every moment (about 470, a minute); `KILLED=100` kills that many servers,
// each of which takes seconds to start; `SEED=7` chooses other moments.

const every = Boolean(process.env['EVERY_STATEMENT'])
const seed = Number(process.env['SEED'] ?? 1)
const CUT_EACH = 2
const KILLED = Number(process.env['KILLED'] ?? 3)
const isLong = every || KILLED > 3
// Seven seconds alone, and three quarters of a minute beside two suites.
const PATIENCE = isLong ? 7_200_000 : 300_000
/** Number of servers started ahead. */
const AHEAD = isLong ? 3 : 1

let world: World
/** The server in this process whose connections are closed. */
let cut: World
let stopCounting: () => void
let starter: Person
let office: Person
let first: Person
let second: Person
let third: Person
/** Two steps in a row; one step that several people may claim; one with a time limit. */
let drawn: Record<'two' | 'claimed' | 'timed', number>
let desk: Awaited<ReturnType<typeof openOffice>>
/** Servers started in advance, to be killed. */
const spare: Promise<ServerProcess>[] = []
const started: Promise<ServerProcess>[] = []
function takeMortal(): Promise<ServerProcess> {
  while (spare.length < AHEAD) {
    const one = startServer(world.database.url, path.join(import.meta.dirname, '../../testing/mortal.ts'))
    one.catch(() => undefined)
    started.push(one)
    spare.push(one)
  }
  return spare.shift() as Promise<ServerProcess> // there is one by now
}

beforeAll(async () => {
  const database = await testDatabase(8)
  const own = createPool(database.url, 4, 'portal test')
  own.on('error', () => undefined) // connections that are closed while idle
  world = await createWorld({ database })
  cut = await createWorld({ database: { url: database.url, pool: own, drop: () => own.end() } })
  stopCounting = countStatements((client) => {
    // The types of pg do not declare it.
    ;(client as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
  })
  // Ids that no other table uses, because the comparison finds and replaces the id as text.
  await world.sql(`select setval(pg_get_serial_sequence('workflow_instance', 'id'), 1000000)`)
  office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
  const people = ['发起人', '初审人', '复审人', '受托人'].map((name) => world.person(name))
  ;[starter, first, second, third] = (await Promise.all(people)) as [Person, Person, Person, Person]
  desk = await openOffice(world, office)
  const publish = async (...steps: string[]) => (await desk.publish(drawLine(steps, desk.bound))).id
  const copied = `${makeActors(second)}<portal:copy kind="person" value="${third.id}"/>`
  const timed = `${makeActors(first)}<portal:timer hours="1" deed="pass"/>`
  drawn = {
    two: await publish(drawStep('t', '初审', makeActors(first)), drawStep('u', '复审', copied)),
    claimed: await publish(drawStep('t', '初审', makeActors(first, second))),
    timed: await publish(drawStep('t', '初审', timed), drawStep('u', '复审', makeActors(second))),
  }
})
afterAll(async () => {
  stopCounting()
  await Promise.all(started.map(async (one) => (await one.catch(() => undefined))?.killAtOnce()))
  await cut.close()
  await world.close()
})

interface Ask {
  who: Pick<Person, 'token'>
  method: string
  path: string
  body: object
}
const askFor = <C extends Call>(who: Person, call: C, args: Arguments<C>): Ask => ({
  who,
  method: call.method,
  path: makeAddress(call, args),
  body: (args.body as object | undefined) ?? {},
})
/** The job that handles steps whose time limit has passed. */
const DUE: Ask = { who: { token: '' }, method: 'POST', path: '/due', body: {} }
let keys = 0
const nextKey = () => `every-statement-${++keys}`
interface Answer {
  status: number
  /** Id of the instance that was started. */
  id: number
}
const makeHeaders = (ask: Ask, key: string) => ({
  authorization: ask.who.token,
  'content-type': 'application/json',
  'idempotency-key': key,
})
const findAnswer = (status: number, body: { data?: { id?: number } | null }): Answer => ({
  status,
  id: body.data?.id ?? 0,
})
/** Sends the request to a server in this process. */
async function sendTo({ app }: World, ask: Ask, key: string): Promise<Answer> {
  if (ask === DUE) {
    const later = addMinutes(new Date(), 120)
    const run = Promise.all(workflowJobs.map((job) => runJob(app.deps, job, later)))
    return run.then(
      () => ({ status: 200, id: 0 }),
      () => ({ status: 503, id: 0 }),
    )
  }
  const request = { method: ask.method as 'POST', url: ask.path, payload: ask.body }
  const response = await app.inject({ ...request, headers: makeHeaders(ask, key) })
  return findAnswer(response.statusCode, response.json())
}
type Interrupt = (ask: Ask, key: string, moment: string) => Promise<Answer | undefined>
/** Kills the server that handles the request; undefined if the connection broke without an answer. */
const kill: Interrupt = async (ask, key, moment) => {
  const mortal = await takeMortal()
  try {
    const response = await fetch(mortal.address + ask.path, {
      method: ask.method,
      headers: { ...makeHeaders(ask, key), 'x-ends-at': moment },
      body: JSON.stringify(ask.body),
    })
    return findAnswer(response.status, (await response.json()) as object)
  } catch (e) {
    // fetch throws a TypeError for a broken connection.
    if (e instanceof TypeError) return undefined
    throw e
  } finally {
    await mortal.killAtOnce()
  }
}
const cutOff: Interrupt = (ask, key, moment) => life.run(parseMoment(moment), () => sendTo(cut, ask, key))

interface Deed {
  name: string
  /** Creates an instance in the needed state; 0 if the action itself starts one. */
  arrange: () => Promise<number>
  ask: (id: number) => Promise<Ask>
}
const begin = (which: keyof typeof drawn) => () => desk.start(drawn[which], starter)
const startAsk = () =>
  askFor(starter, calls.start, {
    params: { id: drawn.two },
    body: { version: 1, values: makeValues(1) },
  })
const taskAsk =
  <C extends Call>(by: () => Person, call: C, body: () => object) =>
  async (id: number) => {
    const args = { params: { id: (await desk.taskOf(by(), id)).id }, body: body() }
    return askFor(by(), call, args as unknown as Arguments<C>) // checked by the server
  }
const decision = (verdict: 'agree' | 'refuse' | 'return', by = () => first) =>
  taskAsk(by, calls.decide, () => ({ verdict, opinion: '意见' }))
const hand = (how: 'delegate' | 'transfer') =>
  taskAsk(
    () => first,
    calls.handOver,
    () => ({ how, userId: third.id, opinion: null }),
  )
const instanceAsk = <C extends Call>(call: C, body: object) =>
  async function ask(id: number) {
    return askFor(starter, call, { params: { id }, body } as unknown as Arguments<C>)
  }
const deeds: Deed[] = [
  { name: 'start', arrange: async () => 0, ask: async () => startAsk() },
  { name: 'agree', arrange: begin('two'), ask: decision('agree') },
  {
    name: 'agree at the last step',
    async arrange() {
      const id = await begin('two')()
      await desk.agree(first, id)
      return id
    },
    ask: decision('agree', () => second),
  },
  { name: 'refuse', arrange: begin('two'), ask: decision('refuse') },
  { name: 'return', arrange: begin('two'), ask: decision('return') },
  {
    name: 'resubmit',
    async arrange() {
      const id = await begin('two')()
      await desk.decide(first, id, { verdict: 'return', opinion: '请补充' })
      return id
    },
    ask: instanceAsk(calls.resubmit, { values: makeValues(2), opinion: null }),
  },
  { name: 'delegate', arrange: begin('two'), ask: hand('delegate') },
  { name: 'transfer', arrange: begin('two'), ask: hand('transfer') },
  {
    name: 'claim',
    arrange: begin('claimed'),
    ask: taskAsk(
      () => first,
      calls.claim,
      () => ({}),
    ),
  },
  { name: 'withdraw', arrange: begin('two'), ask: instanceAsk(calls.withdraw, { opinion: null }) },
  {
    name: 'time runs out',
    arrange: begin('timed'),
    ask: async () => DUE,
  },
]

/** Everything stored about a process, except its numbers and times. */
async function lookAt(id: number): Promise<string> {
  const rows = async (from: string, but: readonly string[] = []) =>
    (
      await world.sql<{ row: unknown }>(
        `select to_jsonb(r) - $2::text[] as row from ${from}
          order by (to_jsonb(r) ->> 'id')::int8, (to_jsonb(r) - $2::text[])::text`,
        [id, ['id', 'minutes', 'created_at', ...but]],
      )
    ).map((r) => JSON.stringify(r.row))
  const of = 'r where r.instance_id = $1'
  const [log] = await world.sql<{ n: number }>(
    `select count(*)::int as n from operation_log where target = $1 and result = 'ok'`,
    [`workflow_instance ${id}`],
  )
  return JSON.stringify([
    await rows('workflow_instance r where r.id = $1', ['started_at', 'ended_at', 'urged_at']),
    await rows(`workflow_event ${of}`, ['happened_at']),
    await rows(`workflow_step ${of}`, ['entered_at', 'left_at', 'due_at']),
    await rows(`workflow_task ${of}`, ['opened_at', 'decided_at']),
    await rows(`workflow_copy ${of}`, ['copied_at']),
    await rows(`approval_task r where r.business = 'workflow' and r.row_id = $1`, ['acted_at', 'acted_no']),
    await rows(`(select kind, payload from outbox where payload::text ~ ('\\m' || $1::int8 || '\\M')) r`),
    log,
  ]).replaceAll(String(id), '#')
}

const newest = async (): Promise<number> =>
  (await world.sql<{ id: number }>('select max(id) as id from workflow_instance'))[0]?.id ?? 0
let unanswered = 0
/** Interrupts this action, repeats it at another server, and returns what is stored then. */
async function interruptAt(deed: Deed, moment: string, interrupt: Interrupt): Promise<string> {
  const before = await deed.arrange()
  const earlier = await newest()
  const ask = await deed.ask(before)
  const key = nextKey()
  const unheard = await interrupt(ask, key, moment)
  const told = `${deed.name}, ${moment}`
  // An interruption after the commit, while browsers are notified, still leaves an answer.
  if (unheard?.status !== 200) unanswered++
  const again = await sendTo(world, ask, key)
  // A refusal for being too late is fine as well: the action had already happened.
  expect([200, 403, 409], told).toContain(again.status)
  if (before) return lookAt(before)
  const [{ n = 0 } = {}] = await world.sql<{ n: number }>(
    'select count(*)::int as n from workflow_instance where id > $1',
    [earlier],
  )
  expect([again.status, n], `${told}: one is started`).toEqual([200, 1])
  return lookAt(again.id)
}

test(
  'interrupted at each statement of each deed: nothing lost, nothing twice',
  async () => {
    const { below } = chance(seed)
    const wrong: string[] = []
    const counts: string[] = []
    let interrupted = 0
    const killed = Array.from({ length: KILLED }, () => below(deeds.length))
    for (const [n, deed] of deeds.entries()) {
      const before = await deed.arrange()
      const ask = await deed.ask(before)
      const mine = parseMoment('')
      const answer = await life.run(mine, () => sendTo(cut, ask, nextKey()))
      expect(answer.status, deed.name).toBe(200)
      // Timers that the deed has started go on and send statements that count as its own.
      const { statements } = mine
      const whole = await lookAt(before || answer.id)
      expect(statements, deed.name).toBeGreaterThan(5)
      counts.push(`${deed.name} ${statements}`)
      const moments = Array.from({ length: statements }, (_, i) => i + 1).flatMap((i) => [
        `${i} unsent`,
        `${i} sent`,
      ])
      const some = (count: number) =>
        Array.from({ length: count }, () => moments[below(moments.length)] ?? '')
      const points: [string, Interrupt][] = [
        ...(every ? moments : some(CUT_EACH)).map((m): [string, Interrupt] => [m, cutOff]),
        ...some(killed.filter((k) => k === n).length).map((m): [string, Interrupt] => [m, kill]),
      ]
      for (const [moment, interrupt] of points) {
        const known = await interruptAt(deed, moment, interrupt)
        interrupted++
        if (known !== whole)
          wrong.push(`${deed.name}, ${moment}, SEED=${seed}: ${known}\ninstead of ${whole}`)
      }
      if (isLong)
        process.stderr.write(`${interrupted} interrupted, ${unanswered} unanswered: ${counts.join(', ')}\n`)
    }
    expect(wrong).toEqual([])
    // Of a few moments chance may choose several after the commit; of all, most are before it.
    const share = unanswered / interrupted
    expect(share, 'some, or most, were left without an answer').toBeGreaterThan(every ? 0.7 : 0)

    // Every instance that still runs can be finished, exactly once.
    const running = await world.sql<{ id: number }>(
      `select id from workflow_instance where state = 'running'`,
    )
    for (const { id } of running) {
      for (let state = 'running'; state === 'running'; state = (await desk.see(office, id)).state) {
        const { tasks } = await desk.see(office, id)
        const asked = tasks.find((t) => t.state === 'waiting')?.assignee.id
        if (asked === starter.id)
          await world.ok(starter, calls.withdraw, { params: { id }, body: { opinion: null } })
        else await desk.agree([first, second, third].find((p) => p.id === asked) ?? first, id)
      }
    }
    const ends = await world.sql(
      `select i.id, i.state, (select count(*)::int from workflow_event e where e.instance_id = i.id
        and e.kind = 'ended') as ended from workflow_instance i
      where i.state = 'running' or 1 <> (select count(*) from workflow_event e where e.instance_id = i.id
        and e.kind = 'ended')
        or exists (select from workflow_task t where t.instance_id = i.id and t.state = 'waiting')`,
    )
    expect(ends).toEqual([])
  },
  PATIENCE,
)
