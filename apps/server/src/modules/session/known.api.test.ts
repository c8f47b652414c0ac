import { sessionCalls } from '@portal/contract/session/session'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { cacheFigures, emptyCaches } from '../../kernel/cache.ts'
import { createPool, run, transaction, type Db, type Pool } from '../../kernel/db.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Every process answers from its cache who a token belongs to, as long as nothing about that person has
// changed.

let world: World
/** Another process, with its own connections. */
let pool: Pool
let there: App
beforeAll(async () => {
  world = await createWorld()
  pool = createPool(world.database.url, 2)
  there = await buildApp({ env: world.app.deps.env, pool })
})
afterAll(async () => {
  await there.close()
  await pool.end()
  await world.close()
})

const ask = (app: App, { token }: Person) =>
  app.inject({ url: sessionCalls.current.path, headers: { authorization: token } })
const figures = (app: App) => cacheFigures(app.deps.live).find(({ name }) => name === 'session')!
/** Asks until an answer comes from the cache. */
async function known(app: App, person: Person): Promise<void> {
  const fromMemory = async () => {
    const { hits } = figures(app)
    expect((await ask(app, person)).statusCode).toBe(200)
    return figures(app).hits - hits
  }
  await expect.poll(fromMemory, { interval: 5, timeout: 15_000 }).toBe(1)
}
const permissionsIn = (answer: Awaited<ReturnType<typeof ask>>) =>
  (answer.json() as { data: { permissions: string[] } }).data.permissions

test('a burst of calls asks the database once whose they are', async () => {
  const somebody = await world.person('某人')
  await known(world.app, somebody)
  // Each pause of the machine for 100 ms is a miss, so the best of several bursts counts.
  const bursts: { misses: number; hits: number }[] = []
  while (bursts.length < 10 && !bursts.some(({ misses }) => misses < 5)) {
    const before = figures(world.app)
    for (let i = 0; i < 20; i++) await ask(world.app, somebody)
    const after = figures(world.app)
    bursts.push({ misses: after.misses - before.misses, hits: after.hits - before.hits })
  }
  expect(Math.min(...bursts.map((b) => b.misses))).toBeLessThan(5)
  expect(Math.max(...bursts.map((b) => b.hits))).toBeGreaterThan(15)
})

test('a token that means nothing is not remembered, so that it may mean something later', async () => {
  const somebody = await world.person('来人')
  await known(world.app, somebody)
  const { entries } = figures(world.app)
  for (let i = 0; i < 3; i++)
    expect((await ask(world.app, { ...somebody, token: 'later' })).statusCode).toBe(401)
  expect(figures(world.app).entries).toBe(entries)
  await world.sql(
    `insert into session (token_hash, user_id, kind, expires_at)
      values (sha256('later'), $1, 'session', now() + interval '1 day')`,
    [somebody.id],
  )
  expect((await ask(world.app, { ...somebody, token: 'later' })).statusCode).toBe(200)
})

test('a session whose time has run out while it was remembered is over', async () => {
  const somebody = await world.person('过客')
  // Until then it has to be remembered, also by a machine that pauses.
  await world.sql(`update session set expires_at = now() + interval '8 seconds' where user_id = $1`, [
    somebody.id,
  ])
  await known(world.app, somebody)
  await expect.poll(async () => (await ask(world.app, somebody)).statusCode).toBe(401)
})

test('what one sees of oneself follows each change in every process', async () => {
  const [somebody, supervisor] = [await world.person('自己'), await world.person('导师')]
  const see = async (app: App) => ((await ask(app, somebody)).json() as { data: object }).data
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (name, code) values ('旧院', 'OLD') returning id`,
  )
  const steps: [string, unknown, object][] = [
    ['phone = $2', '13800000000', { phone: '13800000000' }],
    ['supervisor_id = $2', supervisor.id, { supervisor: { id: supervisor.id, name: '导师' } }],
    ['dept_id = $2', dept?.id, { dept: { id: dept?.id, name: '旧院' } }],
  ]
  for (const app of [world.app, there]) await known(app, somebody)
  for (const [set, value, shown] of steps) {
    await world.sql(`update user_account set ${set} where id = $1 returning id`, [somebody.id, value])
    expect(await see(world.app)).toMatchObject(shown)
    await expect.poll(() => see(there)).toMatchObject(shown)
  }
  await world.sql(`update user_account set name = '新导师' where id = $1 returning id`, [supervisor.id])
  await world.sql(`update dept set name = '新院' where id = $1 returning id`, [dept?.id])
  const renamed = { supervisor: { name: '新导师' }, dept: { name: '新院' } }
  expect(await see(world.app)).toMatchObject(renamed)
  await expect.poll(() => see(there)).toMatchObject(renamed)
})

type Change = [name: string, change: (db: Db, id: number) => Promise<unknown>, status: number]
const changes: Change[] = [
  ['signed out', (db, id) => run(db, 'delete from session where user_id = $1', [id]), 401],
  ['account closed', (db, id) => run(db, 'update user_account set enabled = false where id = $1', [id]), 401],
  [
    'password to be changed',
    (db, id) => run(db, 'update session set must_change_password = true where user_id = $1', [id]),
    // the call still tells who is signed in
    200,
  ],
  ['role taken away', (db, id) => run(db, 'delete from user_role where user_id = $1', [id]), 200],
]

describe.for(changes)('%s', ([, change, status]) => {
  const meet = () => world.person('变动人', { permissions: ['ADMIN'] })
  const isOver = (answer: Awaited<ReturnType<typeof ask>>): boolean => {
    if (answer.statusCode !== 200) return true
    const { data } = answer.json() as { data: { permissions: string[]; mustChangePassword: boolean } }
    return data.mustChangePassword || !data.permissions.includes('ADMIN')
  }

  test('counts in the process that did it with its very next request', async () => {
    for (let i = 0; i < 20; i++) {
      const somebody = await meet()
      await known(world.app, somebody)
      // Other requests run all the time, so that a read that began before the change is always in progress.
      let going = true
      const others = (async () => {
        while (going) await ask(world.app, somebody)
      })()
      await transaction(world.database.pool, (db) => change(db, somebody.id))
      const answer = await ask(world.app, somebody)
      going = false
      await others
      expect([answer.statusCode, isOver(answer)]).toEqual([status, true])
    }
  })

  const cut = () =>
    world.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portal-live' and datname = current_database()`)
  test.for([
    ['hears of it', () => Promise.resolve([])],
    ['is cut off from the news meanwhile', cut],
  ] as const)('counts within a tenth of a second where another process %s', async ([, meanwhile]) => {
    for (let i = 0; i < 5; i++) {
      const somebody = await meet()
      await known(there, somebody)
      const cutting = meanwhile()
      await transaction(world.database.pool, (db) => change(db, somebody.id))
      const changedAt = performance.now()
      let last = changedAt
      while (performance.now() - changedAt < 250) {
        const askedAt = performance.now()
        if (!isOver(await ask(there, somebody))) last = askedAt
        await sleep(1)
      }
      await cutting
      expect(last - changedAt).toBeLessThan(101)
      expect((await ask(there, somebody)).statusCode).toBe(status)
    }
  })
})

test('rights that a role loses are lost the same moment by whoever is remembered', async () => {
  const somebody = await world.person('角色人', { permissions: ['ADMIN'] })
  await known(world.app, somebody)
  await known(there, somebody)
  await transaction(world.database.pool, (db) =>
    run(
      db,
      'delete from role_permission where role_id in (select role_id from user_role where user_id = $1)',
      [somebody.id],
    ),
  )
  await sleep(100)
  for (const app of [world.app, there]) expect(permissionsIn(await ask(app, somebody))).not.toContain('ADMIN')
})

test('only so many are remembered, and 系统缓存 can forget them', async () => {
  const somebody = await world.person('留名')
  await known(world.app, somebody)
  expect(figures(world.app)).toMatchObject({ title: '登录会话' })
  emptyCaches(world.app.deps.live, 'session')
  expect(figures(world.app).entries).toBe(0)
})
