import { bookingCalls } from '@portal/contract/booking/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import { catchUp } from '../../use-ledger/use-ledger.service.ts'

// The purpose of a use: entered once, kept with the booking, offered the next time, and copied to the ledger.

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

let hour = 0
const slot = () => ({ startAt: at(2, ++hour), endAt: at(2, hour + 1) })
const said = {
  project: '高熵合金微观组织调控',
  projectNumber: '52371001',
  nature: 'research',
  fundingSource: 'nsfc',
  disciplines: ['430', '460', '430'],
  serviceMode: 'occupied',
} as const
const worded = {
  ...said,
  fundingSource: { value: 'nsfc', label: '国家自然科学基金' },
  disciplines: [
    { value: '430', label: '材料科学' },
    { value: '460', label: '机械工程' },
  ],
  serviceMode: { value: 'occupied', label: '占用共享' },
}
const get = (id: number) => world.ok(lab.booker, bookingCalls.get, { params: { id } })
const change = (id: number, body: Record<string, unknown>) =>
  world.send(lab.booker, bookingCalls.change, {
    params: { id },
    body: { ...slot(), purpose: '改期', ...body },
  })
const purposes = (by: Person) => world.ok(by, bookingCalls.purposes, {})
const offer = (value: string, enabled: boolean) =>
  world.sql(
    `update dictionary_item set enabled = $2 where value = $1
      and dictionary_id in (select id from dictionary where name in ('funding_source', 'discipline'))`,
    [value, enabled],
  )

test('what a use is for is read back in words, and a change keeps what it leaves out', async () => {
  const { id } = await lab.book({ ...slot(), ...said, phone: '13800000000', remark: '小心轻放' })
  expect(await get(id)).toMatchObject(worded)
  expect((await change(id, {})).status).toBe(200)
  expect(await get(id)).toMatchObject({
    ...worded,
    phone: '13800000000',
    remark: '小心轻放',
    purpose: '改期',
  })
  expect((await change(id, { projectNumber: 'BK20250114', disciplines: ['150'] })).status).toBe(200)
  expect(await get(id)).toMatchObject({
    ...worded,
    projectNumber: 'BK20250114',
    disciplines: [{ value: '150', label: '化学' }],
  })
  const none = {
    project: '',
    projectNumber: '',
    nature: null,
    fundingSource: '',
    disciplines: [],
    serviceMode: null,
  }
  expect((await change(id, { ...none, remark: '' })).status).toBe(200)
  expect(await get(id)).toMatchObject({
    ...none,
    project: null,
    projectNumber: null,
    fundingSource: null,
    remark: null,
  })
})

test('what its list does not have is refused at its field', async () => {
  const body = {
    deviceId: lab.deviceId,
    kind: 'self_operated' as const,
    purpose: '形貌',
    ...slot(),
    fundingSource: '430',
    disciplines: ['430', 'nsfc'],
    serviceMode: 'nsfc',
  }
  expect(await world.send(lab.booker, bookingCalls.create, { body })).toMatchObject({
    status: 422,
    code: 'FUNDING_SOURCE_UNKNOWN',
    reasons: [
      { field: 'fundingSource', message: '没有该经费来源，请从列表中选择' },
      { field: 'disciplines', message: '没有该学科领域，请从列表中选择' },
      { field: 'serviceMode', message: '没有该服务方式，请从列表中选择' },
    ],
  })
  const tooMany = { ...body, fundingSource: null, disciplines: ['110', '120', '130', '140', '150'] }
  expect(await world.send(lab.booker, bookingCalls.create, { body: tooMany })).toMatchObject({
    status: 400,
    reasons: [{ field: 'disciplines', message: '学科领域最多选 4 个' }],
  })
})

test('what is offered no more stays where it stands, with its name, and is not said anew', async () => {
  const { id } = await lab.book({ ...slot(), ...said })
  await offer('430', false)
  expect((await get(id)).disciplines[0]).toEqual({ value: '430', label: '材料科学' })
  expect((await change(id, { disciplines: ['460', '430'] })).status).toBe(200)
  expect((await purposes(lab.booker))[0]?.disciplines).toEqual(['460'])
  expect((await change(id, { disciplines: ['460'] })).status).toBe(200)
  expect(await change(id, { disciplines: ['460', '430'] })).toMatchObject({ code: 'DISCIPLINE_UNKNOWN' })
  await offer('430', true)
})

test('each project is offered once, as it was said last, newest first, and only to who booked for it', async () => {
  const student = await world.person('常客')
  const book = (body: Record<string, unknown>) =>
    lab.book({ ...slot(), payerId: lab.payer.id, ...body }, student)
  expect(await purposes(student)).toEqual([])
  await book({})
  expect(await purposes(student)).toEqual([])
  await book({ project: '甲', projectNumber: '1' })
  await book({ ...said, project: '乙' })
  await book({ nature: 'teaching' })
  await book({ project: '甲', projectNumber: '2', nature: 'research' })
  const empty = {
    project: null,
    projectNumber: null,
    nature: null,
    fundingSource: null,
    disciplines: [],
    serviceMode: null,
  }
  expect(await purposes(student)).toEqual([
    { ...empty, project: '甲', projectNumber: '2', nature: 'research' },
    { ...empty, nature: 'teaching' },
    { ...said, project: '乙', disciplines: ['430', '460'] },
  ])
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, booker_id, experimenter_id, payer_id, purpose, project, pay_mode, quote,
        estimate_fen, period)
      select device_id, lab_id, kind, 'cancelled', booker_id, experimenter_id, payer_id, purpose, 'P' || n, pay_mode, quote,
        estimate_fen, period
      from booking, generate_series(1, 12) n where id = (select max(id) from booking where booker_id = $1) order by n`,
    [student.id],
  )
  expect((await purposes(student)).map((p) => p.project)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `P${n}`),
  )
  expect((await purposes(lab.outsider)).length).toBe(0)
})

test('the ledger takes it over when the use has ended', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const used = async (body: object) => {
    const { id } = await lab.book({ ...slot(), deviceId, ...body })
    await world.sql(
      `update booking set state = 'awaiting_test_order', started_at = lower(period), finished_at = upper(period) where id = $1`,
      [id],
    )
    return id
  }
  const ids = [await used(said), await used({})]
  await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
  const rows = await world.sql(
    `select project, project_number as "projectNumber", nature, funding_source as "fundingSource", disciplines,
        service_mode as "serviceMode" from use_record where source = 'booking' and source_id = any($1) order by source_id`,
    [ids],
  )
  expect(rows).toEqual([
    { ...said, disciplines: ['430', '460'] },
    {
      project: null,
      projectNumber: null,
      nature: 'unstated',
      fundingSource: null,
      disciplines: [],
      serviceMode: null,
    },
  ])
})
