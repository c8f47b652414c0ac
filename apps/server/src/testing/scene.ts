import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { edit } from '@portal/contract/kernel/permissions'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import { afterAll } from 'vitest'
import { createDraft } from '../modules/test-order/test-order.service.ts'
import { makeQuote } from '../modules/price-plan/quote.rules.ts'
import * as fundCard from '../modules/fund-card/fund-card.service.ts'
import { createWorld, type Person, type World } from './world.ts'

export interface Used {
  bookerId?: number
  payerId?: number
  /** The price of the use. */
  priceFen?: number
  samples?: number
  /** Freezes the estimate on this card, as a booking with immediate payment does. */
  holdOn?: number
}

/** A lab with a device and all people who have to do with the cost of its use. */
export interface Scene {
  labId: number
  deviceId: number
  director: Person
  reviewer: Person
  booker: Person
  payer: Person
  finance: Person
  finance2: Person
  /** Directs another lab: must see nothing of this one. */
  outsider: Person
  /** A card with money on it. */
  card(owner: Person, topUpFen: number): Promise<number>
  /** A use that has ended: a booking that waits for its test order. */
  finished(used?: Used): Promise<number>
  /** The draft test order of a use. */
  draft(used?: Used): Promise<number>
  /** A test order that everybody has confirmed, ready to be settled. */
  confirmed(used?: Used): Promise<number>
  /** A booking that begins in half an hour: too late for a free cancellation. */
  coming(used?: Used & { feeFen?: number }): Promise<number>
  /** The test order of a booking that was cancelled so late. */
  cancelled(used?: Used & { feeFen?: number }): Promise<number>
}

/**
 * A world and its scene for one test file, closed after its last test. At the top of the file: `const {
 * world, s } = await sceneWorld()`.
 */
export async function sceneWorld(
  about?: Parameters<typeof createWorld>[0],
): Promise<{ world: World; s: Scene }> {
  const world = await createWorld(about)
  afterAll(() => world.close())
  return { world, s: await createScene(world) }
}

/** A person who closes accounts, and an administrator who remains when an account is closed. */
export const createPersonnel = async (world: World): Promise<{ clerk: Person; admin: Person }> => ({
  clerk: await world.person('人事', { permissions: ['USER_ALL'] }),
  admin: await world.person('管理员', { permissions: ['ADMIN'] }),
})

export async function createScene(world: World): Promise<Scene> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  // Another scene of the same world has its own department: two with one name may not have the same parent.
  const deptId = await one(
    `insert into dept (code, name) select $1, case when exists (select from dept where name = '材料学院') then
      '材料学院 ' || $1 else '材料学院' end`,
    [`D${Date.now()}${Math.random()}`],
  )
  const lab = async (name: string) =>
    one(`insert into lab (serial_id, name, dept_id) values ($1, $2, $3)`, [
      `LAB${Math.random()}`,
      name,
      deptId,
    ])
  const labId = await lab('电镜中心')
  const otherLabId = await lab('核磁中心')
  const deviceId = await one(
    `insert into device (serial_id, name, dept_id, lab_id, shared) values ($1, '场发射扫描电镜', $2, $3, true)`,
    [`S${Math.random()}`, deptId, labId],
  )
  const names = ['主任', '审核员', '预约人', '付款人', '财务甲', '财务乙', '别处主任'] as const
  const people = await Promise.all(
    names.map((name) =>
      world.person(name, name.startsWith('财务') ? { permissions: edit('FINANCIAL') } : {}),
    ),
  )
  const [director, reviewer, booker, payer, finance, finance2, outsider] = people as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ] // one for each name
  await world.sql(
    `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director'),
      ($3, $4, 'lab_director')`,
    [labId, director.id, otherLabId, outsider.id],
  )
  await world.sql(`insert into device_reviewer (device_id, user_id) values ($1, $2)`, [deviceId, reviewer.id])

  let cards = 0
  let hours = 0
  let seats = 0
  async function booked(
    { bookerId = booker.id, payerId = payer.id, priceFen = 12_000, samples = 1, holdOn }: Used,
    at: { state: string; from: Date; to: Date; used: boolean },
  ): Promise<number> {
    const quote = findPrice(priceFen, samples)
    const bookingId = await one(
      `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
          purpose, pay_mode, fund_card_id, quote, estimate_fen, held_fen, sample_count, started_at,
          finished_at, state_at, seat)
       values ($1, $2, 'sample_delivery', $13, tstzrange($3, $4), $5, $5, $6, '形貌表征', $7, $8, $9, $10, $11,
         $12, $14, $15, $16, $17)`,
      [
        deviceId,
        labId,
        at.from,
        at.to,
        bookerId,
        payerId,
        holdOn ? 'immediate' : 'post',
        holdOn ?? null,
        JSON.stringify(quote),
        quote.totalFen,
        holdOn ? quote.totalFen : 0,
        samples,
        at.state,
        at.used ? at.from : null,
        at.used ? at.to : null,
        at.used ? at.to : new Date(),
        at.used ? 1 : ++seats,
      ],
    )
    if (holdOn)
      await world.asSystem((ctx) =>
        fundCard.freeze(ctx, {
          cardId: holdOn,
          userId: payerId,
          amountFen: quote.totalFen,
          business: 'booking',
          rowId: bookingId,
        }),
      )
    return bookingId
  }
  const scene: Scene = {
    labId,
    deviceId,
    director,
    reviewer,
    booker,
    payer,
    finance,
    finance2,
    outsider,
    async card(owner, topUpFen) {
      const { id } = await world.ok(finance, fundCardCalls.create, {
        body: { number: `C${labId}-${++cards}`, name: '课题经费', ownerId: owner.id },
      })
      if (topUpFen > 0)
        await world.ok(finance, fundCardCalls.topUp, {
          params: { id },
          body: { amountFen: topUpFen, reason: '入账' },
        })
      return id
    },
    async finished(used = {}) {
      const to = new Date(Date.now() - 3_600_000 * ++hours)
      return booked(used, {
        state: 'awaiting_test_order',
        from: new Date(to.getTime() - 3_600_000),
        to,
        used: true,
      })
    },
    async draft(used) {
      const bookingId = await scene.finished(used)
      await world.asSystem((ctx) => createDraft(ctx, bookingId))
      const [order] = await world.sql<{ id: number }>('select id from test_order where booking_id = $1', [
        bookingId,
      ])
      return order?.id ?? 0
    },
    async confirmed(used = {}) {
      const id = await scene.draft(used)
      // Inserted directly; the steps to this state are tested elsewhere.
      await world.sql(
        `with b as (update booking set state = 'done'
          where id = (select booking_id from test_order where id = $1)),
        t as (delete from approval_task where business = 'test_order' and row_id = $1)
        update test_order set state = 'confirmed', confirmed_at = now() where id = $1`,
        [id],
      )
      return id
    },
    async coming({ feeFen = 5_000, ...used } = {}) {
      await world.sql(
        `insert into opening (device_id, cancel_fee_fen) values ($1, $2) on conflict (device_id)
          do update set cancel_fee_fen = excluded.cancel_fee_fen`,
        [deviceId, feeFen],
      )
      const from = new Date(Date.now() + 1_800_000)
      return booked(used, {
        state: 'awaiting_use',
        from,
        to: new Date(from.getTime() + 3_600_000),
        used: false,
      })
    },
    async cancelled(used) {
      const id = await scene.coming(used)
      await world.ok(booker, bookingCalls.cancel, { params: { id }, body: {} })
      const [order] = await world.sql<{ id: number }>('select id from test_order where booking_id = $1', [id])
      return order?.id ?? 0
    },
  }
  return scene
}

/** A price per sample, so that a test can set what a use costs. */
function findPrice(unitFen: number, samples: number): Quote {
  const rate = { unitFen, unitMinutes: 0, startFen: 0, minUnits: 0, bands: [] }
  const quote = makeQuote({ id: 1, version: 1, basis: 'per_sample', rates: { campus: rate } }, 'campus', {
    minutes: 60,
    samples,
  })
  if (!quote) throw new Error('the campus has a price')
  return quote
}
