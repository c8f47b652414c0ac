import type { Business } from '@portal/contract/approval/approval'
import { bookingCalls, liveStates } from '@portal/contract/booking/booking'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { edit } from '@portal/contract/kernel/permissions'
import { labCalls } from '@portal/contract/lab/lab'
import { peopleCalls } from '@portal/contract/people/people'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from './demo/random.ts'
import { waitingOf } from './modules/approval/approval.service.ts'
import { campus, type Campus } from './testing/campus.ts'
import { brokenRules } from './testing/ledger.ts'
import type { Person } from './testing/world.ts'

// A third of the campus leaves: its people, labs and cards are closed in any order, by the calls that people close them with. No bill,
// hold or task may be left that nobody can act on.

let world: Campus
let admin: Person
let bursar: Person
beforeAll(async () => {
  world = await campus()
  admin = await world.person('留任管理员', { permissions: ['ADMIN'] })
  bursar = await world.person('留任财务', { permissions: edit('FINANCIAL') })
}, 60_000)
afterAll(() => world.close())

const ids = async (text: string, values: unknown[] = []) => (await world.sql<{ id: number }>(text, values)).map((r) => r.id)
const known = new Map<number, Person>()
/** Somebody with a session of his own. */
async function as(id: number): Promise<Person> {
  const there = known.get(id)
  if (there) return there
  const token = randomBytes(32).toString('base64url')
  await world.sql(`insert into session (token_hash, user_id, kind, expires_at) values ($1, $2, 'session', now() + interval '1 day')`, [createHash('sha256').update(token).digest(), id])
  known.set(id, { id, name: '', token })
  return { id, name: '', token }
}
/** Among these and whoever stays in the offices, somebody active may do something. */
async function somebody(people: readonly (number | null)[], can: (who: Person) => Promise<readonly string[]>): Promise<boolean> {
  const active = await ids('select id from user_account where enabled and id = any($1)', [people.filter((id) => id !== null)])
  for (const id of [...active, bursar.id, admin.id]) {
    const words = await can(id === admin.id ? admin : id === bursar.id ? bursar : await as(id))
    if (words.some((w) => w !== 'print')) return true
  }
  return false
}

test.each([7])('after a third has left (seed %s) no bill, hold, booking or task waits for nobody', async (seed) => {
  const random = new Random(`leaving ${seed}`)
  const shuffle = <T,>(all: readonly T[]): T[] => random.some(all, all.length)
  const third = <T,>(all: readonly T[]): T[] => shuffle(all).slice(0, Math.ceil(all.length / 3))
  const people = third(await ids('select id from user_account where enabled and id <> all($1) order by id', [[admin.id, bursar.id]]))
  const labs = third(await ids('select id from lab where enabled order by id'))
  const cards = third(await ids('select id from fund_card where enabled order by id'))
  const closing = shuffle([
    ...people.map((id) => () => world.send(admin, peopleCalls.setEnabled, { params: { id }, body: { enabled: false } })),
    ...labs.map((id) => () => world.send(admin, labCalls.enable, { params: { id }, body: { enabled: false, accept: true } })),
    ...cards.map((id) => () => world.send(bursar, fundCardCalls.suspend, { params: { id }, body: { reason: '项目结题' } })),
  ])
  expect(people.length).toBeGreaterThan(15)
  for (const close of closing) {
    const { status, message } = await close()
    // A card may have been closed with its owner.
    if (status !== 200) expect([status, message]).toEqual([409, expect.stringContaining('已经停用')])
  }

  const stuck: string[] = []
  const directors = `array(select m.user_id from lab_member m where m.lab_id = x.lab_id and m.role = 'lab_director')`
  const orders = await world.sql<{ id: number; people: number[] }>(
    `select x.id, array[booker_id, payer_id] || ${directors} || array(select user_id from device_reviewer r where r.device_id = x.device_id or r.lab_id = x.lab_id) as people
    from test_order x where state not in ('in_settlement', 'settled', 'written_off')`)
  for (const { id, people: theirs } of orders) {
    if (!(await somebody(theirs, async (who) => (await world.send(who, testOrderCalls.get, { query: { id } })).data?.can ?? []))) stuck.push(`test order ${id}`)
  }
  const settlements = await world.sql<{ id: number; people: number[] }>(
    `select x.id, array[starter_id, payer_id] || array(select c.owner_id from settlement_share h join fund_card c on c.id = h.card_id where h.settlement_id = x.id) as people
    from settlement x where state like 'awaiting%'`)
  for (const { id, people: theirs } of settlements) {
    if (!(await somebody(theirs, async (who) => (await world.send(who, settlementCalls.get, { query: { id } })).data?.can ?? []))) stuck.push(`settlement ${id}`)
  }
  const bookings = await world.sql<{ id: number; people: number[] }>(
    `select x.id, array[booker_id, experimenter_id] || ${directors} as people from booking x where state = any($1)`, [liveStates])
  for (const { id, people: theirs } of bookings) {
    if (!(await somebody(theirs, async (who) => (await world.send(who, bookingCalls.get, { params: { id } })).data?.can ?? []))) stuck.push(`booking ${id}`)
  }
  const tasks = await world.sql<{ business: Business; rowId: number }>(`select distinct business, row_id as "rowId" from approval_task where state = 'waiting'`)
  for (const { business, rowId } of tasks) {
    const waiting = await world.asSystem((ctx) => waitingOf(ctx, business, rowId))
    if (waiting.some((w) => w.people === 0)) stuck.push(`task of ${business} ${rowId}`)
  }
  expect(stuck).toEqual([])
  // Else it proves nothing.
  expect([orders, settlements, bookings, tasks].map((rows) => rows.length > 0), `${[orders.length, settlements.length, bookings.length, tasks.length]}`).toEqual([true, true, true, true])

  // Nothing of theirs stays frozen, and the books are right.
  const closed = `select id from user_account where not enabled`
  expect(await ids(`select b.id from booking b where b.held_fen > 0 and (b.payer_id in (${closed}) or b.fund_card_id in (select id from fund_card where owner_id in (${closed})))`)).toEqual([])
  expect(await brokenRules(world.sql)).toEqual([])
}, 60_000)
