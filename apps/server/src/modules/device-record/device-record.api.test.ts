import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { deviceRecordCalls as calls } from '@portal/contract/device-record/device-record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let deviceId: number
let hiddenId: number
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  deviceId = await labs.device()
  hiddenId = await labs.device({ shared: false })
})
afterAll(() => world.close())

const paper = (more: object = {}) => ({
  deviceId,
  kind: 'paper' as const,
  level: 'indexed' as const,
  title: '高熵合金的析出行为',
  people: '陈志远',
  source: 'Acta Materialia',
  achievedOn: '2025-06-01',
  ...more,
})
const course = (more: object = {}) => ({
  deviceId,
  kind: 'course' as const,
  title: '材料分析方法',
  teacher: '孙立群',
  heldOn: '2025-10-09',
  minutes: 240,
  mastery: 'guided' as const,
  students: 24,
  ...more,
})
const fault = (more: object = {}) => ({
  deviceId,
  kind: 'repair' as const,
  state: 'reported' as const,
  title: '电子枪打火',
  startedAt: '2026-03-01T01:00:00Z',
  ...more,
})

describe('achievements and teaching', () => {
  test('come out as they went in, newest first, found by words and kind', async () => {
    const { id } = await world.ok(labs.director, calls.saveAchievement, { body: paper() })
    await world.ok(labs.labAdmin, calls.saveAchievement, {
      body: paper({
        kind: 'patent',
        level: 'teacher',
        title: '一种样品台',
        source: null,
        achievedOn: '2026-01-01',
      }),
    })
    const list = (query: object = {}) =>
      world.ok(labs.student, calls.achievements, { query: { deviceId, ...query } })
    expect((await list()).items.map((a) => [a.title, a.can])).toEqual([
      ['一种样品台', []],
      ['高熵合金的析出行为', []],
    ])
    expect((await list({ keyword: 'acta' })).total).toBe(1)
    expect((await list({ kind: 'patent' })).total).toBe(1)
    expect((await list({ keyword: '%' })).total).toBe(0)
    await world.ok(labs.director, calls.saveAchievement, { body: paper({ id, title: '高熵合金' }) })
    expect(
      (await world.ok(labs.director, calls.achievements, { query: { deviceId } })).items[1],
    ).toMatchObject({ id, title: '高熵合金', level: 'indexed', can: ['edit', 'remove'] })
    await world.ok(labs.director, calls.removeAchievement, { params: { id } })
    expect((await list()).total).toBe(1)
  })
  test('teaching the same', async () => {
    const { id } = await world.ok(labs.director, calls.saveTeaching, { body: course() })
    await world.ok(labs.director, calls.saveTeaching, { body: course({ id, students: 30, others: 2 }) })
    expect(
      (await world.ok(labs.student, calls.teachings, { query: { deviceId, kind: 'course' } })).items,
    ).toMatchObject([{ id, students: 30, others: 2, minutes: 240, heldOn: '2025-10-09' }])
    await world.ok(labs.sysadmin, calls.removeTeaching, { params: { id } })
    expect((await world.send(labs.sysadmin, calls.removeTeaching, { params: { id } })).status).toBe(404)
  })
  test('what cannot be is told under its field', async () => {
    expect(
      await world.send(labs.director, calls.saveAchievement, { body: paper({ level: 'national' }) }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'level' }] })
    expect(
      await world.send(labs.director, calls.saveTeaching, { body: course({ students: 0 }) }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'students' }] })
    expect(
      (await world.send(labs.director, calls.saveTeaching, { body: course({ id: 999_999 }) })).status,
    ).toBe(404)
  })
  test('written by those who keep the device, read by those who see it', async () => {
    const foreign = (
      await world.ok(labs.equipmentOffice, calls.saveAchievement, { body: paper({ deviceId: hiddenId }) })
    ).id
    for (const who of [labs.outsider, labs.student, labs.member, labs.reviewer]) {
      expect((await world.send(who, calls.saveAchievement, { body: paper() })).status).toBe(403)
      expect((await world.send(who, calls.saveTeaching, { body: course() })).status).toBe(403)
      expect((await world.send(who, calls.removeAchievement, { params: { id: foreign } })).status).toBe(403)
    }
    expect(
      (await world.send(labs.student, calls.achievements, { query: { deviceId: hiddenId } })).status,
    ).toBe(403)
    expect((await world.ok(labs.member, calls.achievements, { query: { deviceId: hiddenId } })).total).toBe(1)
    // A record cannot be moved to another device.
    expect(
      (await world.send(labs.director, calls.saveAchievement, { body: paper({ id: foreign }) })).status,
    ).toBe(404)
  })
})

describe('repairs', () => {
  const device = () => world.ok(labs.sysadmin, deviceCalls.info, { params: { id: deviceId } })
  const told = async (who: Person) =>
    (
      await world.sql<{ title: string }>(
        `select payload ->> 'title' as title from outbox
          where kind = 'tell' and payload -> 'userIds' @> to_jsonb($1::int8) order by id`,
        [who.id],
      )
    ).map((r) => r.title)

  test('while one is open the device is out of order, and who has booked it is warned', async () => {
    await world.sql(
      `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
          purpose, pay_mode, quote, estimate_fen)
       values ($1, $2, 'self_operated', 'awaiting_use', tstzrange(now() + interval '1 day',
           now() + interval '25 hours'), $3, $3, $3, '测试', 'post', '{}', 0),
              ($1, $2, 'self_operated', 'awaiting_use', tstzrange(now() + interval '30 days',
                  now() + interval '721 hours'), $4, $4, $4, '测试', 'post', '{}', 0)`,
      [deviceId, labs.labId, labs.student.id, labs.member.id],
    )
    const { id } = await world.ok(labs.reviewer, calls.saveRepair, { body: fault({ costFen: 100 }) })
    expect(await device()).toMatchObject({ status: 'broken', statusNote: '电子枪打火' })
    expect(await told(labs.student)).toEqual(['您预约的仪器暂时不能使用'])
    expect(await told(labs.member)).toEqual([])
    expect(await world.send(labs.director, calls.saveRepair, { body: fault() })).toMatchObject({
      status: 409,
      code: 'REPAIR_OPEN',
    })
    expect(
      await world.send(labs.director, deviceManageCalls.operate, {
        params: { id: deviceId },
        body: { event: 'restore' },
      }),
    ).toMatchObject({ status: 409, code: 'REPAIR_OPEN' })
    const costs = async (who: Person) =>
      (await world.ok(who, calls.repairs, { query: { deviceId } })).items.map((r) => r.costFen)
    expect([await costs(labs.director), await costs(labs.student)]).toEqual([[100], [null]])

    const done = fault({ id, state: 'done', finishedAt: '2026-03-02T01:00:00Z' })
    expect(await world.send(labs.director, calls.saveRepair, { body: done })).toMatchObject({
      status: 400,
      reasons: [{ field: 'result' }],
    })
    await world.ok(labs.director, calls.saveRepair, { body: { ...done, result: '更换电子枪' } })
    expect(await device()).toMatchObject({ status: 'normal', statusNote: null })
    expect(await told(labs.student)).toEqual(['您预约的仪器暂时不能使用', '您预约的仪器已恢复正常'])
  })
  test('taken back, it leaves the device in order', async () => {
    const { id } = await world.ok(labs.director, calls.saveRepair, {
      body: fault({ kind: 'maintenance', title: '年度保养', expectedAt: '2026-03-05T01:00:00Z' }),
    })
    expect(await device()).toMatchObject({
      status: 'maintenance',
      statusNote: '年度保养，预计 2026-03-05 09:00 恢复',
    })
    expect((await world.send(labs.reviewer, calls.removeRepair, { params: { id } })).status).toBe(403)
    await world.ok(labs.director, calls.removeRepair, { params: { id } })
    expect(await device()).toMatchObject({ status: 'normal' })
  })
  test('by those who run or keep the device', async () => {
    for (const who of [labs.outsider, labs.student, labs.member])
      expect((await world.send(who, calls.saveRepair, { body: fault() })).status).toBe(403)
    expect(
      await world.send(labs.director, calls.saveRepair, {
        body: fault({ finishedAt: '2026-03-02T01:00:00Z' }),
      }),
    ).toMatchObject({ status: 400, reasons: [{ field: 'finishedAt' }] })
  })
  test('scrapped while its repair ends or is taken out, a device is not put back into use', async () => {
    const end = (own: number, id: number) =>
      world.send(labs.director, calls.saveRepair, {
        body: fault({
          id,
          deviceId: own,
          state: 'done',
          finishedAt: '2026-03-02T01:00:00Z',
          result: '更换电子枪',
        }),
      })
    const takeOut = (_: number, id: number) =>
      world.send(labs.director, calls.removeRepair, { params: { id } })
    for (const change of [end, takeOut]) {
      const own = await labs.device()
      const { id } = await world.ok(labs.director, calls.saveRepair, { body: fault({ deviceId: own }) })
      const holder = await world.database.pool.connect()
      try {
        await holder.query('begin')
        await holder.query(`update device set status = 'scrapped', shared = false where id = $1`, [own])
        const answer = change(own, id)
        await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
        await holder.query('commit')
        expect((await answer).status).toBe(200)
      } finally {
        holder.release()
      }
      expect(await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: own } })).toMatchObject({
        status: 'scrapped',
      })
    }
  })
  test('of two who edit a record, the second does not save over what he has not seen', async () => {
    const own = await labs.device()
    const { id } = await world.ok(labs.director, calls.saveRepair, { body: fault({ deviceId: own }) })
    const [shown] = (await world.ok(labs.director, calls.repairs, { query: { deviceId: own } })).items
    expect(shown?.ordered).toBe(false)
    const done = { state: 'done' as const, finishedAt: '2026-03-02T01:00:00Z', result: '更换电子枪' }
    const save = (who: Person, more: object) =>
      world.send(who, calls.saveRepair, {
        body: fault({ id, deviceId: own, seenAt: shown?.updatedAt, ...more }),
      })
    expect((await save(labs.reviewer, done)).status).toBe(200)
    const late = await save(labs.director, { vendor: '某厂', finishedAt: null })
    expect(late).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(late.message).toContain('当前为“已完成”')
    expect(await world.ok(labs.sysadmin, deviceCalls.info, { params: { id: own } })).toMatchObject({
      status: 'normal',
    })
  })
  test('a repair does not begin in the future, which would hold up its end', async () => {
    const own = await labs.device()
    const save = (startedAt: Date, more: object = {}) =>
      world.send(labs.director, calls.saveRepair, {
        body: fault({ deviceId: own, startedAt: startedAt.toISOString(), ...more }),
      })
    const tomorrow = new Date(Date.now() + 86_400_000)
    expect(await save(tomorrow)).toMatchObject({ status: 422, reasons: [{ field: 'startedAt' }] })
    const { data } = await save(new Date(Date.now() + 60_000))
    // A record from an older version, which took any start.
    await world.sql('update device_repair set started_at = $2 where id = $1', [data.id, tomorrow])
    expect((await save(tomorrow, { id: data.id, vendor: '某厂' })).status).toBe(200)
  })
  test('of two who report at once one is told', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.send(labs.director, calls.saveRepair, { body: fault() })),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409])
  })
})
