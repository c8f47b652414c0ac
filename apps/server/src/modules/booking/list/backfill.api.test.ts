import { backfillCalls, type BackfillRow } from '@portal/contract/booking/backfill'
import { makeAddress, type Arguments } from '@portal/contract/kernel/call'
import { financeReportCalls } from '@portal/contract/finance-report/finance-report'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, expect, test, vi } from 'vitest'
import { sceneWorld } from '../../../testing/scene.ts'
import type { Person } from '../../../testing/world.ts'
import { catchUp } from '../../use-ledger/use-ledger.service.ts'

// Missing report data is added later by the booker or the people who run the instrument; the ledger follows,
// the money does not change.

const { world, s } = await sceneWorld()
afterEach(() => void vi.useRealTimers())

type Query = NonNullable<Arguments<typeof backfillCalls.backfill>['query']>
const list = async (by: Person, query: Query = {}) => world.ok(by, backfillCalls.backfill, { query })
const findRow = async (id: number, by = s.reviewer): Promise<BackfillRow | undefined> =>
  (await list(by, { scope: 'lab', size: 100 })).items.find((b) => b.id === id)
type Body = NonNullable<Arguments<typeof backfillCalls.fillIn>['body']>
const fill = (by: Person, body: Body) => world.send(by, backfillCalls.fillIn, { body })
const write = () => world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
const said = (id: number) =>
  world.sql<object>(
    `select seq, uses, nature, project, project_number as number, disciplines, income_fen as income,
        trained_students as students, trained_mastery as mastery
      from use_record where source = 'booking' and source_id = $1 order by seq`,
    [id],
  )
const research: Body = {
  ids: [],
  nature: 'research',
  project: '低维材料',
  projectNumber: 'NSFC-1',
  fundingSource: 'nsfc',
  disciplines: ['430'],
  serviceMode: 'occupied',
}

test('a use that says nothing is listed with what it lacks, until it is said; the ledger follows by reversing', async () => {
  const id = await s.finished()
  await write()
  expect((await findRow(id))?.lacks).toEqual([
    'nature',
    'project',
    'fundingSource',
    'disciplines',
    'serviceMode',
  ])
  expect((await fill(s.booker, { ...research, ids: [id] })).data).toEqual({ changed: 1, asked: 1 })
  expect(await findRow(id)).toBeUndefined()
  // Repeating it changes nothing, and the ledger keeps its rows.
  expect((await fill(s.reviewer, { ...research, ids: [id] })).data.changed).toBe(0)
  await write()
  expect(await write()).toBe(0)
  expect(await said(id)).toMatchObject([
    { seq: 1, uses: 1, nature: 'unstated', project: null },
    { seq: 2, uses: -1, nature: 'unstated' },
    { seq: 3, uses: 1, nature: 'research', project: '低维材料', number: 'NSFC-1', disciplines: ['430'] },
  ])
})

test('many at once: only gaps are filled, and a number is never hung on another project', async () => {
  const [a, b] = [await s.finished(), await s.finished()]
  await world.sql(`update booking set project = '别的课题', nature = 'teaching' where id = $1`, [a])
  expect((await fill(s.director, { ...research, ids: [a, b] })).data).toEqual({ changed: 2, asked: 2 })
  const [first] = await world.sql(
    'select nature, project, project_number, service_mode from booking where id = $1',
    [a],
  )
  expect(first).toEqual({
    nature: 'teaching',
    project: '别的课题',
    project_number: null,
    service_mode: 'occupied',
  })
  // For a single booking it may be corrected and emptied.
  await fill(s.reviewer, {
    ids: [a],
    overwrite: true,
    nature: null,
    project: '低维材料',
    projectNumber: 'NSFC-1',
  })
  const [later] = await world.sql(
    'select nature, project, project_number, service_mode from booking where id = $1',
    [a],
  )
  expect(later).toEqual({
    nature: null,
    project: '低维材料',
    project_number: 'NSFC-1',
    service_mode: 'occupied',
  })
})

test('training is missed of teaching; said later it counts, unless the test order says it', async () => {
  const id = await s.finished()
  await fill(s.booker, { ...research, ids: [id], nature: 'teaching' })
  expect((await findRow(id))?.lacks).toEqual(['training'])
  expect((await list(s.reviewer, { scope: 'lab', lacks: 'training' })).items.map((b) => b.id)).toEqual([id])
  const training = { students: 8, teachers: 0, others: 0, mastery: 'guided' as const }
  expect((await fill(s.reviewer, { ids: [id], training })).data.changed).toBe(1)
  await write()
  expect((await said(id)).at(-1)).toMatchObject({ students: 8, mastery: 'guided' })
  // Data in the test order takes precedence over what was added before.
  const orderId = await s.draft()
  const [{ bookingId } = { bookingId: 0 }] = await world.sql<{ bookingId: number }>(
    'select booking_id as "bookingId" from test_order where id = $1',
    [orderId],
  )
  const form = {
    startAt: '2026-01-05T02:00:00Z',
    endAt: '2026-01-05T03:00:00Z',
    sampleCount: 1,
    trainedStudents: 3,
  }
  await world.ok(s.reviewer, testOrderCalls.save, { params: { id: orderId }, body: form })
  expect(await fill(s.reviewer, { ids: [bookingId], training })).toMatchObject({
    status: 422,
    reasons: [{ code: 'TRAINING_FIXED', field: 'training' }],
  })
})

test('who may: the booker of his own, the keepers of theirs, nobody else', async () => {
  const id = await s.finished()
  for (const by of [s.payer, s.outsider])
    expect((await fill(by, { ...research, ids: [id] })).status).toBe(403)
  expect((await fill(s.booker, { ...research, ids: [id, 999_999] })).status).toBe(403)
  expect((await list(s.outsider, { scope: 'lab' })).total).toBe(0)
  expect((await list(s.outsider)).total).toBe(0)
  expect((await list(s.booker)).items.map((b) => b.id)).toContain(id)
  const coming = await s.coming()
  expect(await fill(s.booker, { ...research, ids: [coming] })).toMatchObject({
    status: 409,
    code: 'BACKFILL_NOT_USED',
  })
  const wrong = async (body: Partial<Body>) =>
    (await fill(s.booker, { ids: [id], ...body })).reasons?.map((r) => r.field)
  expect(await wrong({ serviceMode: 'nothing' })).toEqual(['serviceMode'])
  expect(await wrong({ disciplines: ['1', '2', '3', '4', '5'] })).toEqual(['disciplines'])
  expect((await fill(s.booker, { ids: [id] })).code).toBe('BACKFILL_NOTHING')
  const answer = await world.app.inject({
    url: makeAddress(backfillCalls.exportBackfill, { query: {} }),
    headers: { authorization: s.booker.token },
  })
  const rows = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
  expect(rows.find((r) => r[0] === id)?.at(-1)).toBe('用途类别、课题名称、经费来源、学科领域、服务方式')
})

test('a month that finance has closed stays as it is: what a use was for is no money', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-10T04:00:00Z') })
  const orderId = await s.draft({ priceFen: 20_000 })
  await world.sql(`delete from approval_task where business = 'test_order' and row_id = $1`, [orderId])
  await world.sql(
    `update test_order set state = 'confirmed', confirmed_at = $2, state_at = $2 where id = $1`,
    [orderId, new Date()],
  )
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(
    'select booking_id as id from test_order where id = $1',
    [orderId],
  )
  await write()
  vi.setSystemTime(new Date('2025-02-05T04:00:00Z'))
  const parts = { central: 3000, college: 2000, lab: 4000, operator: 1000 }
  await world.ok(s.finance, financeReportCalls.addShare, { body: { year: 2025, parts } })
  await world.ok(s.finance, financeReportCalls.close, { params: { month: '2025-01' } })
  const closed = async () => [
    await world.sql('select * from finance_snapshot order by 1, 2, 3'),
    await world.sql('select * from finance_entry order by id'),
    await world.ok(s.finance, financeReportCalls.month, { params: { month: '2025-01' } }),
  ]
  const before = await closed()
  expect((await fill(s.director, { ...research, ids: [id] })).data.changed).toBe(1)
  await write()
  expect(await closed()).toEqual(before)
  const rows = await said(id)
  expect(rows.at(-1)).toMatchObject({ nature: 'research', income: 20_000 })
  expect(rows.at(-2)).toMatchObject({ uses: -1, income: -20_000 })
})
