import { bookingCalls } from '@portal/contract/booking/calls'
import type { Occasion } from '@portal/contract/form/binding'
import { formCalls } from '@portal/contract/form/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMinutes } from '../../../kernel/time.ts'
import { openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// The forms an instrument asks at a fault, for the result, and of its users afterwards.

let world: World
let lab: OpenLab
let office: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('设备处', { permissions: ['FORM_ALL'] })
})
afterAll(() => world.close())

let deviceId = 0
/** A form with one required question, bound to an occasion of a new instrument. */
async function ask(occasion: Occasion, title: string): Promise<number> {
  deviceId = await lab.device()
  await lab.approvals(deviceId)
  const rule = [{ type: 'input', field: 'said', title, $required: true }]
  const body = {
    name: `${title}登记`,
    category: null,
    description: null,
    text: JSON.stringify({ rule, options: {} }),
  }
  const { id, revision } = await world.ok(office, formCalls.create, { body })
  await world.ok(office, formCalls.publish, { params: { id }, body: { revision } })
  await world.ok(lab.sysadmin, formCalls.bind, { body: { deviceId, occasion, formId: id } })
  return id
}
const answer = (formId: number, said: string) => ({ formId, version: 1, values: { said } })
/** Starts a use. */
async function use(): Promise<number> {
  const { id } = await lab.book({ deviceId, experimenterId: lab.experimenter.id })
  await lab.shift(id, 0)
  await world.ok(lab.booker, bookingCalls.start, { params: { id } })
  await world.sql('update booking set started_at = $2 where id = $1', [id, addMinutes(new Date(), -30)])
  return id
}
const listAnswers = async (id: number, by: Person = lab.reviewer) =>
  (await world.ok(by, bookingCalls.get, { params: { id } })).answers.map((a) => [
    a.occasion,
    a.values['said'],
  ])

test('who reports a fault says what the instrument asks, or the use goes on', async () => {
  const formId = await ask('fault', '报警代码')
  const id = await use()
  const report = (answers?: object) =>
    world.send(lab.booker, bookingCalls.fault, {
      params: { id },
      body: { reason: '真空报警', ...(answers && { answers }) } as never,
    })
  expect((await report()).reasons?.map((r) => [r.field, r.message])).toEqual([
    ['answers.values.said', '请输入报警代码'],
  ])
  expect((await world.ok(lab.booker, bookingCalls.get, { params: { id } })).state).toBe('in_use')
  expect((await report(answer(formId, 'E-17'))).data.state).toBe('awaiting_test_order')
  expect(await listAnswers(id)).toEqual([['fault', 'E-17']])
})

test('its users are asked once for a word, and nobody else gives it', async () => {
  const formId = await ask('survey', '使用感受')
  const id = await use()
  const say = (by: Person, answers = answer(formId, '很好')) =>
    world.send(by, bookingCalls.survey, { params: { id }, body: { answers } })
  const waiting = async (by: Person) =>
    (await world.ok(by, bookingCalls.unsurveyed)).uses.map((u) => u.id).includes(id)
  expect([(await say(lab.booker)).code, await waiting(lab.booker)]).toEqual(['SURVEY_NOT_USED', false])
  await world.ok(lab.booker, bookingCalls.finish, { params: { id } })
  expect([await waiting(lab.booker), await waiting(lab.experimenter), await waiting(lab.payer)]).toEqual([
    true,
    true,
    false,
  ])
  for (const by of [lab.reviewer, lab.outsider]) expect((await say(by)).status).toBe(403)
  expect((await say(lab.booker, answer(formId, ''))).reasons?.[0]?.field).toBe('answers.values.said')
  // Both at once: only the first is accepted.
  const both = await Promise.all([say(lab.booker), say(lab.experimenter)])
  expect(both.map((r) => r.code).toSorted()).toEqual([0, 'SURVEY_GIVEN'])
  expect([await waiting(lab.booker), await waiting(lab.experimenter)]).toEqual([false, false])
  expect(await listAnswers(id)).toEqual([['survey', '很好']])
})

test('a result is handed on with what the instrument asks of it, and exported with it', async () => {
  const formId = await ask('result', '分辨率')
  const id = await use()
  await world.ok(lab.booker, bookingCalls.finish, { params: { id } })
  const order = await world.ok(lab.reviewer, testOrderCalls.measureInfo, { query: { bookingId: id } })
  const params = { id: order.id }
  const form = {
    startAt: addMinutes(new Date(), -30).toISOString(),
    endAt: addMinutes(new Date(), -5).toISOString(),
    sampleCount: 0,
  }
  const save = (answers?: object) =>
    world.send(lab.reviewer, testOrderCalls.save, {
      params,
      body: { ...form, ...(answers && { answers }) } as never,
    })
  const wrong = await save(answer(formId, ''))
  expect(wrong.reasons?.map((r) => r.field)).toEqual(['answers.values.said'])
  // A saved draft may lack it; a submitted order may not.
  expect((await save()).status).toBe(200)
  const early = await world.send(lab.reviewer, testOrderCalls.submit, { params })
  expect(early.reasons?.map((r) => r.message)).toEqual(['请输入分辨率'])
  for (const said of ['2 nm', '1.5 nm'])
    expect((await save(answer(formId, said))).data.answers.map((a) => a.values['said'])).toEqual([said])
  expect((await save()).data.answers.map((a) => a.values['said'])).toEqual(['1.5 nm'])
  await world.ok(lab.reviewer, testOrderCalls.submit, { params })
  expect((await save(answer(formId, '3 nm'))).status).toBe(409)
  expect(await listAnswers(id)).toEqual([['result', '1.5 nm']])
  // People who may see the bill but not the booking read the result with the bill.
  const bill = await world.ok(lab.finance, testOrderCalls.get, { query: params })
  const reads = async (by: Person) =>
    (await world.send(by, formCalls.answer, { params: { id: bill.answers[0]!.id } })).status
  expect([await reads(lab.finance), await reads(lab.outsider)]).toEqual([200, 403])

  const file = await world.app.inject({
    method: 'GET',
    url: makeAddress(testOrderCalls.export, { query: { scope: 'lab' } }),
    headers: { authorization: lab.reviewer.token },
  })
  const [head, ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  expect(head?.at(-1)).toBe('分辨率登记：分辨率')
  expect(rows.map((r) => r[(head?.length ?? 0) - 1] || null)).toEqual(['1.5 nm', null, null])
})

test('who owes more words than are listed is told how many', async () => {
  await ask('survey', '使用体会')
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, period, seat, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, quote, estimate_fen)
      select $1, $2, 'self_operated', 'done', tstzrange(now() - make_interval(hours => n + 1),
        now() - make_interval(hours => n)), 1, $3, $3, $3, '测试', 'post', '{}', 0
      from generate_series(3, 24) n`,
    [deviceId, lab.labId, lab.booker.id],
  )
  const { uses, total } = await world.ok(lab.booker, bookingCalls.unsurveyed)
  expect([uses.length, total]).toEqual([20, 22])
})
