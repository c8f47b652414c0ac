import { bookingCalls } from '@portal/contract/booking/calls'
import { formCalls } from '@portal/contract/form/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// The form that an instrument asks of its bookers, from the binding to the exported sheet.

let world: World
let lab: OpenLab
let office: Person
let keeper: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('设备处', { permissions: ['FORM_ALL'] })
  keeper = await world.person('机组长', { permissions: ['OPEN_SETTING_EDIT'] })
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin')`, [
    lab.labId,
    keeper.id,
  ])
})
afterAll(() => world.close())

const options = ['室温', '低温'].map((label, value) => ({ value, label }))
const questions = [
  { type: 'input', field: 'phone', title: '样品编号', $required: true, props: { maxlength: 8 } },
  { type: 'radio', field: 'stage', title: '样品台', options },
  { type: 'inputNumber', field: 'kv', title: '电压', props: { min: 1, max: 30 } },
]
const makeText = (rule: unknown[]) => JSON.stringify({ rule, options: {} })
async function publish(name: string, rule: unknown[] = questions): Promise<number> {
  const body = { name, category: null, description: null, text: makeText(rule) }
  const { id, revision } = await world.ok(office, formCalls.create, { body })
  await world.ok(office, formCalls.publish, { params: { id }, body: { revision } })
  return id
}
const bind = (formId: number | null, more: object = {}, by = keeper) =>
  world.send(by, formCalls.bind, {
    body: { deviceId: lab.deviceId, occasion: 'booking', formId, ...more },
  })
const asked = async (deviceId = lab.deviceId) =>
  (await world.ok(lab.booker, formCalls.asked, { query: { deviceId, occasion: 'booking' } })).form

let hour = 0
/** A new hour for each call. */
const wish = (more: object = {}) => ({
  deviceId: lab.deviceId,
  kind: 'self_operated' as const,
  startAt: at(3, hour++),
  endAt: at(3, hour),
  purpose: '形貌表征',
  ...more,
})
const book = (more: object = {}) => world.send(lab.booker, bookingCalls.create, { body: wish(more) })
const count = async (table: string) =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n

test('only who opens an instrument says what it asks, and only of what is published', async () => {
  const formId = await publish('预约登记')
  for (const by of [lab.booker, lab.reviewer, lab.outsider]) {
    expect((await bind(formId, {}, by)).status).toBe(403)
    const query = { deviceId: lab.deviceId }
    expect((await world.send(by, formCalls.bindings, { query })).status).toBe(403)
  }
  const draft = await world.ok(office, formCalls.create, {
    body: { name: '草稿', category: null, description: null, text: makeText(questions) },
  })
  const refused = await bind(draft.id)
  expect([refused.code, refused.reasons?.[0]?.field]).toEqual(['FORM_NOT_BOUND', 'formId'])
  expect((await bind(null, { wholeLab: true })).code).toBe('NOTHING_TO_SPARE')

  // The laboratory's form applies if the instrument has none, unless the instrument switches it off.
  const own = await publish('本机登记')
  const other = await lab.device()
  await bind(formId, { wholeLab: true })
  expect([(await asked())?.id, (await asked(other))?.id]).toEqual([formId, formId])
  await bind(own)
  expect([(await asked())?.id, (await asked(other))?.id]).toEqual([own, formId])
  const listed = (await bind(null)).data
  expect(listed.map((b) => [b.ofDevice, b.form?.name, b.counts, b.by.name])).toEqual([
    [true, undefined, true, '机组长'],
    [false, '预约登记', false, '机组长'],
  ])
  expect([await asked(), (await asked(other))?.id]).toEqual([null, formId])
  for (const { id } of listed) {
    expect((await world.send(lab.booker, formCalls.unbind, { params: { id } })).status).toBe(403)
    await world.ok(keeper, formCalls.unbind, { params: { id } })
  }
  expect(await asked(other)).toBeNull()
  // Answers to a form that is not asked are ignored, and the booking is accepted.
  const { status } = await book({ answers: { formId, version: 1, values: { phone: 'x' } } })
  expect([status, await count('form_answer')]).toEqual([200, 0])
})

test('what is missing or wrong is refused at its field, and nothing is written', async () => {
  const formId = await publish('预约登记')
  await bind(formId)
  const [bookings, tasks] = [await count('booking'), await count('approval_task')]
  const said = (refused: Awaited<ReturnType<typeof book>>) => [
    refused.code,
    refused.reasons?.map((r) => [r.field, r.message]),
  ]
  expect(said(await book())).toEqual(['ANSWER_BAD', [['answers.values.phone', '请输入样品编号']]])
  const wrong = { phone: '第一二三四五六七八号', stage: 7, kv: 99, more: 1 }
  const refused = await book({ answers: { formId, version: 1, values: wrong } })
  expect(refused.reasons?.map((r) => r.field)).toEqual([
    'answers.values.more',
    'answers.values.phone',
    'answers.values.stage',
    'answers.values.kv',
  ])
  const old = await book({ answers: { formId, version: 2, values: { phone: '甲' } } })
  expect([old.status, old.code, old.data]).toEqual([409, 'FORM_VERSION_OLD', { formId, version: 1 }])
  expect([await count('booking'), await count('approval_task')]).toEqual([bookings, tasks])
  expect(await count('form_answer')).toBe(0)
})

test('an answer stays with the version that it answered, and is read by who sees the booking', async () => {
  const formId = await publish('上机登记')
  await bind(formId)
  const values = { phone: 'A-1', stage: 1, kv: 5 }
  const { id } = (await book({ answers: { formId, version: 1, values } })).data
  const see = async (by: Person) => (await world.ok(by, bookingCalls.get, { params: { id } })).answers
  const [answer] = await see(lab.reviewer)
  expect(answer).toMatchObject({
    occasion: 'booking',
    form: { id: formId, name: '上机登记' },
    version: 1,
    by: { name: '预约人' },
    values,
    text: makeText(questions),
  })
  const read = (by: Person) => world.send(by, formCalls.answer, { params: { id: answer!.id } })
  expect([(await read(lab.reviewer)).status, (await read(lab.outsider)).status]).toEqual([200, 403])
  // People who designed the form or manage forms do not read the answers.
  expect((await read(office)).status).toBe(403)
  const mine = await world.ok(office, formCalls.answers, { params: { id: formId } })
  expect(mine.total).toBe(0)

  // The form is published again, with one more question.
  const more = [...questions, { type: 'input', field: 'gas', title: '气体', $required: true }]
  const { revision } = await world.ok(office, formCalls.save, {
    params: { id: formId },
    body: { name: '上机登记', text: makeText(more), revision: 1 },
  })
  await world.ok(office, formCalls.publish, { params: { id: formId }, body: { revision } })
  expect((await see(lab.booker))[0]).toMatchObject({ version: 1, values })

  // A change must answer the present form, and former answers stay.
  const { deviceId: _, kind: __, ...same } = wish()
  const change = (answers?: object) =>
    world.send(lab.booker, bookingCalls.change, {
      params: { id },
      body: { ...same, ...(answers && { answers }) } as never,
    })
  expect((await change()).reasons?.map((r) => r.field)).toEqual([
    'answers.values.phone',
    'answers.values.gas',
  ])
  const next = { formId, version: 2, values: { ...values, gas: '氮气' } }
  for (const answers of [next, undefined, next]) expect((await change(answers)).status).toBe(200)
  expect((await see(lab.booker)).map((a) => [a.version, a.values['gas']])).toEqual([[2, '氮气']])
  const kept = await world.sql<{ version: number }>(
    'select version from form_answer where booking_id = $1 order by id',
    [id],
  )
  expect(kept.map((k) => k.version)).toEqual([1, 2])

  // A retired form is not asked any more.
  await world.ok(office, formCalls.retire, { params: { id: formId } })
  expect((await book()).status).toBe(200)
})

test('answers are columns of the list’s file, one for each question of each form', async () => {
  const formId = await publish('送样登记')
  await bind(formId)
  await book({ answers: { formId, version: 1, values: { phone: 'B-2', stage: 0, kv: 12.5 } } })
  const answer = await world.app.inject({
    method: 'GET',
    url: makeAddress(bookingCalls.export, { query: { scope: 'lab' } }),
    headers: { authorization: lab.director.token },
  })
  const [head, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
  const first = head?.indexOf('上机登记：样品编号') ?? -1
  expect(head?.slice(first)).toEqual([
    ...['样品编号', '样品台', '电压', '气体'].map((h) => `上机登记：${h}`),
    ...['样品编号', '样品台', '电压'].map((h) => `送样登记：${h}`),
  ])
  const told = rows.map((r) => r.slice(first)).filter((r) => r.some((cell) => cell !== null && cell !== ''))
  expect(told.map((r) => r.filter((cell) => cell !== null && cell !== ''))).toEqual([
    ['B-2', '室温', 12.5],
    ['A-1', '低温', 5, '氮气'],
  ])
  // Lists of other people do not have the columns.
  const { rawPayload } = await world.app.inject({
    method: 'GET',
    url: makeAddress(bookingCalls.export, { query: {} }),
    headers: { authorization: lab.payer.token },
  })
  expect((await readXlsx(rawPayload)).sheets[0]?.rows[0]?.at(-1)).toBe('提交时间')
})
