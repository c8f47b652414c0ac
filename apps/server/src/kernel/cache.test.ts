import { deptCalls } from '@portal/contract/dept/dept'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { rightsCalls } from '@portal/contract/people/rights'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp, type App } from '../app.ts'
import { hearNews } from '../testing/news.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import {
  makeAsker,
  countBytes,
  cacheFigures,
  clearEverywhere,
  defineCache,
  emptyCaches,
  type Asker,
} from './cache.ts'
import { run, transaction, type Db } from './db.ts'

let world: World
let there: App
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  there = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  await world.sql(`insert into dictionary (name) values ('cache_test')`)
})
afterAll(async () => {
  await there.close()
  await world.close()
})

const words = defineCache<string[]>({
  name: 'test-words',
  title: '测试',
  tables: ['dictionary_item'],
  seconds: 60,
  max: 3,
})
const read = async (db: Db) =>
  (
    await run<{ label: string }>(
      db,
      `select label from dictionary_item i join dictionary d on d.id = i.dictionary_id where d.name = 'cache_test' order by label`,
      [],
    )
  ).map((r) => r.label)
const here = (): Asker => makeAsker(world.app.deps)
const elsewhere = (): Asker => makeAsker(there.deps)
const add = (db: Db, label: string) =>
  run(
    db,
    `insert into dictionary_item (dictionary_id, label, value) select id, $1, $1 from dictionary where name = 'cache_test'`,
    [label],
  )
const figures = (asker: Asker) => cacheFigures(asker.deps.live).find((c) => c.name === 'test-words')!
/** A promise that the test resolves. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}
beforeEach(async () => {
  await world.sql('delete from dictionary_item')
  await hearNews(world, there)
  for (const { deps } of [here(), elsewhere()]) emptyCaches(deps.live)
})

test('what was read once is known, and who asks while it is read waits for the same reading', async () => {
  let readings = 0
  const slow = async (db: Db) => {
    readings++
    return read(db)
  }
  await Promise.all([
    words.get(here(), 'a', slow),
    words.get(here(), 'a', slow),
    words.get(here(), 'a', slow),
  ])
  await words.get(here(), 'a', slow)
  expect(readings).toBe(1)
  await words.get(here(), 'b', slow)
  expect(readings).toBe(2)
})

test('only so much is kept: what was not asked for the longest goes first', async () => {
  for (const key of ['a', 'b', 'c', 'a', 'd']) await words.get(here(), key, read)
  const before = figures(here())
  expect(before.entries).toBe(3)
  expect(countBytes(here().deps.live, 'test-words')).toBeGreaterThan(0)
  await words.get(here(), 'a', read)
  expect(figures(here())).toMatchObject({ hits: before.hits + 1, misses: before.misses })
  await words.get(here(), 'b', read)
  expect(figures(here())).toMatchObject({ misses: before.misses + 1 })
})

test('a committed change is heard of in every process, by whatever path it came', async () => {
  for (const asker of [here(), elsewhere()]) expect(await words.get(asker, '', read)).toEqual([])
  await add(world.db, '甲')
  for (const asker of [here(), elsewhere()])
    await expect.poll(() => words.get(asker, '', read)).toEqual(['甲'])
})

test('what is costly and changes all the time is made anew now and then, not with each change, and never stays old', async () => {
  const costly = defineCache<number>({
    name: 'test-costly',
    title: '测试',
    tables: [],
    slowly: { tables: ['dictionary_item'], seconds: 0.4 },
    seconds: 60,
  })
  let made = 0
  const get = (asker: Asker) => costly.get(asker, '', async (db) => (made++, (await read(db)).length))
  await get(elsewhere())
  const until = Date.now() + 1000
  let rows = 0
  for (; Date.now() < until; rows++) {
    await add(world.db, `费${rows}`)
    await get(elsewhere())
  }
  expect(made).toBeLessThanOrEqual(5)
  await expect.poll(() => get(elsewhere())).toBe(rows)
  const last = made
  await new Promise((resolve) => setTimeout(resolve, 500))
  await get(elsewhere())
  expect(made).toBeLessThanOrEqual(last + 1)
})

test('a clock that is set back or forward keeps nothing longer and forgets nothing sooner', async () => {
  const brief = defineCache<number>({ name: 'test-brief', title: '测试', tables: [], seconds: 1 })
  let made = 0
  const get = () => brief.get(here(), '', () => Promise.resolve(++made))
  const setClock = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000)
  // Time passes only here: on a busy machine the second could be over before the value is asked for again.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    expect(await get()).toBe(1)
    setClock(1)
    vi.advanceTimersByTime(900)
    expect(await get()).toBe(1)
    setClock(-2)
    expect(await get()).toBe(1)
    vi.advanceTimersByTime(200)
    expect(await get()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

describe('races', () => {
  test('a write that commits while a read is on its way leaves nothing old behind', async () => {
    const both = [here(), elsewhere()]
    for (const asker of both) {
      const label = asker.deps.live === there.deps.live ? '丙' : '乙'
      const { open, opened } = gate()
      const { open: hasRead, opened: oldIsRead } = gate()
      const reading = words.get(asker, '', async (db) => {
        const old = await read(db)
        hasRead()
        await opened
        return old
      })
      await oldIsRead
      const before = both.map((each) => figures(each).emptied)
      await add(world.db, label)
      // Waits until both have heard of the change, so that it does not disturb the other one's turn. Each
      // hears twice: at once on the connections of their common pool, and then by notification.
      const after = before.map((n) => n + 2)
      await expect.poll(() => both.map((each) => figures(each).emptied)).toEqual(after)
      // A caller that asks now does not wait for the old load.
      expect(await words.get(asker, '', read)).toContain(label)
      open()
      expect(await reading).not.toContain(label)
      expect(await words.get(asker, '', async () => ['read again'])).toContain(label)
    }
  })

  test('what is read inside a transaction that is then rolled back is nobody else’s', async () => {
    await expect(
      transaction(world.database.pool, async (db) => {
        await add(db, '从未提交')
        expect(await words.get({ deps: world.app.deps, db }, '', read)).toEqual(['从未提交'])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await words.get(here(), '', read)).toEqual([])
  })

  test('readers and writers at once, in two processes: when all is quiet everybody knows the last state', async () => {
    const write = async (n: number) => {
      for (let i = 0; i < 15; i++) await add(world.db, `${n}-${i}`)
    }
    const ask = async (asker: Asker) => {
      for (let i = 0; i < 200; i++) await words.get(asker, '', read)
    }
    await Promise.all([write(1), write(2), ask(here()), ask(elsewhere()), ask(here())])
    for (const asker of [here(), elsewhere()])
      await expect.poll(async () => (await words.get(asker, '', read)).length).toBe(30)
  })
})

test('emptied by hand, it is empty everywhere', async () => {
  for (const asker of [here(), elsewhere()]) await words.get(asker, '', read)
  clearEverywhere(world.app.deps.live, 'test-words')
  expect(figures(here()).entries).toBe(0)
  await expect.poll(() => figures(elsewhere()).entries).toBe(0)
})

test('a reading that failed is not kept', async () => {
  await expect(words.get(here(), 'x', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await words.get(here(), 'x', async () => ['there'])).toEqual(['there'])
})

describe('a call whose answer is shared', () => {
  const get = (headers: Record<string, string> = {}) =>
    world.app.inject({
      url: '/api/code/list?type=cache_test',
      headers: { authorization: admin.token, ...headers },
    })

  test('has a validator, and shows what a call has changed the moment that call has answered', async () => {
    const first = await get()
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^W\//),
    })
    const etag = first.headers.etag!
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    const [dictionary] = await world.sql<{ id: number }>(
      `select id from dictionary where name = 'cache_test'`,
    )
    for (const label of ['一', '二', '三', '四']) {
      await world.ok(admin, dictionaryCalls.createItem, {
        body: { dictId: dictionary!.id, label, value: label, sort: 1, enabled: true },
      })
      const now = await get({ 'if-none-match': etag })
      expect(now.statusCode).toBe(200)
      expect(now.body).toContain(label)
    }
  })

  test('is nobody’s who is not signed in, where it is not public, and the same for all who are', async () => {
    const tree = (headers: Record<string, string> = {}) =>
      world.app.inject({ url: deptCalls.tree.path, headers })
    const { headers, statusCode } = await tree({ authorization: admin.token })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const again = { 'if-none-match': headers.etag! }
    const other = await world.person('另一人')
    expect((await tree({ ...again, authorization: other.token })).statusCode).toBe(304)
    for (const authorization of ['', 'nobodys'])
      expect((await tree({ ...again, authorization })).statusCode).toBe(401)
    const { id } = await world.ok(admin, deptCalls.create, { body: { code: 'NEW', name: '新单位' } })
    expect((await tree({ ...again, authorization: other.token })).body).toContain('新单位')
    await world.ok(admin, deptCalls.remove, { params: { id } })
  })

  test('among those with the same rights: whose rights change, sees what they open', async () => {
    const menu = async (person: Person) => (await world.ok(person, rightsCalls.myMenu)).map((m) => m.path)
    const [one, two] = [
      await world.person('甲', { permissions: ['OPEN_SHARE_PAGE', 'FINANCIAL_VIEW'] }),
      await world.person('乙', { permissions: [] }),
    ]
    expect(await menu(one)).toContain('/open-sharing')
    expect(await menu(two)).not.toContain('/open-sharing')
    const [role] = await world.sql<{ roleId: number }>(
      'select role_id as "roleId" from user_role where user_id = $1',
      [one.id],
    )
    await world.sql('insert into user_role (user_id, role_id) values ($1, $2)', [two.id, role!.roleId])
    expect(await menu(two)).toContain('/open-sharing')
    await world.ok(admin, rightsCalls.setPermissions, { body: { id: role!.roleId, permissionIds: [] } })
    expect([await menu(one), await menu(two)].flat()).not.toContain('/open-sharing')
  })

  test('is counted in /metrics', async () => {
    await get()
    await get()
    const { body } = await world.app.inject('/metrics')
    expect(body).toMatch(/cache_requests_total\{cache="GET \/api\/code\/list",result="hit"\} [1-9]/)
    expect(body).toMatch(/cache_entries\{cache="role-rights"\} \d/)
  })
})
