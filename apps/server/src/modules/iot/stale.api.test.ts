import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { addMinutes } from '../../kernel/time.ts'
import { committed, uploaded, workbook } from '../../testing/sheets.ts'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { forgetStale, noteStaleOfUsers, takeStale } from './gateway.store.ts'

// Which gateways are noted to get their lists anew, and at what price. Each gateway is named after the place
// of its one unit; nobody takes the notes, because this world has no broker.

let world: World
let lab: OpenLab
/** An instrument in the laboratory's room, one in a room of its own, and one in a laboratory without a room. */
let inLab: number
let inRoom: number
let elsewhere: number
let otherLabId: number
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  const buildingId = await add(`building (serial_id, name) values ('W1', '文波楼')`)
  const room = (name: string) => add('room (building_id, name) values ($1, $2)', buildingId, name)
  const [labRoom, ownRoom, thirdRoom] = [await room('101'), await room('102'), await room('103')]
  await world.sql('update lab set room_id = $2 where id = $1', [lab.labId, labRoom])
  const [other] = await world.sql<{ labId: number }>(
    'select lab_id as "labId" from lab_member where user_id = $1',
    [lab.outsider.id],
  )
  otherLabId = other?.labId ?? 0
  inLab = lab.deviceId
  inRoom = await lab.device({})
  await world.sql('update device set room_id = $2 where id = $1', [inRoom, ownRoom])
  elsewhere = await lab.device({})
  await world.sql('update device set lab_id = $2 where id = $1', [elsewhere, otherLabId])
  await hang('device in lab', { device_id: inLab })
  await hang('device in room', { device_id: inRoom })
  await hang('device elsewhere', { device_id: elsewhere })
  await hang('lab', { lab_id: lab.labId })
  await hang('other lab', { lab_id: otherLabId })
  await hang('lab room', { room_id: labRoom })
  await hang('own room', { room_id: ownRoom })
  await hang('third room', { room_id: thirdRoom })
  await hang('nowhere', {})
  const retired = await hang('retired', { device_id: inLab })
  await world.sql(`update iot_sub_device set retired_at = now(), retire_reason = '拆除' where id = $1`, [
    retired,
  ])
  for (let i = 0; i < 5; i++) await hang(`idle ${i}`, { room_id: thirdRoom })
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from iot_stale'))

const add = async (what: string, ...values: unknown[]): Promise<number> =>
  (await world.sql<{ id: number }>(`insert into ${what} returning id`, values))[0]?.id ?? 0
/** A gateway with one unit; returns the unit. */
async function hang(name: string, at: Partial<Record<'device_id' | 'lab_id' | 'room_id', number>>) {
  const gatewayId = await add(
    `iot_gateway (name, enrolled_at, sealed_key, created_by) values ($1, now(), 'x', $2)`,
    name,
    lab.director.id,
  )
  return add(
    `iot_sub_device (gateway_id, number, kind, name, device_id, lab_id, room_id)
      values ($1, 1, 'door', '门', $2, $3, $4)`,
    gatewayId,
    at.device_id ?? null,
    at.lab_id ?? null,
    at.room_id ?? null,
  )
}
/** A booking of an hour that begins then; without a moment it has no time yet. */
const book = (deviceId: number, startAt: Date | null, by: Person, experimenter = by) =>
  add(
    `booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id, purpose,
        pay_mode, quote, estimate_fen)
      select id, lab_id, $2, 'done', case when $2 = 'self_operated' then tstzrange($3, $4) end, $5, $6, $5,
        '测试', 'post', '{}', 0 from device where id = $1`,
    deviceId,
    startAt ? 'self_operated' : 'sample_delivery',
    startAt,
    startAt && addMinutes(startAt, 60),
    by.id,
    experimenter.id,
  )
const grant = (unitId: number, to: Person, withdrawn: boolean) =>
  add(
    `iot_grant (sub_device_id, kind, user_id, from_at, reason, granted_by, granted_at, withdrawn_at,
        withdraw_reason)
      values ($1, 'permanent', $2, now(), '值班', $3, now(), case when $4 then now() end,
        case when $4 then '到期' end)`,
    unitId,
    to.id,
    lab.director.id,
    withdrawn,
  )
const NOTED = 'select g.name from iot_stale t join iot_gateway g on g.id = t.gateway_id order by g.name'
const listNoted = async () => (await world.sql<{ name: string }>(NOTED)).map((g) => g.name)

// ── Of people ────────────────────────────────────────────────────────────────

const now = new Date()
const [from, to] = [addMinutes(now, -1440), addMinutes(now, 2160)]
const notePeople = (...people: Person[]) =>
  world.asSystem((ctx) =>
    noteStaleOfUsers(
      ctx,
      people.map((p) => p.id),
      from,
      to,
    ),
  )

test('the lists of people are those where they booked, experiment, or were let in', async () => {
  const person = (name: string) => world.person(name)
  const [booker, experimenter, guest] = [await person('甲'), await person('乙'), await person('丙')]
  await book(inLab, addMinutes(now, 60), booker)
  await book(inRoom, addMinutes(now, -60), booker, experimenter)
  await book(elsewhere, addMinutes(now, 300), guest, experimenter)
  // These change nothing: long over, too far ahead, and without a time.
  const stranger = await person('丁')
  await book(elsewhere, addMinutes(from, -120), booker, stranger)
  await book(elsewhere, addMinutes(to, 1), booker, stranger)
  await book(elsewhere, null, booker, stranger)
  await grant(await hang('let in', {}), guest, false)
  await grant(await hang('let in no more', {}), guest, true)

  const expected: [people: Person[], gateways: string[]][] = [
    [[booker], ['device in lab', 'device in room', 'lab', 'lab room', 'own room']],
    [[experimenter], ['device elsewhere', 'device in room', 'lab', 'other lab', 'own room']],
    [[guest], ['device elsewhere', 'let in', 'other lab']],
    [
      [booker, experimenter, guest],
      [
        'device elsewhere',
        'device in lab',
        'device in room',
        'lab',
        'lab room',
        'let in',
        'other lab',
        'own room',
      ],
    ],
    [[stranger], []],
  ]
  for (const [people, gateways] of expected) {
    await world.sql('delete from iot_stale')
    expect(await notePeople(...people)).toBe(gateways.length > 0)
    expect(await listNoted()).toEqual(gateways)
  }
})

interface Plan {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops': number
  Plans?: Plan[]
}
const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
interface Statement {
  text?: string
  values?: unknown[]
}
/** The statement on the notes that `work` sends. */
async function findStatement(work: () => Promise<unknown>): Promise<Statement> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = sent.mock.calls.map(([query]) => query as Statement)
  sent.mockRestore()
  return statements.find(({ text }) => text?.includes('iot_stale')) ?? {}
}
/** What PostgreSQL does for a statement, by index wherever one fits. */
async function explain({ text, values }: Statement): Promise<Plan[]> {
  const client = await world.database.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    await client.query('rollback')
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap((p) => listNodes(p.Plan)))
  } finally {
    client.release()
  }
}

test('the bookings of people are searched once, not once for each unit', async () => {
  const who = await world.person('戊')
  await book(inLab, addMinutes(now, 60), who)
  const plan = await explain(await findStatement(() => notePeople(who)))
  const searches = plan.filter((node) => node['Relation Name'] === 'booking')
  // As booker and as experimenter.
  expect(searches.map((node) => node['Actual Loops'])).toEqual([1, 1])
  expect(plan.map((node) => node['Index Name'])).toContain('booking_experimenter')
})

// ── Of instruments that move ─────────────────────────────────────────────────

const ENROLLED = 'select name from iot_gateway where sealed_key is not null order by name'
const listEnrolled = async () => (await world.sql<{ name: string }>(ENROLLED)).map((g) => g.name)
const move = (ctx: Ctx) =>
  announce(ctx, 'device.moved', {
    deviceId: inLab,
    name: '扫描电镜',
    fromLabId: lab.labId,
    toLabId: otherLabId,
  })

test('an import that moves many instruments notes each gateway once', async () => {
  const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const serials = ['GATE-1', 'GATE-2', 'GATE-3']
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id)
      select s, '天平', l.dept_id, l.id from lab l, unnest($2::text[]) s where l.id = $1`,
    [lab.labId, serials],
  )
  const rows = [['资产编号', '仪器名称', '实验室'], ...serials.map((serial) => [serial, '天平', '核磁中心'])]
  const { id } = await uploaded(world, office, 'device', await workbook(rows))
  expect(await committed(world, office, id)).toMatchObject({ state: 'done', counts: { changed: 3 } })
  expect(await listNoted()).toEqual(await listEnrolled())
})

test('a move that was taken back keeps no later one from being noted', async () => {
  await world.sql(`insert into iot_gateway (name, created_by) values ('not enrolled', $1)`, [lab.director.id])
  const refuse = (ctx: Ctx) =>
    attempt(ctx, async () => {
      await move(ctx)
      throw new Error('refused')
    }).catch(() => {})
  await world.asSystem(refuse)
  expect(await listNoted()).toEqual([])
  await world.asSystem(async (ctx) => {
    await refuse(ctx)
    await attempt(ctx, () => move(ctx))
    await move(ctx)
  })
  expect(await listNoted()).toEqual(await listEnrolled())
  // The next transaction may use the same connection, and has its own notes.
  for (let i = 0; i < 5; i++) await world.asSystem(move)
  expect((await listNoted()).length).toBe((await listEnrolled()).length * 6)
})

// ── Taken ────────────────────────────────────────────────────────────────────

test('notes are taken and forgotten in one go where the table was analysed while it was empty', async () => {
  const note = () =>
    world.sql('insert into iot_stale (gateway_id) select id from iot_gateway, generate_series(1, 20)')
  for (const work of [takeStale, forgetStale]) {
    await note()
    const statement = await findStatement(() => world.asSystem(async ({ db }) => void (await work(db))))
    await world.sql('delete from iot_stale')
    await world.sql('analyze iot_stale')
    await note()
    const plan = await explain(statement)
    expect(plan.map((node) => node['Actual Loops'])).toEqual(plan.map(() => 1))
  }
})

test('the oldest twenty are taken; what is being taken, nobody else takes or forgets', async () => {
  const gateways = 'select id from iot_gateway order by name limit 15'
  await world.sql(`insert into iot_stale (gateway_id) select id from (${gateways}), generate_series(1, 2)`)
  const listNotes = () =>
    world.sql<{ id: number; gatewayId: number }>(
      'select id, gateway_id as "gatewayId" from iot_stale order by id',
    )
  const notes = await listNotes()
  const [oldest, rest] = [notes.slice(0, 20), notes.slice(20)]
  const listGateways = (of: typeof notes) => new Set(of.map((note) => note.gatewayId))
  const taking = world.asSystem(async ({ db }) => {
    expect(new Set(await takeStale(db))).toEqual(listGateways(oldest))
    const other = world.asSystem(async (beside) => {
      expect(new Set(await takeStale(beside.db))).toEqual(listGateways(rest))
      throw new Error('broken off')
    })
    await expect(other).rejects.toThrow('broken off')
    await world.asSystem((beside) => forgetStale(beside.db))
    throw new Error('broken off')
  })
  await expect(taking).rejects.toThrow('broken off')
  expect(await listNotes()).toEqual(oldest)
})
