import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { vi } from 'vitest'
import { findLocal } from '../kernel/time.ts'
import { makeQuote } from '../modules/price-plan/quote.rules.ts'
import { catchUpInParts, makeParts } from '../modules/use-ledger/writing.action.ts'
import { chance, type Chance } from './chance.ts'
import type { Scene } from './scene.ts'
import type { Person, World } from './world.ts'

// Some 450 days of a random campus: uses, bills, corrections, settlements, reversals, write-offs, instruments
// and people that move. The expected results are kept beside it, counted independently of the portal.

/** A use, or the fee of a booking that was not used, as it should be counted now. */
export interface Counted {
  bookingId: number
  deviceId: number
  labId: number
  deptId: number
  userId: number
  userDeptId: number | null
  payerId: number
  tier: 'dept' | 'campus' | 'school' | 'company'
  kind: 'self_operated' | 'fee'
  nature: string
  begun: Date
  reserved: number
  working: number
  billed: number
  samples: number
  uses: 0 | 1
  fen: number
}
/** An entry that finance's journal should have. */
export interface Posted {
  at: Date
  kind: 'billed' | 'received' | 'reversed' | 'written_off'
  fee: string
  way: 'fund_card' | 'offline' | null
  fen: number
  order: Order
}
type Fees = Record<string, number>
interface Order {
  id: number
  use: Counted
  fees: Fees
  state: 'confirmed' | 'draft' | 'paid' | 'gone'
}
export interface Life {
  counted: Counted[]
  posted: Posted[]
  /** Instruments, in two laboratories of two departments. */
  devices: { id: number; labId: number; deptId: number }[]
  end: Date
  /** Confirms again everything that is in correction. */
  agreeOnAll(): Promise<void>
}

const NOTHING_ELSE = { materials: [], extras: [], discounts: [] }
const makeLine = (kind: string, quantity: number, amountFen: number) => ({
  kind,
  label: '费用',
  formula: '',
  quantity,
  unitFen: 0,
  amountFen,
})
const addUp = (fees: Fees): number => Object.values(fees).reduce((sum, fen) => sum + fen, 0)
const UNIT_MINUTES = 30
const rate = { unitFen: 5_000, unitMinutes: UNIT_MINUTES, startFen: 0, minUnits: 0, bands: [] }
const quoted = makeQuote({ id: 1, version: 1, basis: 'per_time', rates: { campus: rate } }, 'campus', {
  minutes: 60,
  samples: 0,
})
const HOUR = 3_600_000
/** Its approximate length: across the ends of two school years. */
const LIFE_MS = 450 * 24 * HOUR
const proof = {
  name: '回单.pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
}

/**
 * Takes `steps` random steps, one after the other from `start` on. The mocked clock (`vi`) goes with them
 * and stays where they end.
 */
export async function live(
  world: World,
  s: Scene,
  { seed, steps }: { seed: number; steps: number },
): Promise<Life> {
  const by = chance(seed)
  const sql = world.sql
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  const [dept2 = 0] = [await one(`insert into dept (code, name) values ($1, '物理学院')`, [`L${seed}`])]
  const labs = await sql<{ id: number; deptId: number }>(
    'select id, dept_id as "deptId" from lab order by id',
  )
  const [first, second] = labs
  if (!first || !second) throw new Error('a scene has two laboratories')
  await sql('update lab set dept_id = $2 where id = $1', [second.id, dept2])
  second.deptId = dept2
  const devices: Life['devices'] = []
  for (const n of [1, 2, 3, 4, 5]) {
    const lab = n < 4 ? first : second
    const id = await one(
      'insert into device (serial_id, name, dept_id, lab_id, shared) values ($1, $2, $3, $4, true)',
      [`LIFE${n}`, `=仪器 ${n}`, lab.deptId, lab.id],
    )
    await sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [id, s.reviewer.id])
    devices.push({ id, labId: lab.id, deptId: lab.deptId })
  }
  const payers = [s.payer, s.booker]
  const users = [...payers, await world.person('来访学生')]
  const cards = new Map<number, number>()
  for (const p of payers) cards.set(p.id, await s.card(p, 900_000_000))
  const deptOf = new Map<number, number | null>()

  const life: Life = {
    counted: [],
    posted: [],
    devices,
    end: new Date(),
    async agreeOnAll() {
      for (const o of orders.filter((x) => x.state === 'draft')) await agree(o)
      await deeds.write()
    },
  }
  const orders: Order[] = []
  const settled: { id: number; payer: Person; orders: Order[]; way: 'fund_card' | 'offline' }[] = []
  const post = (order: Order, kind: Posted['kind'], sign: 1 | -1, way: Posted['way'] = null) => {
    for (const [fee, fen] of Object.entries(order.fees))
      if (fen !== 0) life.posted.push({ at: new Date(), kind, fee, way, fen: sign * fen, order })
  }
  const unbilled = () => life.counted.filter((u) => u.uses === 1 && !orders.some((o) => o.use === u))

  /** Inserts a booking that is over. */
  async function book(state: string, period: [Date, Date], pressed: [Date, Date] | null): Promise<Counted> {
    const device = by.pick(devices)
    const user = by.pick(users)
    const payer = by.pick(payers)
    const tier = by.pick(['dept', 'campus', 'school', 'company'] as const)
    const nature = by.pick(['teaching', 'research', null])
    const samples = by.below(5)
    const used = pressed ?? period
    const minutes = ([from, to]: [Date, Date]) => Math.round((to.getTime() - from.getTime()) / 60_000)
    const bookingId = await one(
      `insert into booking (device_id, lab_id, seat, kind, state, state_at, period, booker_id,
        experimenter_id, payer_id, purpose, pay_mode, quote, estimate_fen, sample_count, started_at,
        finished_at, nature)
        values ($1, $2, $3, 'self_operated', $4, $5, tstzrange($6, $7), $8, $8, $9, '测试', 'post', $10, 0, $11,
          $12, $13, $14)`,
      [
        device.id,
        device.labId,
        life.counted.length + 1,
        state,
        new Date(),
        ...period,
        user.id,
        payer.id,
        JSON.stringify({ ...quoted, tier }),
        samples,
        pressed?.[0] ?? null,
        pressed?.[1] ?? null,
        nature,
      ],
    )
    return {
      bookingId,
      deviceId: device.id,
      labId: device.labId,
      deptId: device.deptId,
      userId: user.id,
      userDeptId: deptOf.get(user.id) ?? null,
      payerId: payer.id,
      tier,
      kind: 'self_operated',
      nature: nature ?? 'unstated',
      begun: used[0],
      reserved: minutes(period),
      working: minutes(used),
      billed: 0,
      samples,
      uses: 1,
      fen: 0,
    }
  }
  /** A random bill, and how the use then counts. */
  function bill(use: Counted) {
    const units = by.below(8)
    const fees: Fees = {
      time: units * (1 + by.below(9_000)),
      sample: by.below(20_000),
      start: by.below(2) * 777,
    }
    const from = new Date(use.begun.getTime() + (by.below(7) - 3) * 0.5 * HOUR)
    const minutes = 1 + by.below(600)
    const samples = by.below(6)
    const lines = Object.entries(fees).map(([kind, fen]) => makeLine(kind, kind === 'time' ? units : 1, fen))
    return {
      fees,
      values: [
        from,
        new Date(from.getTime() + minutes * 60_000),
        samples,
        JSON.stringify({ ...NOTHING_ELSE, lines }),
        addUp(fees),
      ],
      counts: { begun: from, working: minutes, samples, billed: units * UNIT_MINUTES, fen: addUp(fees) },
    }
  }
  const agree = async (order: Order) => {
    const { fees, values, counts } = bill(order.use)
    await sql(
      `update test_order set state = 'confirmed', state_at = $7, confirmed_at = $7,
        actual = tstzrange($2, $3), sample_count = $4,
          bill = $5, total_fen = $6 where id = $1`,
      [order.id, ...values, new Date()],
    )
    Object.assign(order, { fees, state: 'confirmed' })
    Object.assign(order.use, counts)
    post(order, 'billed', 1)
  }
  const audit = async (who: Person, id: number) => {
    const [row] = await sql<{ state: 'awaiting_finance' }>('select state from settlement where id = $1', [id])
    const [answer] = await world.ok(who, settlementCalls.audit, {
      body: { items: [{ id, state: row?.state ?? 'awaiting_finance' }], verdict: 'approve', reason: '同意' },
    })
    if (!answer?.ok) throw new Error(`settlement ${id}: ${JSON.stringify(answer)}`)
  }

  const deeds = {
    async use() {
      const ended = new Date()
      const planned = 30 * (1 + by.below(10)) * 60_000
      const period: [Date, Date] = [new Date(ended.getTime() - planned), ended]
      const late = by.below(20) * 60_000
      const pressed: [Date, Date] | null =
        by.below(3) === 0
          ? null
          : [new Date(period[0].getTime() + late), new Date(ended.getTime() + late / 2)]
      life.counted.push(await book('awaiting_test_order', period, pressed))
    },
    async bill() {
      const open = unbilled()
      const use = open[by.below(open.length)]
      if (!use) return deeds.use()
      const id = await one(
        `insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, sample_count,
          bill, total_fen)
          values ($1, $2, $3, $4, $5, 'draft', 0,
            '{"lines": [], "materials": [], "extras": [], "discounts": []}', 0)`,
        [use.bookingId, use.deviceId, use.labId, use.userId, use.payerId],
      )
      const order: Order = { id, use, fees: {}, state: 'draft' }
      orders.push(order)
      await agree(order)
      await sql(`update booking set state = 'done' where id = $1`, [use.bookingId])
    },
    async fee() {
      const period: [Date, Date] = [new Date(Date.now() + HOUR), new Date(Date.now() + 3 * HOUR)]
      const fen = 1 + by.below(9_999)
      const use = await book('cancelled', period, null)
      const id = await one(
        `insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, state_at,
          sample_count, bill, total_fen, confirmed_at)
          values ($1, $2, $3, $4, $5, 'confirmed', $6, 0, $7, $8, $6)`,
        [
          use.bookingId,
          use.deviceId,
          use.labId,
          use.userId,
          use.payerId,
          new Date(),
          JSON.stringify({ ...NOTHING_ELSE, lines: [makeLine('cancel_fee', 1, fen)] }),
          fen,
        ],
      )
      Object.assign(use, {
        kind: 'fee',
        begun: new Date(),
        reserved: 0,
        working: 0,
        samples: 0,
        uses: 0,
        fen,
      })
      life.counted.push(use)
      const order: Order = { id, use, fees: { cancel_fee: fen }, state: 'confirmed' }
      orders.push(order)
      post(order, 'billed', 1)
    },
    async settle() {
      const payer = by.pick(payers)
      const labId = by.pick(labs).id
      const mine = orders.filter(
        (o) =>
          o.state === 'confirmed' && o.use.payerId === payer.id && o.use.labId === labId && addUp(o.fees) > 0,
      )
      const some = mine.slice(0, 1 + by.below(2))
      if (some.length === 0) return deeds.bill()
      const way = by.pick(['fund_card', 'fund_card', 'offline'] as const)
      const amountFen = some.reduce((sum, o) => sum + addUp(o.fees), 0)
      const testOrderIds = some.map((o) => o.id)
      const { id } = (await world.ok(payer, settlementCalls.create, {
        body:
          way === 'offline'
            ? { testOrderIds, way }
            : { testOrderIds, way, shares: [{ cardId: cards.get(payer.id) ?? 0, amountFen }] },
      })) as { id: number } // one laboratory and one payer: one settlement
      if (way === 'offline')
        await world.ok(payer, settlementCalls.remit, {
          params: { id },
          body: {
            voucherNumber: `W${id}`,
            remitter: '甲',
            remittedOn: findLocal(new Date(), world.app.deps.env.CAMPUS_TZ).day,
          },
          files: [proof],
        })
      await audit(s.finance, id)
      for (const o of some) {
        post(o, 'received', 1, way)
        o.state = 'paid'
      }
      settled.push({ id, payer, orders: some, way })
    },
    async reverse() {
      const [it] = settled.splice(by.below(settled.length), 1)
      if (!it) return deeds.settle()
      await world.ok(it.payer, settlementCalls.askReversal, {
        params: { id: it.id },
        body: { reason: '有误' },
      })
      await audit(s.finance2, it.id)
      for (const o of it.orders) {
        post(o, 'reversed', -1, it.way)
        // A remittance must be paid back before its orders are settled again.
        o.state = it.way === 'offline' ? 'gone' : 'confirmed'
      }
    },
    /** Corrects a price; it is confirmed again sooner or later. */
    async correct() {
      const order = by.pickFrom(orders.filter((o) => o.state === 'confirmed' && o.use.uses === 1))
      if (!order) return deeds.bill()
      await world.ok(s.reviewer, testOrderCalls.correct, {
        params: { id: order.id },
        body: { reason: '填错' },
      })
      post(order, 'billed', -1)
      order.state = 'draft'
    },
    async confirmAnew() {
      const order = by.pickFrom(orders.filter((o) => o.state === 'draft'))
      return order ? agree(order) : deeds.correct()
    },
    async writeOff() {
      const order = by.pickFrom(orders.filter((o) => o.state === 'confirmed'))
      if (!order) return deeds.use()
      await sql(`update test_order set state = 'written_off', state_at = $2 where id = $1`, [
        order.id,
        new Date(),
      ])
      post(order, 'written_off', -1)
      order.state = 'gone'
      order.use.fen = 0
    },
    /** Moves an instrument and a person; earlier uses do not change. */
    async move() {
      const device = by.pick(devices)
      const lab = by.pick(labs)
      await sql('update device set lab_id = $2, dept_id = $3 where id = $1', [device.id, lab.id, lab.deptId])
      Object.assign(device, { labId: lab.id, deptId: lab.deptId })
      const person = by.pick(users)
      const deptId = by.pick([null, first.deptId, dept2])
      await sql('update user_account set dept_id = $2 where id = $1', [person.id, deptId])
      deptOf.set(person.id, deptId)
    },
    async write() {
      await catchUpInParts(makeParts(world.app.deps, 'test', new Date()))
    },
  }
  await takeSteps(by, steps, deeds)
  await deeds.write()
  life.end = new Date()
  // A fee that was written off is neither a use nor income.
  life.counted = life.counted.filter((u) => u.uses === 1 || u.fen > 0)
  return life
}

async function takeSteps<D extends string>(
  by: Chance,
  steps: number,
  deeds: Record<D, () => Promise<unknown>>,
) {
  // names of `deeds`, which D stands for
  const often = ['use', 'use', 'use', 'bill', 'bill', 'bill', 'settle', 'settle'] as unknown as D[]
  for (let i = 0; i < steps; i++) {
    vi.setSystemTime(Date.now() + 0.5 * HOUR + by.below((2 * LIFE_MS) / steps))
    await deeds[by.pick([...often, ...(Object.keys(deeds) as D[])])]()
  }
}
