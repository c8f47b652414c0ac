import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countTrips } from '../testing/statements.ts'
import { createWorld, type World } from '../testing/world.ts'
import { attempt } from './attempt.store.ts'
import type { Ctx } from './ctx.ts'
import { run } from './db.ts'
import { together } from './together.ts'

// A write that nobody waits for leaves with what comes after it, and still counts: whatever fails, fails at
// the place where a call that waits would have noticed it.

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.sql('create table note (id int primary key, text text not null)')
})
beforeEach(() => world.sql('truncate note'))
afterAll(() => world.close())

const INSERT = 'insert into note (id, text) values ($1, $2) returning id'
const leave = (ctx: Ctx, id: number, text: string | null = '') => ctx.leave(INSERT, [id, text])
const add = (ctx: Ctx, id: number) => run(ctx.db, INSERT, [id, ''])
const listIds = async () =>
  (await world.sql<{ id: number }>('select id from note order by id')).map(({ id }) => id)

test('it travels with the commit, one trip for all of them', async () => {
  const heard: number[] = []
  const { trips } = await countTrips(() =>
    world.asSystem(async (ctx) => {
      await ctx.leave<{ id: number }>(INSERT, [1, ''], (rows) => heard.push(...rows.map(({ id }) => id)))
      await leave(ctx, 2)
      ctx.afterCommit(() => heard.push(0))
    }),
  )
  expect([trips, heard, await listIds()]).toEqual([1, [1, 0], [1, 2]])
})

test('if it fails, the call is tried again and waits, and the caller can explain it', async () => {
  const tries: boolean[] = []
  const explained = world.asSystem(async (ctx) => {
    tries.push(ctx.leaves)
    await add(ctx, 1)
    await leave(ctx, 2, null).catch(() => {
      throw new Error('without a text')
    })
    await add(ctx, 3)
  })
  await expect(explained).rejects.toThrow('without a text')
  expect([tries, await listIds()]).toEqual([[true, false], []])
})

test('if it fails and the call goes on for good, its own error comes out, not that of a later one', async () => {
  const failing = (after: (ctx: Ctx) => Promise<unknown>) =>
    world.asSystem(async (ctx) => {
      await together([leave(ctx, 1, null), leave(ctx, 2)])
      await after(ctx)
    })
  await expect(failing((ctx) => add(ctx, 3))).rejects.toMatchObject({ code: '23502' })
  await expect(failing(async () => undefined)).rejects.toMatchObject({ code: '23502' })
  await expect(failing((ctx) => add(ctx, 3).catch(() => undefined))).rejects.toMatchObject({ code: '23502' })
  expect(await listIds()).toEqual([])
})

test('a race that the second try has lost is told by it', async () => {
  const MOVE = `with moved as (update note set text = 'b' where id = 1 and text = 'a' returning id)
    select must_be_written((select id from moved))`
  await world.sql(`insert into note values (1, 'b')`)
  const said = await world.asSystem(async (ctx) => {
    if (!ctx.leaves) return 'somebody was first'
    await ctx.leave(MOVE, [])
    await leave(ctx, 2)
    return 'moved'
  })
  expect([said, await listIds()]).toEqual(['somebody was first', [1]])
})

test('behind a savepoint it is waited for, and fails there', async () => {
  const said = await world.asSystem(async (ctx) => {
    await leave(ctx, 1)
    const failed = await attempt(ctx, async () => {
      expect(ctx.leaves).toBe(false)
      await leave(ctx, 2)
      await leave(ctx, 3, null)
    }).catch((e: unknown) => e)
    await leave(ctx, 4)
    return failed
  })
  expect(said).toMatchObject({ code: '23502' })
  expect(await listIds()).toEqual([1, 4])
})

test('a refusal takes it back', async () => {
  const refused = world.asSystem(async (ctx) => {
    await leave(ctx, 1)
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await listIds()).toEqual([])
})
