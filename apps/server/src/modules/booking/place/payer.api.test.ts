import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { LOOKUPS_PER_HOUR, peopleCalls } from '@portal/contract/people/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// Who pays for a student's bookings: the supervisor, or a card the student may use. Never the student without
// a card, never a person who was not asked.

let world: World
let lab: OpenLab
let student: Person
let supervised: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  student = await world.person('学生', { userType: '1' })
  supervised = await world.person('有导师的学生', { userType: '1', supervisorId: lab.payer.id })
})
afterAll(() => world.close())

let hour = 0
const slot = () => ({ startAt: at(2, ++hour), endAt: at(2, hour + 1) })
const book = (by: Person, more: Record<string, unknown> = {}) =>
  world.send(by, bookingCalls.create, {
    body: { deviceId: lab.deviceId, kind: 'self_operated', purpose: '形貌', ...slot(), ...more },
  })
const payers = (by: Person) => world.ok(by, bookingCalls.payers, {})
const findPayer = async (id: number, by: Person) =>
  (await world.ok(by, bookingCalls.get, { params: { id } })).payer.name
const enable = (person: Person, enabled: boolean) =>
  world.sql('update user_account set enabled = $2 where id = $1', [person.id, enabled])

test('without card and supervisor a student names somebody else, who is no such student either', async () => {
  expect(await payers(student)).toEqual({ payer: null, unnamedId: student.id, offered: [] })
  const refused = {
    status: 422,
    code: 'PAYER_WITHOUT_CARD',
    reasons: [{ field: 'payerId', message: expect.stringContaining('请选择您的导师付款') }],
  }
  expect(await book(student)).toMatchObject(refused)
  expect(await book(student, { payerId: student.id })).toMatchObject(refused)
  expect(await book(student, { payerId: supervised.id })).toMatchObject({
    ...refused,
    reasons: [{ message: expect.stringContaining('所选付款人是学生') }],
  })
  const judged = await world.ok(student, bookingCalls.judge, {
    body: { deviceId: lab.deviceId, kind: 'self_operated', ...slot() },
  })
  expect(judged.reasons).toMatchObject([{ code: 'PAYER_WITHOUT_CARD', field: 'payerId' }])
  expect((await book(student, { payerId: lab.payer.id })).data.state).toBe('awaiting_payer')
  expect(await payers(student)).toEqual({
    payer: { id: lab.payer.id, name: '付款人' },
    unnamedId: student.id,
    offered: [{ id: lab.payer.id, name: '付款人', why: 'last' }],
  })
})

test('a card of his own, or one he may use, pays for him', async () => {
  const card = await lab.card(lab.payer, 100_00)
  await world.ok(lab.payer, fundCardCalls.authorise, { params: { id: card, userId: student.id }, body: {} })
  expect((await payers(student)).offered.map((o) => o.why)).toEqual(['last', 'self'])
  const { data } = await book(student, { payerId: student.id })
  expect(data.state).toBe('awaiting_reviewer')
  await world.ok(lab.payer, fundCardCalls.revoke, { params: { id: card, userId: student.id } })
  expect(await book(student, { payerId: student.id })).toMatchObject({ code: 'PAYER_WITHOUT_CARD' })
  // Changing the booking does not get around the rule.
  const change = await world.send(student, bookingCalls.change, {
    params: { id: data.id },
    body: { ...slot(), payerId: student.id, purpose: '改期' },
  })
  expect(change).toMatchObject({ status: 422, code: 'PAYER_WITHOUT_CARD' })
})

test('the supervisor pays where nobody is named, once he agrees; nobody agrees for him', async () => {
  expect(await payers(supervised)).toMatchObject({
    payer: { name: '付款人' },
    unnamedId: lab.payer.id,
    offered: [{ name: '付款人', why: 'supervisor' }],
  })
  expect(await book(supervised, { payerId: supervised.id })).toMatchObject({
    reasons: [{ message: '您没有可用的经费卡，不能由本人付款，请选择导师付款人付款' }],
  })
  const {
    data: { id, state },
  } = await book(supervised)
  expect([state, await findPayer(id, supervised)]).toEqual(['awaiting_payer', '付款人'])
  const act = (by: Person) =>
    world.send(by, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
  for (const who of [lab.director, lab.labAdmin, lab.reviewer, lab.finance, lab.sysadmin, supervised])
    expect([who.name, (await act(who)).status]).toEqual([who.name, 403])
  // A payer who left meanwhile is not replaced automatically; the booker may still name another one.
  await enable(lab.payer, false)
  for (const who of [lab.director, lab.sysadmin])
    expect([who.name, (await act(who)).status]).toEqual([who.name, 403])
  expect(await payers(supervised)).toEqual({ payer: null, unnamedId: supervised.id, offered: [] })
  const moved = await world.ok(supervised, bookingCalls.change, {
    params: { id },
    body: { ...slot(), payerId: lab.experimenter.id, purpose: '换人付款' },
  })
  expect([moved.state, await findPayer(id, supervised)]).toEqual(['awaiting_payer', '实验人'])
  await enable(lab.payer, true)
  expect((await payers(supervised)).offered.map((o) => `${o.why} ${o.name}`)).toEqual([
    'supervisor 付款人',
    'last 实验人',
  ])
  expect(
    (
      await world.send(lab.experimenter, bookingCalls.approve, {
        params: { id },
        body: { state: 'awaiting_payer' },
      })
    ).data.state,
  ).toBe('awaiting_reviewer')
})

test('nor does he come to it in place of a payer who left, or with a card he has lost since', async () => {
  const gone = await world.person('离校导师')
  const {
    data: { id },
  } = await book(student, { payerId: gone.id })
  await world.ok(lab.sysadmin, peopleCalls.setEnabled, { params: { id: gone.id }, body: { enabled: false } })
  const name = (payerId: number) =>
    world.send(student, bookingCalls.namePayer, { params: { id }, body: { payerId } })
  for (const payerId of [student.id, supervised.id])
    expect(await name(payerId)).toMatchObject({
      status: 422,
      code: 'PAYER_WITHOUT_CARD',
      reasons: [{ field: 'payerId' }],
    })
  const card = await lab.card(lab.payer, 100_00)
  await world.ok(lab.payer, fundCardCalls.authorise, {
    params: { id: card, userId: supervised.id },
    body: {},
  })
  expect((await name(supervised.id)).data.state).toBe('awaiting_payer')
  await world.ok(lab.payer, fundCardCalls.revoke, { params: { id: card, userId: supervised.id } })
  expect(
    await world.send(supervised, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } }),
  ).toMatchObject({ status: 422, code: 'PAYER_WITHOUT_CARD' })
})

test('a guest pays his bills himself, a teacher too', async () => {
  const guest = await world.person('企业用户', { userType: '5' })
  await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
  for (const who of [guest, lab.booker]) {
    expect((await payers(who)).payer).toEqual({ id: who.id, name: who.name })
    const { data } = await book(who)
    expect([data.state, await findPayer(data.id, who)]).toEqual(['awaiting_reviewer', who.name])
  }
})

test('a guest who has looked up many people names no further one in a booking', async () => {
  const guest = await world.person('好奇的企业用户', { userType: '5' })
  await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
  const names = await world.sql<{ username: string }>(
    `insert into user_account (username, name) select 'sought' || n, '某人' from generate_series(1, $1) n
      returning username`,
    [LOOKUPS_PER_HOUR],
  )
  for (const { username } of names) await world.ok(guest, peopleCalls.find, { query: { keyword: username } })
  for (const more of [{ experimenterId: lab.experimenter.id }, { payerId: lab.payer.id }])
    expect((await book(guest, more)).status).toBe(429)
  expect((await book(guest, { experimenterId: guest.id, payerId: guest.id })).status).toBe(200)
  const found = await world.sql<{ id: number }>(`select id from user_account where username = 'sought1'`)
  expect((await book(guest, { experimenterId: found[0]!.id, payerId: guest.id })).status).toBe(200)
  expect((await book(lab.booker, { experimenterId: lab.experimenter.id })).status).toBe(200)
})

test('samples priced by the hour: who pays for another names his card before anybody knows the hours', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const delivery = {
    deviceId,
    kind: 'sample_delivery',
    startAt: null,
    endAt: null,
    samples: [{ name: '合金', count: 1 }],
    payMode: 'immediate',
  }
  const approve = (by: Person, id: number, body: Record<string, unknown>) =>
    world.send(by, bookingCalls.approve, { params: { id }, body: body as never })
  const { data } = await book(lab.booker, { ...delivery, payerId: lab.payer.id })
  const { id } = data
  const { asks, estimateFen } = await world.ok(lab.payer, bookingCalls.get, { params: { id } })
  expect([data.state, asks.card, estimateFen]).toEqual(['awaiting_payer', true, 0])
  expect(await approve(lab.payer, id, { state: 'awaiting_payer' })).toMatchObject({
    status: 422,
    code: 'FUND_CARD_MISSING',
  })
  const card = await lab.card(lab.payer, 2_000_00)
  expect((await approve(lab.payer, id, { state: 'awaiting_payer', fundCardId: card })).data.state).toBe(
    'awaiting_reviewer',
  )
  const assign = { startAt: at(5, 9), endAt: at(5, 13) }
  expect((await approve(lab.reviewer, id, { state: 'awaiting_reviewer', assign })).data).toMatchObject({
    state: 'awaiting_use',
    estimateFen: 400_00,
  })
  const [{ frozen } = {}] = await world.sql<{ frozen: number }>(
    'select frozen_fen::int8 as frozen from fund_card where id = $1',
    [card],
  )
  expect(frozen).toBe(400_00)
  // Bookers who pay for themselves name the card with the form.
  expect(await book(lab.booker, delivery)).toMatchObject({ status: 422, code: 'FUND_CARD_MISSING' })
  // If an hour is free, no length of time costs anything.
  const nothing = { unitFen: 0, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
  const free = await lab.device({}, { campus: nothing })
  await lab.approvals(free, 'reviewer')
  expect((await book(lab.booker, { ...delivery, deviceId: free })).data.state).toBe('awaiting_reviewer')
})
