import { approvalCalls } from '@portal/contract/approval/approval'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import * as fundCard from '../modules/fund-card/fund-card.service.ts'
import { sceneWorld } from './scene.ts'
import type { Person } from './world.ts'

/**
 * A world with all people who have to do with an instrument's life, for one test file. Each
 * test gets its own device.
 */
export async function assetWorld() {
  const { world, s } = await sceneWorld()
  const one = async <T>(text: string, values: unknown[] = []) => (await world.sql<T>(text, values))[0]
  const idBy = async (text: string, values: unknown[]) => (await one<{ id: number }>(text, values))?.id ?? 0

  const otherLabId = await idBy('select lab_id as id from lab_member where user_id = $1', [s.outsider.id])
  const deptId = await idBy('select dept_id as id from lab where id = $1', [s.labId])
  // The other lab belongs to another department.
  await world.sql(
    `with d as (insert into dept (code, name) values ('OTHER', '化学学院') returning id)
     update lab set dept_id = d.id from d where lab.id = $1`,
    [otherLabId],
  )
  const office = await world.person('设备处甲', { permissions: ['PURCHASE_ALL'] })
  const office2 = await world.person('设备处乙', { permissions: ['PURCHASE_ALL'] })
  const head = await world.person('院长', { deptId })
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [head.id],
  )
  const keeper = await world.person('保管人')
  const people = { office, office2, head, keeper }

  let n = 0
  const addDevice = async () => {
    const serialId = `ZC${++n}-${Date.now()}`
    const deviceId = await idBy(
      `insert into device (serial_id, name, dept_id, lab_id, shared, price_fen)
       values ($1, '离心机', $2, $3, true, 500000) returning id`,
      [serialId, deptId, s.labId],
    )
    return { deviceId, serialId }
  }
  const findPlace = (deviceId: number) =>
    one<{ labId: number; deptId: number; contactId: number | null; status: string; shared: boolean }>(
      `select lab_id as "labId", dept_id as "deptId", contact_id as "contactId", status, shared
       from device where id = $1`,
      [deviceId],
    )
  const waits = async (who: Person, business: 'transfer' | 'repair' | 'scrap' | 'benefit') =>
    (await world.ok(who, approvalCalls.tasks, { query: { business } })).items.map((t) => [t.rowId, t.step])

  /**
   * A booking of the device some hours from now, approved by everybody, with its money frozen on the card.
   */
  async function book(deviceId: number, cardId: number, fromHours: number): Promise<number> {
    const from = new Date(Date.now() + fromHours * 3_600_000)
    const id = await idBy(
      `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, fund_card_id, quote, estimate_fen, held_fen)
       values ($1, $2, 'self_operated', 'awaiting_use',
         tstzrange($3::timestamptz, $3::timestamptz + interval '1 hour'),
         $4, $4, $5, '形貌表征', 'immediate', $6,
         '{"planId":1,"planVersion":1,"rate":null,"basis":"per_time","tier":"campus","lines":[],"totalFen":3000}',
         3000, 3000) returning id`,
      [deviceId, s.labId, from, s.booker.id, s.payer.id, cardId],
    )
    const about = { cardId, userId: s.payer.id, amountFen: 3000, business: 'booking', rowId: id } as const
    await world.asSystem((ctx) => fundCard.freeze(ctx, about))
    return id
  }
  const frozen = async (id: number) =>
    (await world.ok(s.finance, fundCardCalls.get, { params: { id } })).sums?.frozenFen
  const bookingState = async (id: number) =>
    (await one<{ state: string }>('select state from booking where id = $1', [id]))?.state

  return {
    world,
    s,
    one,
    ...people,
    otherLabId,
    deptId,
    addDevice,
    placeOf: findPlace,
    waits,
    book,
    frozen,
    bookingState,
  }
}
