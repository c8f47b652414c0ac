import { bookingCalls } from '@portal/contract/booking/calls'
import type { Permission } from '@portal/contract/kernel/permissions'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { describe, expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

// Whose settlements the back office shows: the same scope as for bookings (booking/read.api.test.ts).

const { world, s } = await sceneWorld()
const [{ deptId }] = (await world.sql<{ deptId: number }>(
  'select dept_id as "deptId" from lab where id = $1',
  [s.labId],
)) as [{ deptId: number }]
const orderId = await s.confirmed()
const cardId = await s.card(s.payer, 100_000)
const { id: settlementId } = await world.ok(s.payer, settlementCalls.create, {
  body: { way: 'fund_card', testOrderIds: [orderId], shares: [{ cardId, amountFen: 12_000 }] },
})

const sees = async (who: Person) => ({
  order: (await world.send(who, testOrderCalls.get, { query: { id: orderId } })).status,
  orders:
    (await world.send(who, testOrderCalls.settleList, { query: {} })).data?.items?.map((o) => o.id) ?? [],
  settlement: (await world.send(who, settlementCalls.get, { query: { id: settlementId } })).status,
  settlements:
    (await world.send(who, settlementCalls.list, { query: {} })).data?.items?.map((o) => o.id) ?? [],
})
const all = () => ({ order: 200, orders: [orderId], settlement: 200, settlements: [settlementId] })
const nothing = { order: 403, orders: [], settlement: 403, settlements: [] }
const rights: Permission[] = ['TEST_ORDER_VIEW', 'SETTLE_ORDER_VIEW']
const clerk = (name: string, dept: number, permissions: readonly Permission[] = rights) =>
  world.person(name, { permissions, deptId: dept })

const withRole = async (code: string, dept: number | undefined) => {
  const who = await world.person(code, dept === undefined ? {} : { deptId: dept })
  await world.sql(`insert into user_role (user_id, role_id) select $1, id from role where code = $2`, [
    who.id,
    code,
  ])
  return who
}

describe('of the built-in roles', () => {
  test('the equipment office sees the orders of all labs, whatever its own dept', async () => {
    const [{ id: office }] = (await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('900', '设备处') returning id`,
    )) as [{ id: number }]
    const who = await withRole('EQUIP_OFFICE', office)
    expect(await sees(who)).toEqual(all())
    expect((await world.ok(who, bookingCalls.list, { query: { scope: 'all' } })).total).toBeGreaterThan(0)
  })
  test('those who only book, buy or sell see none of them', async () => {
    for (const code of ['STUDENT', 'TEACHER', 'TENDER_OFFICE', 'SUPPLIER', 'DEPT_HEAD']) {
      const who = await withRole(code, undefined)
      expect(await sees(who)).toEqual(nothing)
      expect((await world.send(who, bookingCalls.list, { query: { scope: 'all' } })).status).toBe(403)
    }
  })
})

test('cards and vouchers stand in the lists of those who keep the books of the whole campus only', async () => {
  const findBooks = async (who: Person) =>
    (await world.ok(who, settlementCalls.list, { query: {} })).items.find((o) => o.id === settlementId)?.books
  const finance = await withRole('FINANCE', undefined)
  const [card] = await world.sql<{ number: string }>('select number from fund_card where id = $1', [cardId])
  expect(await findBooks(finance)).toEqual({ cards: card?.number, voucher: '' })
  await world.sql(`update settlement set voucher_number = 'PZ-7' where id = $1`, [settlementId])
  expect(await findBooks(finance)).toMatchObject({ voucher: 'PZ-7' })
  await world.sql('update settlement set voucher_number = null where id = $1', [settlementId])
  expect(await findBooks(s.payer)).toBeNull()
  expect(await findBooks(await clerk('院秘书二', deptId))).toBeNull()
})

describe('with the right to look', () => {
  test('a dept’s people see its tree', async () => {
    expect(await sees(await clerk('院秘书', deptId))).toEqual(all())
    const [{ id: faculty }] = (await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('FAC', '学部') returning id`,
    )) as [{ id: number }]
    expect(await sees(await clerk('学部秘书', faculty))).toEqual(nothing)
    await world.sql('update dept set parent_id = $1 where id = $2', [faculty, deptId])
    expect(await sees(await clerk('学部副秘书', faculty))).toEqual(all())
  })
  test('those of another dept, and of another lab of the same dept, see nothing', async () => {
    const [{ id: other }] = (await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('ELSE', '文学院') returning id`,
    )) as [{ id: number }]
    expect(await sees(await clerk('文学院秘书', other))).toEqual(nothing)
    const director = await clerk('同院另一主任', deptId)
    const give = (code: string) =>
      world.sql(`insert into user_role (user_id, role_id) select $1, id from role where code = $2`, [
        director.id,
        code,
      ])
    await give('LAB_DIRECTOR')
    expect(await sees(director)).toEqual(nothing)
    await give('DEPT_HEAD')
    expect(await sees(director)).toEqual(all())
  })
  test('_ALL reaches the campus', async () => {
    const [{ id: office }] = (await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('901', '采购办') returning id`,
    )) as [{ id: number }]
    expect(await sees(await clerk('设备处', office, ['TEST_ORDER_ALL', 'SETTLE_ORDER_ALL']))).toEqual(all())
  })
})

test('without it, belonging to the dept is nothing', async () => {
  expect(await sees(await clerk('同事', deptId, []))).toMatchObject({
    order: 403,
    settlement: 403,
    settlements: [],
  })
})
