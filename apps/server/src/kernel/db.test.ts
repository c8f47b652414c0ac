import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { poolDb, run, transaction, type Db } from './db.ts'
import { together } from './together.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = poolDb(database.pool)
  await run(db, 'create table note (id int primary key, text text not null)', [])
})
beforeEach(() => run(db, 'truncate note', []))
afterAll(() => database.drop())

const add = (on: Db, id: number, text: string | null = '') =>
  run(on, 'insert into note (id, text) values ($1, $2)', [id, text])
const ids = async (on = db) =>
  (await run<{ id: number }>(on, 'select id from note order by id', [])).map((r) => r.id)

test('all or nothing, and what was swallowed comes out', async () => {
  await transaction(database.pool, (t) => add(t, 1))
  await expect(
    transaction(database.pool, async (t) => {
      await add(t, 2)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect(
    transaction(database.pool, async (t) => {
      await add(t, 3)
      await add(t, 4, null).catch(() => {})
    }),
  ).rejects.toThrow('swallowed')
  expect(await ids()).toEqual([1])
})

test('the last statements travel with the commit and stand or fall with it', async () => {
  await transaction(database.pool, async (t, last) => {
    await add(t, 1)
    last(add(t, 2))
    last(add(t, 3))
  })
  expect(await ids()).toEqual([1, 2, 3])
  const lost = transaction(database.pool, async (t, last) => {
    await add(t, 4)
    last(add(t, 5, null))
  })
  await expect(lost).rejects.toMatchObject({ code: '23502' })
  expect(await ids()).toEqual([1, 2, 3])
})

test('what is undone leaves with the last question; nothing but a refusal may follow', async () => {
  const refused = transaction(database.pool, async (t, _last, _attempt, undo) => {
    await add(t, 1)
    const asking = ids(t)
    undo()
    await expect(add(t, 2)).rejects.toThrow('after the end of its transaction')
    throw new Error(`seen ${(await asking).join()}`)
  })
  await expect(refused).rejects.toThrow('seen 1')
  expect(await ids()).toEqual([])
  const accepted = transaction(database.pool, async (t, _last, _attempt, undo) => {
    await add(t, 1)
    undo()
  })
  await expect(accepted).rejects.toThrow('was to refuse')
  expect(await ids()).toEqual([])
})

test('statements sent at once run in their order, on the one connection', async () => {
  const found = await transaction(database.pool, async (t) =>
    together([
      add(t, 1),
      run<{ count: number }>(t, 'select count(*) as count from note', []),
      add(t, 2),
      run<{ count: number }>(t, 'select count(*) as count from note', []),
    ]),
  )
  expect([found[1][0]?.count, found[3][0]?.count]).toEqual([1, 2])
  // The first of several errors is thrown, and nothing runs after the rollback.
  const failed = transaction(database.pool, (t) => together([add(t, 3, null), add(t, 4), add(t, 4)]))
  await expect(failed).rejects.toMatchObject({ code: '23502' })
  expect(await ids()).toEqual([1, 2])
})

test('a deadlock is tried again', async () => {
  await run(db, `insert into note values (1, ''), (2, '')`, [])
  let waiting = 0
  let go = () => {}
  const both = new Promise<void>((resolve) => (go = resolve))
  const change = (first: number, second: number) =>
    transaction(database.pool, async (t) => {
      await run(t, `update note set text = text || 'x' where id = $1`, [first])
      if (++waiting === 2) go()
      await both
      await run(t, `update note set text = text || 'x' where id = $1`, [second])
    })
  await Promise.all([change(1, 2), change(2, 1)])
  expect((await run<{ text: string }>(db, 'select text from note', [])).map((r) => r.text)).toEqual([
    'xx',
    'xx',
  ])
})

test('many that are tried again do not wait for each other’s connections', async () => {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 3 * (database.pool.options.max ?? 10) }, (_, id) =>
      transaction(database.pool, async (t, _last, attempt) => {
        await add(t, id)
        if (attempt < 2) throw Object.assign(new Error('once more'), { code: '40001' })
      }),
    ),
  )
  // A request that waits for a connection is refused after 15 s.
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await ids()).toHaveLength(3 * (database.pool.options.max ?? 10))
})

test('what fails at its commit is tried again as well, and its connection goes on', async () => {
  await run(
    db,
    `create function refuse_first() returns trigger language plpgsql as $$
      begin
        if new.text = '0' then raise exception 'once more' using errcode = '40001'; end if;
        return null;
      end $$`,
    [],
  )
  await run(
    db,
    `create constraint trigger refused_first after insert on note deferrable initially deferred for each row
      execute function refuse_first()`,
    [],
  )
  const used = new Set<number>()
  await transaction(database.pool, async (t, _last, attempt) => {
    const [backend] = await run<{ pid: number }>(t, 'select pg_backend_pid() as pid', [])
    used.add(backend?.pid ?? 0)
    await add(t, 1, String(attempt))
  })
  expect(await ids()).toEqual([1])
  const alive = await run(db, 'select from pg_stat_activity where pid = any($1)', [[...used]])
  expect(alive).toHaveLength(used.size)
  await run(db, 'drop trigger refused_first on note', [])
})
