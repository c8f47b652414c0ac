import { bookingCalls } from '@portal/contract/booking/calls'
import { formCalls } from '@portal/contract/form/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// The form that an instrument asks for each sample: judged, kept, shown and exported row by row.

let world: World
let lab: OpenLab
let office: Person
let deviceId = 0
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('设备处', { permissions: ['FORM_ALL'] })
  deviceId = await lab.device()
  await lab.approvals(deviceId)
})
afterAll(() => world.close())

const mass = { type: 'inputNumber', field: 'mass', title: '称样量', $required: true, props: { max: 50 } }
const options = ['氮气', '空气'].map((label, i) => ({ value: i + 1, label }))
const gas = { type: 'select', field: 'gas', title: '气氛', options }

async function draw(rule: object[], of?: { id: number; revision: number }) {
  const body = {
    name: '热重样品',
    category: null,
    description: null,
    text: JSON.stringify({ rule, options: {} }),
  }
  const { id, revision } = of
    ? await world.ok(office, formCalls.save, {
        params: { id: of.id },
        body: { ...body, revision: of.revision },
      })
    : await world.ok(office, formCalls.create, { body })
  return { id, revision }
}
const publish = ({ id, revision }: { id: number; revision: number }) =>
  world.send(office, formCalls.publish, { params: { id }, body: { revision } })
const bind = (formId: number) =>
  world.send(lab.sysadmin, formCalls.bind, { body: { deviceId, occasion: 'samples', formId } })

const sample = (name: string, answers?: object | null) => ({
  name,
  count: 1,
  returnWanted: false,
  ...(answers !== undefined && { answers }),
})
const body = (samples: object[]) => ({
  deviceId,
  kind: 'sample_delivery',
  purpose: '热重分析',
  payerId: lab.booker.id,
  samples,
})
const send = (samples: object[]) =>
  world.send(lab.booker, bookingCalls.create, { body: body(samples) as never })
const change = (id: number, samples: object[]) =>
  world.send(lab.booker, bookingCalls.change, { params: { id }, body: body(samples) as never })
const show = async (id: number) => {
  const { samples, sampleColumns } = await world.ok(lab.booker, bookingCalls.get, { params: { id } })
  return [sampleColumns, ...samples.map((s) => [s.name, ...s.cells])]
}

let form = { id: 0, revision: 0 }
const given = (values: object, version = 1) => ({ formId: form.id, version, values })

test('a form whose fields cannot be columns is refused, with which and why', async () => {
  const files = await draw([mass, { type: 'upload', field: 'photo', title: '照片' }])
  await publish(files)
  const refused = await bind(files.id)
  expect([refused.code, refused.reasons?.map((r) => r.field)]).toEqual(['FORM_NO_COLUMNS', ['formId']])
  expect(refused.message).toContain('“照片”不能作为一列：文件不能填在一格里')
})

test('each row is judged, and refused at its row and column; nothing of the booking is written', async () => {
  form = await draw([mass, gas])
  await publish(form)
  expect((await bind(form.id)).data?.[0]).toMatchObject({ occasion: 'samples', counts: true })
  const [before] = await world.sql<{ n: number }>('select count(*)::int as n from booking')
  const refused = await send([
    sample('甲', given({ mass: 12, gas: 1 })),
    sample('乙', given({ mass: 80, gas: 9 })),
    sample('丙'),
  ])
  expect(refused.code).toBe('ANSWER_BAD')
  expect(refused.reasons?.map((r) => [r.field, r.message])).toEqual([
    ['samples.1.answers.values.mass', '样品 2：请输入正确的称样量'],
    ['samples.1.answers.values.gas', '样品 2：气氛不在可选项中'],
    ['samples.2.answers.values.mass', '样品 3：请输入称样量'],
  ])
  expect((await world.sql<{ n: number }>('select count(*)::int as n from booking'))[0]).toEqual(before)
  expect((await send([sample('甲', given({ mass: 1 }, 7))])).code).toBe('FORM_VERSION_OLD')
  // Unknown fields are refused.
  expect((await send([sample('甲', given({ mass: 1, spy: 1 }))])).code).toBe('ANSWER_BAD')
})

test('answers stay with the rows that stay, in the version they answered, and are exported', async () => {
  const { data } = await send([
    sample('甲', given({ mass: 12, gas: 1 })),
    sample('乙', given({ mass: '7.5' })),
  ])
  const id = data!.id // it was accepted
  expect(await show(id)).toEqual([
    ['称样量', '气氛'],
    ['甲', 12, '氮气'],
    ['乙', 7.5, null],
  ])
  // The next version has another question; samples that are not asked again keep their answers.
  form = await draw([mass, gas, { type: 'input', field: 'solvent', title: '溶剂', $required: true }], form)
  await publish(form)
  const changed = await change(id, [sample('乙'), sample('丁', given({ mass: 3, solvent: '水' }, 2))])
  expect(changed.code).toBe(0)
  expect(await show(id)).toEqual([
    ['称样量', '气氛', '溶剂'],
    ['乙', 7.5, null, null],
    ['丁', 3, null, '水'],
  ])
  expect(
    await world.sql('select name, form_version from booking_sample where booking_id = $1 order by id', [id]),
  ).toEqual([
    { name: '乙', form_version: 1 },
    { name: '丁', form_version: 2 },
  ])
  // A new row without answers is refused.
  expect((await change(id, [sample('戊')])).reasons?.map((r) => r.field)).toEqual([
    'samples.0.answers.values.mass',
    'samples.0.answers.values.solvent',
  ])
  const file = await world.app.inject({
    method: 'GET',
    url: makeAddress(bookingCalls.export, { query: {} }),
    headers: { authorization: lab.booker.token },
  })
  const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const column = (title: string) => rows[0]?.indexOf(title) ?? -1
  expect(rows[1]?.[column('热重样品（样品）：称样量')]).toBe('乙：7.5；丁：3')
  expect(rows[1]?.[column('热重样品（样品）：溶剂')]).toBe('水')
})

test('asked of samples somewhere, a form is not published with what is no column', async () => {
  const worse = await draw([mass, { type: 'upload', field: 'photo', title: '照片' }], form)
  expect((await publish(worse)).code).toBe('FORM_NO_COLUMNS')
})

test('where nothing is asked any more, what was said stays', async () => {
  const { data } = await send([sample('己', given({ mass: 2, solvent: '水' }, 2))])
  const id = data!.id // it was accepted
  const query = { deviceId }
  const [binding] = await world.ok(lab.sysadmin, formCalls.bindings, { query })
  await world.ok(lab.sysadmin, formCalls.unbind, { params: { id: binding!.id } }) // it was bound
  expect((await change(id, [sample('己'), sample('庚')])).code).toBe(0)
  expect(await show(id)).toEqual([
    ['称样量', '气氛', '溶剂'],
    ['己', 2, null, '水'],
    ['庚', null, null, null],
  ])
})
