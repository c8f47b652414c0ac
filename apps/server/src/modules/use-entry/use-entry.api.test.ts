import { makeAddress, type Arguments } from '@portal/contract/kernel/call'
import { pivotCalls } from '@portal/contract/statistics/pivot'
import { statisticsCalls, type Scope, type TableKey } from '@portal/contract/statistics/statistics'
import { useEntryCalls } from '@portal/contract/use-entry/use-entry'
import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { addMinutes } from '../../kernel/time.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'

// Uses without a booking: keepers of the instrument enter them with a document; they count as other uses and
// never change.

const { world, s } = await sceneWorld()

const paper = async (by: Person) =>
  (
    await world.ok(by, useEntryCalls.attach, {
      files: [{ name: '使用登记表.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') }],
    })
  ).map((f) => f.id)
const yesterday = (hour: number) => new Date(Date.UTC(2026, 0, 4, hour)).toISOString()
const times = (...hours: [number, number][]) =>
  hours.map(([a, b]) => ({ startAt: yesterday(a), endAt: yesterday(b) }))
type Body = NonNullable<Arguments<typeof useEntryCalls.create>['body']>
const makeBody = async (said: Partial<Body> = {}, by = s.reviewer): Promise<Body> => ({
  deviceId: s.deviceId,
  kind: 'unbooked',
  userId: s.booker.id,
  intervals: times([1, 2]),
  reason: '系统停电期间使用',
  paperIds: await paper(by),
  ...said,
})
const enter = async (said: Partial<Body> = {}, by = s.reviewer, key?: string) =>
  world.send(by, useEntryCalls.create, { body: await makeBody(said, by), ...(key && { key }) })
const write = () => world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
const said = (id: number) =>
  world.sql<object>(
    `select seq, reverses, kind, uses, working_minutes as minutes, samples, income_fen as income, tier, user_id as "userId",
        payer_id as "payerId", lab_id as "labId", trained_students as trained, day, preparation_minutes as preparation
      from use_record where source = 'entry' and source_id = $1 order by seq`,
    [id],
  )

test('two stretches of teaching are one use in the ledger, with what they taught and no income', async () => {
  const { data, status } = await enter(
    {
      kind: 'teaching',
      nature: 'teaching',
      intervals: times([3, 4], [6, 8]),
      samples: 4,
      trainedStudents: 12,
      trainedMastery: 'guided',
      preparationMinutes: 30,
      project: '材料分析实验课',
    },
    s.director,
  )
  expect(status).toBe(200)
  expect(data).toMatchObject({
    kind: 'teaching',
    user: { id: s.booker.id },
    minutes: 180,
    enteredBy: { id: s.director.id },
    papers: [{ name: '使用登记表.pdf' }],
    can: ['revoke'],
  })
  await write()
  expect(await said(data.id)).toMatchObject([
    {
      seq: 1,
      kind: 'teaching',
      uses: 1,
      minutes: 180,
      samples: 4,
      income: 0,
      trained: 12,
      day: '2026-01-04',
    },
  ])
  expect(await said(data.id)).toMatchObject([{ userId: s.booker.id, labId: s.labId, preparation: 30 }])
  const [month] = await world.sql<{ uses: number; minutes: number }>(
    `select uses, working_minutes as minutes from use_month where device_id = $1 and kind = 'teaching'`,
    [s.deviceId],
  )
  expect(month).toEqual({ uses: 1, minutes: 180 })
})

test('revoked, it is taken back by a row with the signs turned; entered anew it names what it corrects', async () => {
  const { data } = await enter({ intervals: times([10, 11]) })
  await write()
  const revoke = (by: Person, reason = '日期填错') =>
    world.send(by, useEntryCalls.revoke, { params: { id: data.id }, body: { reason } })
  expect((await revoke(s.outsider)).status).toBe(403)
  const [first, second] = await Promise.all([revoke(s.director), revoke(s.reviewer)])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  await write()
  expect(await said(data.id)).toMatchObject([
    { seq: 1, uses: 1, minutes: 60 },
    { seq: 2, uses: -1, minutes: -60 },
  ])
  const anew = await enter({ intervals: times([10, 12]), replaces: data.id })
  expect(anew.data).toMatchObject({ replaces: data.id })
  expect((await enter({ intervals: times([12, 13]), replaces: data.id })).reasons).toMatchObject([
    { field: 'replaces' },
  ])
  const before = await world.ok(s.reviewer, useEntryCalls.get, { params: { id: data.id } })
  expect(before).toMatchObject({ replacedBy: anew.data.id, revoked: { reason: '日期填错' }, can: [] })
  await expect(world.sql('update use_entry set samples = 9 where id = $1', [anew.data.id])).rejects.toThrow(
    'use_entry_kept',
  )
  await expect(world.sql('delete from use_entry where id = $1', [anew.data.id])).rejects.toThrow(
    'use_entry_kept',
  )
})

test('beside a known use it has to be said why; several at a time are only told', async () => {
  const bookingId = await s.finished()
  const [used] = await world.sql<{ from: Date; to: Date }>(
    'select lower(period) as from, upper(period) as to from booking where id = $1',
    [bookingId],
  )
  const over = {
    startAt: addMinutes(used!.from, 20).toISOString(),
    endAt: addMinutes(used!.to, -10).toISOString(),
  }
  const judge = () =>
    world.ok(s.reviewer, useEntryCalls.judge, { body: { deviceId: s.deviceId, intervals: [over] } })
  expect(await judge()).toMatchObject({
    known: [{ source: 'booking', id: bookingId }],
    asksReason: true,
    warning: null,
    lab: { id: s.labId },
  })
  expect(await enter({ intervals: [over] })).toMatchObject({
    status: 409,
    code: 'ENTRY_OVERLAPS',
    reasons: [{ field: 'overlapReason' }],
  })
  expect((await enter({ intervals: [over], overlapReason: '两人共用' })).status).toBe(200)
  await world.sql(
    `insert into opening (device_id, enabled, capacity) values ($1, true, 3)
      on conflict (device_id) do update set capacity = 3`,
    [s.deviceId],
  )
  expect(await judge()).toMatchObject({ asksReason: false, warning: expect.stringContaining('2 个机位') })
  expect((await enter({ intervals: [over] })).status).toBe(200)
  await world.sql('update opening set capacity = 1 where device_id = $1', [s.deviceId])
})

test('of two who enter the same at once one is told; a repeated request is one entry', async () => {
  const both = await Promise.all([
    enter({ intervals: times([14, 15]) }),
    enter({ intervals: times([14, 15]) }, s.director),
  ])
  expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
  const body = await makeBody({ intervals: times([16, 17]) })
  const key = randomUUID()
  const [a, b] = [
    await world.send(s.reviewer, useEntryCalls.create, { body, key }),
    await world.send(s.reviewer, useEntryCalls.create, { body, key }),
  ]
  expect([a.message, b.message]).toEqual(['ok', 'ok'])
  expect(b.data.id).toBe(a.data.id)
})

test('people from outside by name; who has no account is nobody of ours', async () => {
  const { data } = await enter({
    userId: null,
    outsideName: '张工（厂家）',
    outsideTier: 'company',
    kind: 'maintenance',
    intervals: times([18, 19]),
  })
  expect(data).toMatchObject({ user: null, outsideName: '张工（厂家）', tier: 'company' })
  await write()
  expect(await said(data.id)).toMatchObject([
    { kind: 'maintenance', userId: null, payerId: null, tier: 'company' },
  ])
  // Tables of statistics and pivots name such uses alike, and count no user of theirs.
  const asked = { from: '2026-01-04', to: '2026-01-05', scope: 'lab' } as const
  for (const by of ['person', 'group', 'userDept'] as const) {
    const { items } = await world.ok(s.director, statisticsCalls.table, { query: { ...asked, by } })
    const { rows } = await world.ok(s.director, pivotCalls.pivot, {
      query: { ...asked, row: by, measures: 'users' },
    })
    const nobodys = items.find((r) => r.key === '')
    expect(nobodys?.name, by).toBe(rows.find((r) => r.at[0]?.key === '')?.at[0]?.name)
    if (by === 'person') expect(nobodys).toMatchObject({ name: '未登记使用人', users: 0 })
  }
})

test('what is wrong is said at its field', async () => {
  const wrong = async (part: Partial<Body>) => (await enter(part)).reasons?.map((r) => r.field)
  expect(await wrong({ paperIds: [] })).toEqual(['paperIds'])
  expect(await wrong({ userId: null })).toEqual(['userId'])
  expect(await wrong({ outsideName: '李四', outsideTier: 'school' })).toEqual(['userId'])
  expect(await wrong({ userId: null, outsideName: '李四' })).toEqual(['outsideTier'])
  expect(await wrong({ intervals: times([2, 1]) })).toEqual(['intervals.0.endAt'])
  expect(await wrong({ intervals: times([20, 22], [21, 23]) })).toEqual(['intervals'])
  const later = [{ startAt: new Date().toISOString(), endAt: addMinutes(new Date(), 60).toISOString() }]
  expect(await wrong({ intervals: later })).toEqual(['intervals'])
  expect(await wrong({ serviceMode: 'nothing' })).toEqual(['serviceMode'])
  expect(await wrong({ userId: 999_999 })).toEqual(['userId'])
})

test('only those who keep the instrument enter, read and open the paper', async () => {
  expect((await enter({ intervals: times([20, 21]) }, s.outsider)).status).toBe(403)
  expect((await enter({ intervals: times([20, 21]) }, s.booker)).status).toBe(403)
  // The permission for the link to the back office keeps no instrument.
  const linked = await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  expect((await enter({ intervals: times([20, 21]) }, linked)).status).toBe(403)
  const { data } = await enter({ intervals: times([20, 21]) })
  const get = async (by: Person) =>
    (await world.send(by, useEntryCalls.get, { params: { id: data.id } })).status
  expect([await get(s.director), await get(s.outsider), await get(s.booker)]).toEqual([200, 403, 403])
  const open = async (by: Person) =>
    (await world.app.inject({ url: data.papers[0]!.url, headers: { authorization: by.token } })).statusCode
  expect([await open(s.director), await open(s.booker)]).toEqual([200, 403])
  for (const by of [s.outsider, linked]) expect((await world.ok(by, useEntryCalls.list, {})).total).toBe(0)
  expect((await world.ok(s.outsider, useEntryCalls.devices, { query: {} })).map((d) => d.id)).not.toContain(
    s.deviceId,
  )
  expect(
    (await world.ok(s.reviewer, useEntryCalls.devices, { query: { keyword: '电镜' } })).map((d) => d.id),
  ).toEqual([s.deviceId])
})

test('an instrument that is deleted while its times are judged is not found', async () => {
  const [made] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id) select 'NOT-FOR-LONG', '即删仪器', dept_id, lab_id
      from device where id = $1 returning id`,
    [s.deviceId],
  )
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    // The instrument has been found already; where it stood then waits.
    await holder.query('lock table asset_transfer in access exclusive mode')
    const reply = world.send(s.director, useEntryCalls.judge, {
      body: { deviceId: made!.id, intervals: times([1, 2]) },
    })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('delete from device where id = $1', [made!.id])
    await holder.query('commit')
    expect(await reply).toMatchObject({ status: 404, message: '仪器不存在或已被删除' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('listed by instrument, kind, day and words, without the revoked unless asked; the file says the same', async () => {
  const list = async (query: object) =>
    world.ok(s.director, useEntryCalls.list, { query: { size: 100, ...query } })
  const all = await list({ deviceId: s.deviceId })
  expect(all.items.every((e) => e.revoked === null)).toBe(true)
  expect((await list({ deviceId: s.deviceId, revoked: true })).total).toBe(all.total + 1)
  expect((await list({ kind: 'maintenance' })).items.map((e) => e.outsideName)).toEqual(['张工（厂家）'])
  expect((await list({ keyword: '张工' })).total).toBe(1)
  expect((await list({ keyword: '材料分析' })).total).toBe(1)
  expect((await list({ from: '2026-01-05', to: '2026-01-05', kind: 'teaching' })).total).toBe(0)
  const answer = await world.app.inject({
    url: makeAddress(useEntryCalls.export, { query: { kind: 'teaching' } }),
    headers: { authorization: s.director.token },
  })
  const rows = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
  expect(rows).toHaveLength(2)
  expect(rows[1]?.[7]).toBe('2026-01-04 11:00–2026-01-04 12:00；2026-01-04 14:00–2026-01-04 16:00')
  expect(rows[1]?.[8]).toBe(180)
})

test('uses of nobody of ours stand in the tables of people, of whole months as of some days', async () => {
  const december = (a: number, b: number) => ({
    startAt: new Date(Date.UTC(2025, 11, 10, a)).toISOString(),
    endAt: new Date(Date.UTC(2025, 11, 10, b)).toISOString(),
  })
  const outside = { userId: null, outsideName: '张工（厂家）', outsideTier: 'company' } as const
  expect((await enter({ ...outside, samples: 5, intervals: [december(1, 9)] })).status).toBe(200)
  expect((await enter({ intervals: [december(9, 10)] })).status).toBe(200)
  await write()
  const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const of = (days: { from: string; to: string }, by: TableKey, who: Person, scope: Scope) =>
    world.ok(who, statisticsCalls.table, { query: { ...days, by, scope } })
  for (const days of [
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2025-12-02', to: '2025-12-31' },
  ])
    for (const by of ['userDept', 'group', 'person'] as const)
      for (const [who, scope] of [
        [office, 'all'],
        [s.director, 'lab'],
      ] as const) {
        const { items, sum } = await of(days, by, who, scope)
        const label = `${by} ${scope} ${days.from}`
        expect(items.find((r) => r.key === '')?.workingMinutes, label).toBeGreaterThanOrEqual(480)
        for (const m of ['uses', 'workingMinutes', 'outsideMinutes', 'samples'] as const)
          expect(
            items.reduce((n, r) => n + r[m], 0),
            `${label} ${m}`,
          ).toBe(sum[m])
      }
  const own = await of({ from: '2025-12-01', to: '2025-12-31' }, 'person', s.booker, 'own')
  expect(own.items.map((r) => r.key)).toEqual([String(s.booker.id)])
})

test('what somebody used who has left is corrected all the same, and stays where it was', async () => {
  const [dept] = await world.sql<{ id: number }>('select id from dept order by id limit 1')
  const [left, gone] = [await world.person('王同学', { deptId: dept?.id ?? 0 }), await world.person('陈同学')]
  const day = (a: number, b: number) => [
    {
      startAt: new Date(Date.UTC(2025, 10, 3, a)).toISOString(),
      endAt: new Date(Date.UTC(2025, 10, 3, b)).toISOString(),
    },
  ]
  const { data } = await enter({ userId: left.id, intervals: day(1, 3), samples: 3 })
  await world.sql('update user_account set enabled = false where id = any($1)', [[left.id, gone.id]])
  await world.ok(s.reviewer, useEntryCalls.revoke, {
    params: { id: data.id },
    body: { reason: '样品数填错' },
  })
  // The person may have moved since.
  await world.sql('update user_account set dept_id = null, supervisor_id = $2 where id = $1', [
    left.id,
    s.reviewer.id,
  ])
  const unknown = { code: 'ENTRY_USER_UNKNOWN', reasons: [{ field: 'userId' }] }
  expect(await enter({ userId: left.id, intervals: day(1, 3) })).toMatchObject(unknown)
  expect(await enter({ userId: gone.id, intervals: day(1, 3), replaces: data.id })).toMatchObject(unknown)
  const anew = await enter({ userId: left.id, intervals: day(1, 3), samples: 5, replaces: data.id })
  expect(anew).toMatchObject({ status: 200, data: { user: { id: left.id }, samples: 5, tier: data.tier } })
  const kept = `select user_dept_id as dept, user_type as type, payer_id as payer, tier
    from use_entry where id = $1`
  expect(await world.sql(kept, [anew.data.id])).toEqual(await world.sql(kept, [data.id]))
})

test('an instrument that was moved: what happened before counts where it stood then', async () => {
  const [other] = await world.sql<{ id: number }>('select id from lab where id <> $1 order by id limit 1', [
    s.labId,
  ])
  await world.sql(
    `insert into asset_transfer (device_id, state, state_at, why, requester_id, from_lab_id, to_lab_id, created_at, done_at)
      values ($1, 'done', '2026-01-10', '调整', $2, $3, $4, '2026-01-09', '2026-01-10')`,
    [s.deviceId, s.director.id, other!.id, s.labId],
  )
  const { data } = await enter({ intervals: times([22, 23]) })
  expect(data.lab.id).toBe(other!.id)
})
