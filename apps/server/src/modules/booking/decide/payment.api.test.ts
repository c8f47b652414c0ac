import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { peopleCalls } from '@portal/contract/people/people'
import { expect, test } from 'vitest'
import { runJob } from '../../../kernel/jobs.ts'
import { countBlocked } from '../../../testing/blocked.ts'
import { createPersonnel, sceneWorld } from '../../../testing/scene.ts'
import type { Person } from '../../../testing/world.ts'
import { bookingJobs } from '../booking.jobs.ts'

// The payer leaves or the card can no longer pay: the booking stays, and another payer or card is named.

const { world, s } = await sceneWorld()
const { clerk } = await createPersonnel(world)

const get = (who: Person, id: number) => world.ok(who, bookingCalls.get, { params: { id } })
const frozen = async (cardId: number) =>
  (
    await world.sql<{ frozen: number }>('select frozen_fen as frozen from fund_card where id = $1', [cardId])
  )[0]?.frozen
const close = (id: number, more: object = {}) =>
  world.ok(clerk, peopleCalls.setEnabled, { params: { id }, body: { enabled: false, ...more } })
const name = (who: Person, id: number, body: { payerId: number; fundCardId?: number; stateAt?: string }) =>
  world.send(who, bookingCalls.namePayer, { params: { id }, body })
const titles = async (id: number) =>
  (
    await world.sql<{ title: string }>(
      `select distinct payload ->> 'title' as title from outbox where payload ->> 'link' = $1`,
      [`/appointment/orderDetail?id=${id}`],
    )
  ).map((r) => r.title)
const card = async (owner: Person, user?: Person) => {
  const id = await s.card(owner, 500_000)
  if (user) await world.ok(owner, fundCardCalls.authorise, { params: { id, userId: user.id }, body: {} })
  return id
}

test('whose payer left: the booker names another one, who agrees with a card; nobody is asked again who had agreed', async () => {
  const [gone, next] = [await world.person('离校导师'), await world.person('接手导师')]
  const lent = await card(s.payer, gone)
  const id = await s.coming({ payerId: gone.id, holdOn: lent })
  await close(gone.id)
  expect(await frozen(lent)).toBe(0)
  expect(await get(s.booker, id)).toMatchObject({ state: 'awaiting_payer', payerGone: true, heldFen: 0 })
  expect((await get(s.booker, id)).can).toEqual(expect.arrayContaining(['name_payer', 'change', 'cancel']))
  expect((await get(s.director, id)).can).toEqual(expect.arrayContaining(['name_payer', 'revoke']))
  for (const who of [s.booker, s.director, s.reviewer])
    expect((await get(who, id)).can).not.toContain('approve')
  expect((await get(s.reviewer, id)).can).not.toContain('name_payer')
  expect(await titles(id)).toContain('付款人账号已停用，请更换付款人')

  expect(await name(s.booker, id, { payerId: gone.id })).toMatchObject({ code: 'PERSON_UNKNOWN' })
  expect((await name(s.reviewer, id, { payerId: next.id })).status).toBe(403)
  // Only the payer names a card; the director cannot do it for them.
  expect(await name(s.director, id, { payerId: next.id, fundCardId: lent })).toMatchObject({
    code: 'CARD_OF_PAYER',
  })
  const { stateAt: seen } = await get(s.booker, id)
  const [first, second] = await Promise.all([
    name(s.booker, id, { payerId: next.id, stateAt: seen }),
    name(s.director, id, { payerId: s.outsider.id, stateAt: seen }),
  ])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  const payer = first.status === 200 ? next : s.outsider
  expect(await get(payer, id)).toMatchObject({
    state: 'awaiting_payer',
    payerGone: false,
    payer: { id: payer.id },
    can: ['approve', 'refuse'],
  })
  const own = await card(payer)
  const { stateAt } = await get(payer, id)
  expect(
    await world.ok(payer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_payer', stateAt, fundCardId: own },
    }),
  ).toMatchObject({ state: 'awaiting_use' })
  expect([await frozen(own), await frozen(lent)]).toEqual([12_000, 0])
  expect((await get(s.booker, id)).history.map((h) => h.title)).toEqual([
    '付款失效',
    '更换付款人',
    '付款人确认：通过',
  ])
})

test('whose experimenter left: the booker reads which booking it is, and who does not come', async () => {
  const gone = await world.person('毕业学生')
  const [coming, running] = [await s.coming(), await s.coming()]
  await world.sql('update booking set experimenter_id = $2 where id = any($1)', [[coming, running], gone.id])
  await world.sql(`update booking set state = 'in_use', started_at = now() where id = $1`, [running])
  await close(gone.id)
  const told = await world.sql<{ ids: number[]; body: string }>(
    `select payload -> 'userIds' as ids, payload ->> 'body' as body from outbox
      where payload ->> 'title' = '预约的实验人已停用' order by id`,
  )
  const say = (way: string) => ({
    ids: [s.booker.id],
    body: expect.stringMatching(
      new RegExp(`^场发射扫描电镜，\\d{4}-\\d\\d-\\d\\d .*\n实验人 毕业学生 的账号已停用，${way}。$`),
    ),
  })
  expect(told).toEqual([say('请您本人使用，或取消后重新预约'), say('使用尚未登记结束，请您登记结束')])
})

test('a payer who is back is asked himself; whoever was to name another one does not agree for him', async () => {
  const back = await world.person('返校导师')
  const id = await s.coming({ payerId: back.id, holdOn: await card(s.payer, back) })
  await close(back.id)
  expect((await get(s.booker, id)).can).toContain('name_payer')
  await world.ok(clerk, peopleCalls.setEnabled, { params: { id: back.id }, body: { enabled: true } })
  const own = await card(back)
  const approve = (who: Person) =>
    world.send(who, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_payer', fundCardId: own },
    })
  expect((await approve(s.booker)).status).toBe(403)
  expect((await get(s.booker, id)).can.toSorted()).toEqual(['cancel', 'change'])
  expect(await titles(id)).toContain('预约人的预约待您确认付款')
  const [asked] = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox where payload ->> 'link' = $1
      and payload ->> 'title' = '预约人的预约待您确认付款' order by id desc limit 1`,
    [`/appointment/orderDetail?id=${id}`],
  )
  expect(asked?.body).toMatch(/\n请于 .*（预约开始）前办理，届时未通过的预约将过期。$/)
  // Closing the account ended the payer's session.
  await world.sql(
    `insert into session (token_hash, user_id, kind, expires_at)
      values (sha256($1), $2, 'session', now() + interval '1 day')`,
    [Buffer.from(back.token), back.id],
  )
  expect((await get(back, id)).can).toEqual(['approve', 'refuse'])
  expect((await approve(back)).data).toMatchObject({ state: 'awaiting_use' })
  expect(await frozen(own)).toBe(12_000)
})

test('a payer whom a change of his account brings back is asked too', async () => {
  const back = await world.person('返校导师三')
  const id = await s.coming({ payerId: back.id, holdOn: await card(s.payer, back) })
  await close(back.id)
  await world.ok(clerk, peopleCalls.change, { body: { id: back.id, name: back.name, enabled: true } })
  expect(await titles(id)).toContain('预约人的预约待您确认付款')
})

test('until he is asked again nobody else says his yes', async () => {
  const back = await world.person('返校导师二')
  const id = await s.coming({ payerId: back.id, holdOn: await card(s.payer, back) })
  await close(back.id)
  // The account is enabled directly in the database, so no event is announced.
  await world.sql('update user_account set enabled = true where id = $1', [back.id])
  const seen = await get(s.booker, id)
  expect(seen).toMatchObject({ payerGone: false, asks: { payment: false } })
  expect(seen.can).not.toContain('approve')
  const answer = await world.send(s.booker, bookingCalls.approve, {
    params: { id },
    body: { state: 'awaiting_payer', fundCardId: await card(s.booker) },
  })
  expect(answer.status).toBe(403)
})

test('the booker pays himself: with his card in the same step; a successor is asked at once', async () => {
  const gone = await world.person('离校导师二')
  const id = await s.coming({ payerId: gone.id, holdOn: await card(s.payer, gone) })
  const passed = await s.coming({ payerId: gone.id, holdOn: await card(s.payer, gone) })
  const heir = await world.person('接收人')
  await close(gone.id, { successorId: heir.id })
  expect(await get(heir, id)).toMatchObject({
    state: 'awaiting_payer',
    payerGone: false,
    payer: { id: heir.id },
    can: ['approve', 'refuse'],
  })
  await close(heir.id)
  expect(await name(s.booker, passed, { payerId: s.booker.id })).toMatchObject({ code: 'FUND_CARD_MISSING' })
  const own = await card(s.booker)
  expect((await name(s.booker, passed, { payerId: s.booker.id, fundCardId: own })).data).toMatchObject({
    state: 'awaiting_use',
  })
  expect(await frozen(own)).toBe(12_000)
})

test('a card that is suspended or runs out pays no more: its bookings are free of it, their payer names another', async () => {
  const own = await card(s.payer)
  const [waits, uses] = [await s.coming({ holdOn: own }), await s.finished({ holdOn: own })]
  const ownBooking = await s.coming({ bookerId: s.payer.id, payerId: s.payer.id, holdOn: own })
  await world.ok(s.finance, fundCardCalls.suspend, { params: { id: own }, body: { reason: '项目审计' } })
  expect(await frozen(own)).toBe(0)
  expect(await get(s.payer, waits)).toMatchObject({
    state: 'awaiting_payer',
    can: ['approve', 'refuse'],
    reason: null,
  })
  expect(await get(s.payer, uses)).toMatchObject({ state: 'awaiting_test_order', heldFen: 0 })
  // Bookers who pay for themselves may name a card or cancel.
  expect((await get(s.payer, ownBooking)).can).toEqual(expect.arrayContaining(['approve', 'cancel']))
  expect(await titles(waits)).toEqual(expect.arrayContaining(['预约的经费卡不可用，请另选经费卡']))
  const approve = async (who: Person, id: number, fundCardId?: number) =>
    world.send(who, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer', fundCardId } })
  expect(await approve(s.payer, waits)).toMatchObject({ code: 'CARD_DISABLED' })
  await world.ok(s.finance, fundCardCalls.resume, { params: { id: own } })
  // The same card again; then it expires: each freeze has a part of its own.
  expect((await approve(s.payer, waits, own)).data).toMatchObject({ state: 'awaiting_use' })
  expect(await frozen(own)).toBe(12_000)
  await world.sql(`update fund_card set valid_to = current_date - 2 where id = $1`, [own])
  const job = bookingJobs.find((j) => j.name === 'booking-card')
  if (!job) throw new Error('there is such a job')
  await runJob(world.app.deps, job)
  await runJob(world.app.deps, job)
  expect([await frozen(own), (await get(s.payer, waits)).state]).toEqual([0, 'awaiting_payer'])
  const other = await card(s.payer)
  expect((await approve(s.payer, waits, other)).data).toMatchObject({ state: 'awaiting_use' })
  expect((await approve(s.payer, ownBooking, other)).data).toMatchObject({ state: 'awaiting_use' })
  expect(await frozen(other)).toBe(24_000)
})

test('what somebody who leaves has booked goes to a successor who may use the instrument, or is taken back', async () => {
  const device = s.deviceId
  await world.sql(
    `insert into price_plan (device_id, version, basis, rates, effective) select $1, 1, 'per_sample', '{"campus": {"unitFen": 12000, "unitMinutes": 0, "startFen": 0, "minUnits": 0, "bands": []}}', daterange('2020-01-01', null)
    where not exists (select from price_plan where device_id = $1)`,
    [device],
  )
  await world.sql(
    `update opening set enabled = true, sample_delivery = true, pay_modes = '{immediate,post}' where device_id = $1`,
    [device],
  )
  const [leaver, heir] = [await world.person('毕业博士'), await world.person('师弟')]
  const own = await card(leaver)
  const [ownPay, otherPays] = [
    await s.coming({ bookerId: leaver.id, payerId: leaver.id, holdOn: own }),
    await s.coming({ bookerId: leaver.id, payerId: s.payer.id, holdOn: await card(s.payer) }),
  ]
  await world.sql(`update booking set overridden = '{QUALIFICATION_MISSING,TOO_LONG}' where id = $1`, [
    ownPay,
  ])
  await close(leaver.id, { successorId: heir.id, bookings: 'hand_over' })
  // The override of the qualification does not pass to the heir.
  expect((await get(s.director, ownPay)).overridden).toEqual(['TOO_LONG'])
  // The heir confirms their own payments with a card; another payer is asked to consent to the new booker.
  expect(await get(heir, ownPay)).toMatchObject({
    state: 'awaiting_payer',
    booker: { id: heir.id },
    experimenter: { id: heir.id },
    payer: { id: heir.id },
    heldFen: 0,
  })
  expect((await get(heir, ownPay)).can).toEqual(expect.arrayContaining(['approve', 'change', 'cancel']))
  expect(await get(s.payer, otherPays)).toMatchObject({
    state: 'awaiting_payer',
    booker: { id: heir.id },
    payer: { id: s.payer.id },
    can: ['approve', 'refuse'],
  })
  expect(await titles(ownPay)).toContain('您接收了一项预约')

  const [second, barred] = [await world.person('毕业硕士'), await world.person('被暂停的人')]
  await world.sql(`update user_account set suspended_until = now() + interval '9 days' where id = $1`, [
    barred.id,
  ])
  const lost = await s.coming({ bookerId: second.id, payerId: second.id })
  const plain = await s.coming({ bookerId: heir.id, payerId: heir.id })
  await close(second.id, { successorId: barred.id, bookings: 'hand_over' })
  expect(await get(s.director, lost)).toMatchObject({
    state: 'revoked',
    reason: expect.stringContaining('接收人不能使用'),
  })
  await close(heir.id, { successorId: s.booker.id })
  expect(await get(s.director, plain)).toMatchObject({ state: 'revoked', reason: '预约人账号已停用' })
})

test('what moves money locks the card before the booking, as the closing of an account does', async () => {
  const held = await card(s.payer)
  const [cancelled, missed] = [await s.coming({ holdOn: held }), await s.coming({ holdOn: held })]
  await world.sql(
    `update booking set period = tstzrange(now() - interval '3 hours', now() - interval '2 hours')
      where id = $1`,
    [missed],
  )
  const whileLocked = async (id: number, work: () => Promise<unknown>) => {
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from fund_card where id = $1 for no key update', [held])
      const working = work()
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      await holder.query('select from booking where id = $1 for no key update nowait', [id])
      await holder.query('commit')
      await working
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }
  await whileLocked(cancelled, () =>
    world.ok(s.booker, bookingCalls.cancel, { params: { id: cancelled }, body: {} }),
  )
  const miss = bookingJobs.find((job) => job.name === 'booking-miss')!
  await whileLocked(missed, () => runJob(world.app.deps, miss))
  expect((await get(s.booker, cancelled)).state).toBe('cancelled')
  expect((await get(s.booker, missed)).state).not.toBe('awaiting_use')
})
