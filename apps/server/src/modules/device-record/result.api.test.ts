import { achievementCalls } from '@portal/contract/device-record/achievements'
import { deviceRecordCalls, type ClaimState } from '@portal/contract/device-record/device-record'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'
import { sumResults, sumTraining } from './device-record.service.ts'

// A result that thanks instruments: entered by a member of the group that used them, confirmed by the keepers
// of the instruments, counted in reports.

const { world, s } = await sceneWorld()
await s.finished()
const paper = {
  kind: 'paper' as const,
  level: 'indexed' as const,
  title: '析出相的形貌演化',
  people: '林晓雨、陈志远',
  source: 'Acta Materialia',
  number: '10.1016/j.actamat.2026.1',
  achievedOn: '2026-03-01',
}
const save = (by: Person, more: object = {}) =>
  world.send(by, achievementCalls.saveResult, {
    body: { ...paper, devices: [{ deviceId: s.deviceId }], ...more },
  })
const mine = async (by: Person) => (await world.ok(by, achievementCalls.myResults, {})).items
const judge = (
  by: Person,
  id: number,
  verdict: 'confirm' | 'refuse',
  reason: string | null = null,
  state: ClaimState = 'awaiting',
) =>
  world.send(by, achievementCalls.judgeResult, {
    params: { id },
    body: { deviceId: s.deviceId, state, verdict, reason },
  })
const counted = async () =>
  (await world.asSystem(({ db }) => sumResults(db, [s.deviceId], '2026-01-01', '2026-12-31'))).map((r) => [
    r.kind,
    r.level,
    r.count,
    r.thanked,
  ])
const shown = async (by: Person) =>
  (await world.ok(by, deviceRecordCalls.achievements, { query: { deviceId: s.deviceId } })).items

/** The recipients of each message that asks to confirm this result. */
const askedFor = async (id: number) =>
  (
    await world.sql<{ ids: number[] }>(
      `select payload -> 'userIds' as ids from outbox where payload ->> 'title' = '有成果待确认'
        and payload ->> 'link' like '%&id=' || $1 order by id`,
      [String(id)],
    )
  ).map((r) => r.ids)
test('entered by a user, seen by all once it is confirmed, changed it is confirmed anew', async () => {
  const { id } = (await save(s.booker)).data
  expect(await mine(s.booker)).toMatchObject([
    { id, can: ['edit', 'remove'], claims: [{ state: 'awaiting', thanked: true, mayJudge: false }] },
  ])
  expect([await shown(s.outsider), await counted()]).toEqual([[], []])
  expect(await shown(s.reviewer)).toMatchObject([
    { id, state: 'awaiting', owner: { name: '预约人' }, can: ['judge'] },
  ])
  expect(await askedFor(id)).toEqual([[s.reviewer.id]])

  expect((await judge(s.outsider, id, 'confirm')).status).toBe(403)
  expect((await judge(s.booker, id, 'confirm')).status).toBe(403)
  expect((await judge(s.reviewer, id, 'refuse')).status).toBe(400)
  expect((await judge(s.reviewer, id, 'confirm')).data).toMatchObject({ claims: [{ state: 'confirmed' }] })
  // Only keepers of the instrument see who entered it.
  expect(await shown(s.outsider)).toMatchObject([{ id, state: 'confirmed', owner: null, can: [] }])
  expect(await counted()).toEqual([['paper', 'indexed', 1, 1]])
  expect(await world.send(s.booker, achievementCalls.removeResult, { params: { id } })).toMatchObject({
    status: 409,
    code: 'ACHIEVEMENT_CONFIRMED',
  })

  expect(
    (await save(s.booker, { id, level: 'core', devices: [{ deviceId: s.deviceId, thanked: false }] })).status,
  ).toBe(200)
  expect(await counted()).toEqual([])
  expect((await judge(s.reviewer, id, 'refuse', '未在本仪器测试')).data.claims).toMatchObject([
    { state: 'refused', reason: '未在本仪器测试' },
  ])
  expect((await judge(s.reviewer, id, 'confirm', null, 'refused')).status).toBe(200)
  expect(await counted()).toEqual([['paper', 'core', 1, 0]])
})

test('confirmed by mistake, it is taken back with a reason, counts no longer, and its owner may delete it', async () => {
  const before = await counted()
  const { id } = (await save(s.booker, { number: null, title: '误确认的', level: 'other' })).data
  await judge(s.reviewer, id, 'confirm')
  expect(await counted()).not.toEqual(before)
  expect((await judge(s.reviewer, id, 'refuse', '未在本仪器测试', 'confirmed')).data.claims).toMatchObject([
    { state: 'refused', reason: '未在本仪器测试' },
  ])
  expect(await counted()).toEqual(before)
  expect((await world.send(s.booker, achievementCalls.removeResult, { params: { id } })).status).toBe(200)
})

test('two keepers judge at once: one is heard, the other hears of him', async () => {
  const { id } = (await save(s.booker, { number: null, title: '两人同时确认' })).data
  const other = await world.person('另一审核员')
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [s.deviceId, other.id])
  const both = await Promise.all([
    judge(s.reviewer, id, 'confirm'),
    judge(other, id, 'refuse', '未在本仪器测试'),
  ])
  expect(both.map((b) => b.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [first, late] = both[0].status === 200 ? [s.reviewer, both[1]] : [other, both[0]]
  expect(late).toMatchObject({ code: 'TOO_LATE' })
  expect(late.message).toContain(`${first.name} 已于`)
  const [claim] = await world.sql<{ by: number }>(
    'select judged_by as by from achievement_device where achievement_id = $1',
    [id],
  )
  expect(claim?.by).toBe(first.id)
})

test('only instruments that one’s group has used, and one number once', async () => {
  expect(await save(s.outsider, { number: null })).toMatchObject({ status: 403 })
  expect((await save(s.payer, { number: null, title: '付款人的' })).status).toBe(200)
  const student = await world.person('学生')
  await world.sql('update user_account set supervisor_id = $2 where id = $1', [student.id, s.payer.id])
  expect((await save(student, { number: null, title: '同组的' })).status).toBe(200)
  expect(await world.ok(student, achievementCalls.usedDevices, {})).toMatchObject([{ id: s.deviceId }])
  expect(await world.ok(s.outsider, achievementCalls.usedDevices, {})).toEqual([])
  expect(await save(student, { number: 'https://doi.org/10.1016/J.actamat.2026.1' })).toMatchObject({
    status: 409,
    code: 'ACHIEVEMENT_SAME',
    reasons: [{ field: 'number' }],
  })
  expect((await save(student, { number: null, kind: 'patent', level: 'core' })).status).toBe(400)
})

test('nobody changes or removes what is somebody else’s', async () => {
  const { id } = (await save(s.booker, { number: null, title: '我的' })).data
  expect((await save(s.payer, { id, number: null })).status).toBe(403)
  expect((await world.send(s.payer, achievementCalls.removeResult, { params: { id } })).status).toBe(403)
  expect((await world.send(s.payer, achievementCalls.removeResult, { params: { id: 99_999 } })).status).toBe(
    403,
  )
  expect((await mine(s.payer)).map((r) => r.id)).not.toContain(id)
  const kept = await world.ok(s.outsider, achievementCalls.results, {})
  expect(kept.items).toEqual([])
  const titles = (await world.ok(s.reviewer, achievementCalls.results, { query: { state: 'awaiting' } }))
    .items
  expect(titles.map((r) => r.title)).toContain('我的')
  const one = async (call: typeof achievementCalls.results | typeof achievementCalls.myResults, by: Person) =>
    (await world.ok(by, call, { query: { id } })).items.map((r) => r.id)
  expect(await one(achievementCalls.results, s.reviewer)).toEqual([id])
  expect(await one(achievementCalls.myResults, s.booker)).toEqual([id])
  expect(await one(achievementCalls.results, s.outsider)).toEqual([])
  expect((await world.send(s.booker, achievementCalls.removeResult, { params: { id } })).status).toBe(200)
})

test('whom a use trained is in the ledger when its test order is confirmed, and in the sum', async () => {
  const id = await s.draft({ samples: 1 })
  const form = {
    startAt: '2026-01-05T02:00:00Z',
    endAt: '2026-01-05T04:30:00Z',
    sampleCount: 1,
    preparationMinutes: 30,
    cleanupMinutes: 10,
    trainedStudents: 3,
    trainedTeachers: 1,
    trainedMastery: 'guided' as const,
  }
  expect(await world.ok(s.reviewer, testOrderCalls.save, { params: { id }, body: form })).toMatchObject({
    preparationMinutes: 30,
    trainedStudents: 3,
    trainedMastery: 'guided',
  })
  await world.sql(`update test_order set state = 'confirmed', confirmed_at = now() where id = $1`, [id])
  // Like hours, confirmed numbers cannot be changed.
  await expect(world.sql('update test_order set trained_students = 30 where id = $1', [id])).rejects.toThrow(
    'test_order_version_kept',
  )
  const write = () => world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
  await write()
  const trained = async () =>
    world.asSystem(({ db }) => sumTraining(db, [s.deviceId], '2026-01-01', '2026-01-31'))
  expect(await trained()).toEqual([
    { deviceId: s.deviceId, mastery: 'guided', students: 3, teachers: 1, others: 0 },
  ])
  expect(
    await world.sql(
      `select preparation_minutes as p, cleanup_minutes as c from use_record r join use_current k on k.record_id = r.id
        where r.trained_students > 0`,
    ),
  ).toEqual([{ p: 30, c: 10 }])
  // During a correction the confirmed numbers count; afterwards the new ones.
  await world.ok(s.reviewer, testOrderCalls.correct, { params: { id }, body: { reason: '人次填错' } })
  await write()
  expect(await trained()).toMatchObject([{ students: 3 }])
  const again = await world.ok(s.reviewer, testOrderCalls.save, {
    params: { id },
    body: { ...form, trainedStudents: 0, trainedTeachers: 0 },
  })
  expect([again.trainedMastery, again.versions[0]?.trainedStudents]).toEqual([null, 3])
  await world.sql(`update test_order set state = 'confirmed', confirmed_at = now() where id = $1`, [id])
  await write()
  expect(await trained()).toEqual([])
})

/** Another instrument of the lab, with the same reviewer, that the booker has used too. */
async function addDevice(): Promise<number> {
  const [device] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, shared)
      select serial_id || 'B', '透射电镜', dept_id, lab_id, true from device where id = $1 returning id`,
    [s.deviceId],
  )
  const id = device!.id
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [id, s.reviewer.id])
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, quote, estimate_fen, held_fen, sample_count, started_at, finished_at, state_at, seat)
      select $1, lab_id, kind, state, period, booker_id, experimenter_id, payer_id, purpose, pay_mode, quote,
        estimate_fen, held_fen, sample_count, started_at, finished_at, state_at, seat
      from booking where device_id = $2 limit 1`,
    [id, s.deviceId],
  )
  return id
}

test('who keeps several of its instruments is asked once, and again only for what he has judged', async () => {
  const second = await addDevice()
  const devices = [{ deviceId: s.deviceId }, { deviceId: second }]
  const { id } = (await save(s.booker, { number: null, title: '两台仪器', devices })).data
  expect(await askedFor(id)).toEqual([expect.arrayContaining([s.reviewer.id])])
  // It still awaits the reviewer, who is not asked a second time.
  await save(s.booker, { id, number: null, title: '两台仪器的', devices })
  expect(await askedFor(id)).toHaveLength(1)
  await judge(s.reviewer, id, 'confirm')
  await save(s.booker, { id, number: null, title: '两台仪器的成果', devices })
  expect(await askedFor(id)).toHaveLength(2)
})

test('a test order says where its reader may enter a result of the instrument', async () => {
  const id = await s.draft()
  const office = await world.person('设备处', { permissions: ['TEST_ORDER_ALL', 'DEVICE_ALL'] })
  const ways = async (who: Person) =>
    (await world.ok(who, testOrderCalls.get, { query: { id } })).entersResults
  for (const user of [s.booker, s.payer])
    expect(await ways(user)).toEqual({ forGroup: true, inRecords: false })
  expect(await ways(office)).toEqual({ forGroup: false, inRecords: true })
  // They read the order, but have not used the instrument and do not edit it.
  for (const reader of [s.reviewer, s.finance])
    expect(await ways(reader)).toEqual({ forGroup: false, inRecords: false })
  expect((await save(s.reviewer, { number: null, title: '审核员的' })).status).toBe(403)
})
