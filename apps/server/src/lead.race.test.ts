import { sessionCalls } from '@portal/contract/session/session'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startServer, type ServerProcess } from './testing/server.ts'
import { createWorld, type Person, type World } from './testing/world.ts'

// Several worker processes under one leader, with a load that does not pause.

let world: World
let person: Person
let server: ServerProcess
beforeAll(async () => {
  world = await createWorld()
  person = await world.person('何人')
  server = await startServer(world.database.url, undefined, { WORKERS: '2' })
}, 300_000)
afterAll(async () => {
  await server?.stop()
  await world?.close()
})

interface Answer {
  status: number
  /** The process that answered: the first digits of its request ids. */
  process: string
  body: string
}
/** An agent that keeps its connection, as browsers and proxies do. */
const kept = (): http.Agent => new http.Agent({ keepAlive: true, maxSockets: 1 })
/** A time limit, because a connection that is handed to a process while it is killed never gets an answer. */
const PATIENCE_MS = 10_000
/** Without an agent a new connection is used: Node's common agent would keep to one process. */
function ask(path: string, agent: http.Agent | false = false, token = person.token): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(server.address + path, { agent, headers: { authorization: token } }, (reply) => {
      let body = ''
      reply.setEncoding('utf8').on('data', (part: string) => (body += part))
      reply.on('error', reject).on('end', () => {
        const process = String(reply.headers['x-request-id']).slice(0, 10)
        resolve({ status: reply.statusCode ?? 0, process, body })
      })
    })
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error(`no answer for ${PATIENCE_MS} ms`)))
    request.on('error', reject)
  })
}
const CURRENT = sessionCalls.current.path
/** The processes that answer new connections. */
async function listProcesses(): Promise<Set<string>> {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('/healthz')))
  return new Set(answers.map((a) => a.process))
}
const showOnFailure = () => onTestFailed(() => void process.stderr.write(server.heard()))
/**
 * Six clients that ask again and again until they are stopped; their faults are returned. They pause between
 * requests, or the processes that start beside other tests would be too slow.
 */
function beginLoad() {
  const faults: unknown[] = []
  const by = new Map<string, number>()
  let isOver = false
  const clients = Array.from({ length: 6 }, async () => {
    const agent = kept()
    while (!isOver) {
      try {
        const { status, process } = await ask(CURRENT, agent)
        if (status !== 200) faults.push(status)
        by.set(process, (by.get(process) ?? 0) + 1)
        // A connection is idle now and then, as a browser's is: the server must not cut
        // it while it is used again.
        await sleep(Math.random() * 60)
      } catch (e) {
        faults.push(e)
      }
    }
    agent.destroy()
  })
  return {
    by,
    async end() {
      isOver = true
      await Promise.all(clients)
      return faults
    },
  }
}

test('two processes answer, and the figures are of both', async () => {
  const [one, two, ...others] = await listProcesses()
  expect([one, two].every(Boolean)).toBe(true)
  expect(others).toEqual([])
  const { body } = await ask('/metrics')
  expect(body).toMatch(/^db_up 1$/m)
  // One process has half of these, so both are counted.
  expect(Number(/^db_pool_connections\{state="max"\} (\d+)$/m.exec(body)?.[1])).toBe(16)
})

test('who signs out at one is signed out at the other', async () => {
  const { token } = await world.person('要走的人')
  const agents = Array.from({ length: 6 }, kept)
  const askAll = () => Promise.all(agents.map((agent) => ask(CURRENT, agent, token)))
  const before = await askAll()
  expect(new Set(before.map((a) => a.process)).size).toBe(2)
  expect(before.map((a) => a.status)).toEqual(agents.map(() => 200))
  const out = await fetch(server.address + sessionCalls.signOut.path, {
    method: sessionCalls.signOut.method,
    headers: { authorization: token },
  })
  expect(out.status).toBe(200)
  await sleep(100)
  expect((await askAll()).map((a) => a.status)).toEqual(agents.map(() => 401))
  for (const agent of agents) agent.destroy()
})

test('Ctrl-C, which a terminal sends to all of them, is for the leader to carry out', async () => {
  const before = await listProcesses()
  for (const pid of server.listChildren()) process.kill(pid, 'SIGINT')
  await sleep(1000)
  expect(await listProcesses()).toEqual(before)
  expect(server.heard()).not.toContain('A worker ended by itself')
})

test('SIGHUP renews both, and no request is dropped', async () => {
  showOnFailure()
  const before = await listProcesses()
  const load = beginLoad()
  await expect.poll(() => load.by.size).toBe(2)
  // The first start made it. As nobody can administrate now, the first renewed process makes another.
  await world.sql(`update user_account set enabled = false where username = 'admin'`)
  process.kill(server.pid, 'SIGHUP')
  await expect
    .poll(async () => [...(await listProcesses())].filter((one) => before.has(one)), { timeout: 150_000 })
    .toEqual([])
  await expect.poll(async () => (await listProcesses()).size, { timeout: 150_000 }).toBe(2)
  expect(await load.end()).toEqual([])
  expect(server.heard(), 'its password is shown').toMatch(/：admin2，密码 [a-z2-9]{4}(-[a-z2-9]{4}){2}\n/)
}, 400_000)

test('one that is killed is replaced; the other goes on meanwhile', async () => {
  showOnFailure()
  // The renewed workers take some seconds to end.
  await expect.poll(() => server.listChildren().length, { timeout: 150_000 }).toBe(2)
  const before = await listProcesses()
  expect(before.size).toBe(2)
  process.kill(server.listChildren()[0] ?? 0, 'SIGKILL')
  // Clients of the killed worker lose their connections, and so do those handed to it before its end is
  // noticed. After that every client is answered, long before the replacement is there.
  await expect.poll(() => server.heard()).toContain('A worker ended by itself (SIGKILL)')
  const eight = await Promise.all(Array.from({ length: 8 }, () => ask(CURRENT)))
  expect(eight.map((a) => a.status)).toEqual(Array.from({ length: 8 }, () => 200))
  // The replacement has no figures until it is ready; those of the other are shown meanwhile.
  const figures: string[] = []
  for (const end = performance.now() + 150_000; performance.now() < end; await sleep(100)) {
    figures.push((await ask('/metrics')).body)
    if ((await listProcesses()).size === 2) break
  }
  expect(figures.filter((text) => !/^db_up 1$/m.test(text))).toEqual([])
  expect((await listProcesses()).size).toBe(2)
  const after = await listProcesses()
  expect([...after].filter((one) => before.has(one)).length).toBe(1)
  // By the one that is left, or by its replacement if a busy machine was so long about it.
  expect([...new Set(eight.map((a) => a.process))].filter((one) => !after.has(one))).toEqual([])
}, 300_000)
