import { assetCalls } from '@portal/contract/asset/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { beforeEach, describe, expect, test } from 'vitest'
import { assetWorld } from '../../testing/asset.ts'
import { countBlocked } from '../../testing/blocked.ts'
import type { Person } from '../../testing/world.ts'

const { world, s, head, keeper, addDevice, book } = await assetWorld()
let deviceId: number, serialId: string
beforeEach(async () => {
  ;({ deviceId, serialId } = await addDevice())
})

describe('the label', () => {
  test('what everybody and what its keepers may do', async () => {
    const can = async (who: Person) => (await world.ok(who, assetCalls.label, { query: { serialId } })).can
    expect(await can(s.booker)).toEqual(['report'])
    expect(await can(s.director)).toEqual(['report', 'record', 'plan', 'transfer', 'scrap'])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId: 'nothing' } })).toMatchObject({
      status: 404,
    })
    expect((await world.ok(s.booker, deviceCalls.info, { params: { id: serialId } })).name).toBe('离心机')
  })
  test('who is named in a plan records it there, and only that plan', async () => {
    const read = async (who: Person) => {
      const { can, recordPlanId } = await world.ok(who, assetCalls.label, { query: { serialId } })
      return [can.includes('record'), can.includes('plan'), recordPlanId]
    }
    expect(await read(keeper)).toEqual([false, false, null])
    const plan = { deviceId, title: '更换机油', everyDays: 30, keeperId: keeper.id }
    const add = async (nextOn: string) =>
      (await world.ok(s.director, assetCalls.savePlan, { body: { ...plan, nextOn } })).id
    const later = await add('2099-01-01')
    expect(await read(keeper)).toEqual([true, false, later])
    expect(await read(s.director), 'not due, so it may be another work').toEqual([true, true, null])
    const due = await add('2026-01-01')
    for (const who of [keeper, s.director]) expect((await read(who))[2]).toBe(due)
    expect(await read(s.booker)).toEqual([false, false, null])
  })
  test('of an instrument that is deleted while it is read is not found', async () => {
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      // The instrument has been found already; its open processes wait.
      await holder.query('lock table asset_transfer in access exclusive mode')
      const reply = world.send(s.booker, assetCalls.label, { query: { serialId } })
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      await holder.query('delete from device where id = $1', [deviceId])
      await holder.query('commit')
      expect(await reply).toMatchObject({ status: 404, message: '仪器不存在或已被删除' })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
  test('says what scrapping stands in the way of another one', async () => {
    const read = async (who: Person) =>
      (await world.ok(who, assetCalls.label, { query: { serialId } })).openScrap
    const { id } = await world.ok(s.director, assetCalls.draftScrap, {
      body: { deviceId, why: '超过使用年限', condition: '已无法开机' },
    })
    expect(await read(head)).toMatchObject({ id, state: 'draft', requester: s.director.name })
    expect(await read(s.booker)).toBeNull()
  })
  test('offers booking only where a booking would be taken', async () => {
    await world.sql(`insert into opening (device_id) values ($1)`, [deviceId])
    const offered = async () => {
      const [label, info] = [
        await world.ok(s.booker, assetCalls.label, { query: { serialId } }),
        await world.ok(s.booker, deviceCalls.info, { params: { id: serialId } }),
      ]
      return [label.can.includes('book'), info.opened !== null]
    }
    expect(await offered()).toEqual([true, true])
    await world.sql(`update device set status = 'broken' where id = $1`, [deviceId])
    expect((await offered())[0]).toBe(false)
    await world.sql(`update device set status = 'normal' where id = $1`, [deviceId])
    const { id } = await world.ok(s.director, assetCalls.draftScrap, {
      body: { deviceId, why: '超过使用年限', condition: '已无法开机' },
    })
    expect(await offered()).toEqual([true, true])
    await world.ok(s.director, assetCalls.submitScrap, { params: { id }, body: { revokeBookings: false } })
    expect(await offered()).toEqual([false, false])
    const inLab = { labId: s.labId, size: 100 }
    const { items } = await world.ok(s.booker, deviceCalls.shared, { query: inLab })
    expect(items.find((d) => d.id === deviceId)?.opened).toBeNull()
    await world.ok(s.director, assetCalls.cancelScrap, { params: { id }, body: { reason: '还能用' } })
    expect(await offered()).toEqual([true, true])
  })
  test('one’s own booking is started and finished there, when its time has come', async () => {
    const card = await s.card(s.payer, 50_000)
    // It may be started a quarter of an hour early.
    const now = await book(deviceId, card, 0.1)
    await book(deviceId, card, 48)
    const uses = async (who: Person) =>
      (await world.ok(who, assetCalls.label, { query: { serialId } })).uses.map(({ id, can }) => [
        id,
        can.filter((event) => event === 'start' || event === 'finish'),
      ])
    expect(await uses(s.booker)).toEqual([[now, ['start']]])
    for (const other of [s.payer, s.director]) expect(await uses(other)).toEqual([])
    await world.ok(s.booker, bookingCalls.start, { params: { id: now } })
    expect(await uses(s.booker)).toEqual([[now, ['finish']]])
  })
  test('on what was scrapped it still says so, to whom may see no more', async () => {
    await world.sql(`update device set status = 'scrapped', shared = false where id = $1`, [deviceId])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId } })).toMatchObject({
      status: 403,
      message: '该仪器已报废，仅本实验室人员可以查看',
    })
    expect((await world.ok(s.director, assetCalls.label, { query: { serialId } })).can).toEqual([])
  })
})
