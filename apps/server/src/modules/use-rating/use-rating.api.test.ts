import { useRatingCalls, type Score } from '@portal/contract/use-rating/use-rating'
import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'
import { readRatings, sumRatings } from './use-rating.service.ts'

// A rating of a finished use by its user: it can be changed for 30 days, keepers of the instrument read it,
// and reports sum it up.

const { world, s } = await sceneWorld()
const rate = (by: Person, bookingId: number, score: Score, words: string | null = null) =>
  world.send(by, useRatingCalls.rate, { params: { bookingId }, body: { score, words } })
const get = (by: Person, bookingId: number) => world.send(by, useRatingCalls.get, { params: { bookingId } })

test('its user rates a finished use, once, and may think better of it', async () => {
  const id = await s.finished()
  expect((await get(s.booker, id)).data).toMatchObject({ rating: null, mayRate: true })
  expect((await rate(s.booker, id, 2, '束流不稳')).data).toMatchObject({
    rating: { score: 2, words: '束流不稳', user: { id: s.booker.id } },
    mayRate: true,
  })
  expect((await rate(s.booker, id, 4)).data).toMatchObject({ rating: { score: 4, words: null } })
  expect(await world.sql('select from use_rating where booking_id = $1', [id])).toHaveLength(1)
  // The experimenter finds the booker's rating already given.
  await world.sql('update booking set experimenter_id = $2 where id = $1', [id, s.outsider.id])
  expect(await rate(s.outsider, id, 1)).toMatchObject({ status: 409, code: 'RATING_GIVEN' })
  expect((await get(s.outsider, id)).data).toMatchObject({ rating: { score: 4 }, mayRate: false })
})

test('after 30 days it stands, on every path', async () => {
  const id = await s.finished()
  await world.sql(
    `insert into use_rating (booking_id, user_id, score, rated_at, changed_at)
      values ($1, $2, 3, now() - interval '31 days', now() - interval '31 days')`,
    [id, s.booker.id],
  )
  expect(await rate(s.booker, id, 5)).toMatchObject({ status: 409, code: 'RATING_OVER' })
  await expect(
    world.sql('update use_rating set score = 5, changed_at = now() where booking_id = $1', [id]),
  ).rejects.toThrow('use_rating_changeable')
  await expect(
    world.sql('update use_rating set user_id = $2 where booking_id = $1', [id, s.payer.id]),
  ).rejects.toThrow('use_rating_kept')
  // The database keeps the instrument equal to the booking's.
  await expect(
    world.sql('update use_rating set device_id = (select max(id) + 1 from device) where booking_id = $1', [
      id,
    ]),
  ).rejects.toThrow('use_rating_kept')
})

test('nobody else rates, and nobody what was not used', async () => {
  const id = await s.finished()
  expect((await rate(s.outsider, id, 1)).status).toBe(403)
  expect(await rate(s.reviewer, id, 5)).toMatchObject({ status: 403, code: 'RATING_NOT_USER' })
  expect((await get(s.outsider, id)).status).toBe(403)
  expect((await get(s.outsider, 999_999)).status).toBe(403)
  const coming = await s.coming()
  expect(await rate(s.booker, coming, 5)).toMatchObject({ status: 409, code: 'RATING_NOT_USED' })
  await expect(
    world.sql(
      `insert into use_rating (booking_id, user_id, score, rated_at, changed_at) values ($1, $2, 3, now(), now())`,
      [coming, s.booker.id],
    ),
  ).rejects.toThrow('use_rating_of_user')
  expect((await rate(s.booker, id, 6 as Score)).status).toBe(400)
})

test('those who keep the instrument read the words; reports read the sum', async () => {
  const id = await s.finished()
  await rate(s.booker, id, 5, '服务周到')
  const { items, total } = await world.ok(s.reviewer, useRatingCalls.list, {
    query: { deviceId: s.deviceId, score: 5 },
  })
  expect([total, items[0]]).toMatchObject([1, { id, words: '服务周到', user: { name: '预约人' } }])
  expect((await world.send(s.booker, useRatingCalls.list, { query: { deviceId: s.deviceId } })).status).toBe(
    403,
  )
  await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
  const [sum] = await world.asSystem(({ db }) => sumRatings(db, [s.deviceId], '2000-01-01', '2099-12-31'))
  const [said] = await world.sql<{ n: number; total: number }>(
    'select count(*)::int as n, sum(score)::int as total from use_rating',
  )
  expect(sum).toMatchObject({ deviceId: s.deviceId, count: said?.n, total: said?.total })
  expect(await world.asSystem(({ db }) => readRatings(db, [id]))).toEqual([{ bookingId: id, score: 5 }])
})

test('a mean is shown once three have said so, and to everybody', async () => {
  const read = async () =>
    (await world.ok(s.outsider, useRatingCalls.averages, { query: { deviceIds: String(s.deviceId) } }))[0]
  await world.sql('delete from use_rating')
  expect(await read()).toBeUndefined()
  for (const score of [5, 4] as const) await rate(s.booker, await s.finished(), score)
  expect(await read()).toEqual({ deviceId: s.deviceId, count: 2, mean: null })
  await rate(s.booker, await s.finished(), 4)
  expect(await read()).toEqual({ deviceId: s.deviceId, count: 3, mean: 4.3 })
})

test('what waits for his word is his own, finished, of late, and not rated', async () => {
  const unrated = async (by: Person) =>
    (await world.ok(by, useRatingCalls.unrated, { query: { size: 100 } })).items
  const [id, old] = [await s.finished(), await s.finished()]
  await world.sql(
    `update booking set finished_at = now() - interval '91 days',
    started_at = now() - interval '91 days 1 hour' where id = $1`,
    [old],
  )
  const coming = await s.coming()
  const ids = async (by = s.booker) => (await unrated(by)).map((u) => u.id)
  expect(await ids()).toContain(id)
  for (const none of [old, coming]) expect(await ids()).not.toContain(none)
  expect((await unrated(s.booker)).find((u) => u.id === id)).toMatchObject({ device: { id: s.deviceId } })
  expect(await ids(s.outsider)).not.toContain(id)
  await rate(s.booker, id, 5)
  expect(await ids()).not.toContain(id)
})
