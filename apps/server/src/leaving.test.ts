import type { Business } from '@portal/contract/approval/approval'
import { liveStates } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { edit } from '@portal/contract/kernel/permissions'
import { labCalls } from '@portal/contract/lab/lab'
import { peopleCalls } from '@portal/contract/people/people'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from './demo/random.ts'
import { listWaiting } from './modules/approval/approval.service.ts'
import { campus, type Campus } from './testing/campus.ts'
import { findHelpless } from './testing/asked.ts'
import { brokenRules } from './testing/ledger.ts'
import type { Person } from './testing/world.ts'

// A third of the campus leaves: its people, labs and cards are closed in any order, by the calls that people
// use for it. No bill, hold or task may remain that nobody can act on.

let world: Campus
let admin: Person
let bursar: Person
beforeAll(async () => {
  world = await campus()
  admin = await world.person('留任管理员', { permissions: ['ADMIN'] })
  bursar = await world.person('留任财务', { permissions: edit('FINANCIAL') })
}, 60_000)
afterAll(() => world.close())

const ids = async (text: string, values: unknown[] = []) =>
  (await world.sql<{ id: number }>(text, values)).map((r) => r.id)
const known = new Map<number, Person>()
/** A person with a new session. */
async function as(id: number): Promise<Person> {
  const there = known.get(id)
  if (there) return there
  const token = randomBytes(32).toString('base64url')
  await world.sql(
    `insert into session (token_hash, user_id, kind, expires_at) values ($1, $2, 'session', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), id],
  )
  known.set(id, { id, name: '', token })
  return { id, name: '', token }
}
/** The actions that move a row on, for each state; other actions do not count. */
const onward: Record<'test_order' | 'settlement' | 'booking', Record<string, readonly string[]>> = {
  test_order: {
    draft: ['submit'],
    awaiting_director: ['approve'],
    awaiting_booker: ['confirm'],
    awaiting_payer: ['agree', 'return'],
    confirmed: [
      'settle',
      'propose_payer',
      'accept_payer',
      'decline_payer',
      'write_off',
      'decline_write_off',
      'withdraw',
    ],
  },
  settlement: {
    awaiting_card_owner: ['approve', 'refuse'],
    awaiting_remittance: ['remit'],
    awaiting_finance: ['approve'],
    awaiting_reversal: ['approve', 'refuse'],
    reversed: ['refund'],
  },
  booking: {
    awaiting_payer: ['approve', 'name_payer'],
    awaiting_reviewer: ['approve', 'refuse'],
    awaiting_director: ['approve', 'refuse'],
    awaiting_use: ['start', 'cancel', 'revoke'],
    in_use: ['finish'],
  },
}
/**
 * The payer settles their own bill; when they have left, another person must be able to name another payer
 * or to write the bill off.
 */
const ofBills = (gone: boolean): readonly string[] =>
  gone
    ? (onward.test_order['confirmed'] ?? []).filter((w) => w !== 'settle')
    : (onward.test_order['confirmed'] ?? [])

/** True if an active person among these, or in the remaining offices, may take one of the wanted actions. */
async function somebody(
  people: readonly (number | null)[],
  wanted: readonly string[],
  can: (who: Person) => Promise<readonly string[]>,
): Promise<boolean> {
  const active = await ids('select id from user_account where enabled and id = any($1)', [
    people.filter((id) => id !== null),
  ])
  for (const id of [...active, bursar.id, admin.id]) {
    const words = await can(id === admin.id ? admin : id === bursar.id ? bursar : await as(id))
    if (words.some((w) => wanted.includes(w))) return true
  }
  return false
}

interface Waiting {
  id: number
  state: string
  people: number[]
}
const closed = `select id from user_account where not enabled`
const directors = `array(select m.user_id from lab_member m where m.lab_id = x.lab_id and m.role = 'lab_director')`
const reviewers = (device: string) =>
  `array(select user_id from device_reviewer r where r.device_id = ${device} or r.lab_id = x.lab_id)`
/** Rows that wait, with the people they may wait for. */
const waiting = {
  test_order: `select x.id, state, payer_id in (${closed}) as gone, array[booker_id, payer_id,
      proposed_payer_id] || ${directors} || ${reviewers('x.device_id')} as people
    from test_order x where state not in ('in_settlement', 'settled', 'written_off')`,
  settlement: `select x.id, state, array[starter_id,
      payer_id] || array(select c.owner_id from settlement_share h join fund_card c on c.id = h.card_id
      where h.settlement_id = x.id) as people
    from settlement x where state like 'awaiting%' or state = 'reversed' and way = 'offline'`,
  booking: `select x.id, state, array[payer_id, booker_id,
      experimenter_id] || ${directors} || ${reviewers('x.device_id')} as people from booking x
    where state = any($1)`,
}
/** Frozen money for a booking that nobody can pay, or on a card that can pay no more. */
const frozen = {
  'a booking that nobody pays': `select id from booking
    where held_fen > 0 and (payer_id in (${closed}) or booker_id in (${closed}) and state <> 'in_use')`,
  'a booking on a lost card': `select b.id from booking b join fund_card c on c.id = b.fund_card_id
    where b.held_fen > 0 and (not c.enabled or c.owner_id in (${closed}) or c.valid_to < current_date)`,
  'a card of somebody who left': `select c.id from fund_card c where c.owner_id in (${closed})
      and c.frozen_fen <> (select coalesce(sum(h.amount_fen), 0) from settlement_share h
    join settlement s on s.id = h.settlement_id where h.card_id = c.id and s.state = 'awaiting_finance')`,
}

/** The actions of a person at a row, asked with their session. */
const asked = {
  test_order: async (who: Person, id: number) =>
    (await world.send(who, testOrderCalls.get, { query: { id } })).data?.can ?? [],
  settlement: async (who: Person, id: number) =>
    (await world.send(who, settlementCalls.get, { query: { id } })).data?.can ?? [],
  booking: async (who: Person, id: number) =>
    (await world.send(who, bookingCalls.get, { params: { id } })).data?.can ?? [],
}

// The second run closes a third of what the first has left. Other orders: LEAVING_SEEDS=12,34; for some of
// them no row of a rare kind is left to judge.
const seeds = process.env['LEAVING_SEEDS']?.split(',').map(Number) ?? [12, 34]
test.each(seeds)(
  `after a third has left (seed %s of ${seeds.join()}) no bill, hold, booking or task waits for nobody`,
  async (seed) => {
    const random = new Random(`leaving ${seed}`)
    const shuffle = <T>(all: readonly T[]): T[] => random.some(all, all.length)
    const third = <T>(all: readonly T[]): T[] => shuffle(all).slice(0, Math.ceil(all.length / 3))
    const everybody = shuffle(
      await ids('select id from user_account where enabled and id <> all($1) order by id', [
        [admin.id, bursar.id],
      ]),
    )
    const people = everybody.slice(0, Math.ceil(everybody.length / 3))
    const staying = everybody.slice(people.length)
    const labs = third(await ids('select id from lab where enabled order by id'))
    const cards = third(await ids('select id from fund_card where enabled order by id'))
    /**
     * Some people name no successor; others name one who takes over the bookings or
     * not, and the posts or not.
     */
    const body = () => {
      const successorId = random.chance(0.5) ? random.pick(staying) : null
      return {
        enabled: false,
        successorId,
        bookings: random.chance(0.5) ? ('hand_over' as const) : ('revoke' as const),
        postsTo: successorId !== null && random.chance(0.5) ? successorId : null,
      }
    }
    const closePerson = async (id: number, by: Person, wanted = body()) => {
      const answer = await world.send(by, peopleCalls.setEnabled, { params: { id }, body: wanted })
      // The successor of a department's head must be of the department.
      return answer.code === 'SUCCESSOR_DEPT'
        ? world.send(by, peopleCalls.setEnabled, { params: { id }, body: { ...wanted, postsTo: null } })
        : answer
    }
    const closing = shuffle([
      ...people.map((id) => () => closePerson(id, admin)),
      ...labs.map(
        (id) => () =>
          world.send(admin, labCalls.enable, { params: { id }, body: { enabled: false, accept: true } }),
      ),
      ...cards.map(
        (id) => () =>
          world.send(bursar, fundCardCalls.suspend, { params: { id }, body: { reason: '项目结题' } }),
      ),
    ])
    expect(people.length).toBeGreaterThan(10)
    for (const close of closing) {
      const { status, message } = await close()
      // A card may already be closed because its owner has left.
      if (status !== 200) expect([status, message]).toEqual([409, expect.stringContaining('已经停用')])
    }

    const stuck: string[] = []
    const found = await Promise.all(
      Object.entries(waiting).map(async ([of, text]) => {
        const business = of as keyof typeof waiting // the keys of the object above
        const rows = await world.sql<Waiting & { gone?: boolean }>(
          text,
          business === 'booking' ? [liveStates] : [],
        )
        for (const { id, state, people: theirs, gone = false } of rows) {
          const wanted =
            business === 'test_order' && state === 'confirmed' ? ofBills(gone) : onward[business][state]
          // A booking whose use is over waits for its test order, which is checked separately.
          if (state === 'awaiting_test_order') continue
          if (!(await somebody(theirs, wanted ?? [], (who) => asked[business](who, id))))
            stuck.push(`${business} ${id} (${state})`)
        }
        return rows.length
      }),
    )
    const tasks = await world.sql<{ business: Business; rowId: number }>(
      `select distinct business, row_id as "rowId" from approval_task where state = 'waiting'`,
    )
    for (const { business, rowId } of tasks) {
      const awaited = await world.asSystem((ctx) => listWaiting(ctx, business, rowId))
      if (awaited.some((w) => w.people === 0)) stuck.push(`task of ${business} ${rowId}`)
    }
    const others = await ids('select id from user_account where enabled and id <> all($1)', [
      [admin.id, bursar.id],
    ])
    const remaining = [admin, bursar, ...(await Promise.all(others.map(as)))]
    for (const what of await findHelpless(world, remaining)) stuck.push(`asked, and may do nothing: ${what}`)
    for (const [what, text] of Object.entries(frozen))
      for (const id of await ids(text)) stuck.push(`frozen: ${what} ${id}`)
    expect(stuck).toEqual([])
    // Without waiting rows the test would prove nothing.
    expect(
      [...found, tasks.length].every((n) => n > 0),
      `${[...found, tasks.length]}`,
    ).toBe(true)
    expect(await brokenRules(world.sql)).toEqual([])
  },
  60_000,
)
