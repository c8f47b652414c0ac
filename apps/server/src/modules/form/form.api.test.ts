import { formCalls as calls } from '@portal/contract/form/calls'
import { MOST_OWN_FORMS, KEPT_REVISIONS } from '@portal/contract/form/form'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A form from the first stroke to the sheet of what people answered.

let world: World
let drawer: Person
let office: Person
let filler: Person
let stranger: Person
beforeAll(async () => {
  world = await createWorld({ poolMax: 8 })
  drawer = await world.person('画表人')
  office = await world.person('设备处', { permissions: ['FORM_ALL'] })
  filler = await world.person('张填表')
  stranger = await world.person('路人', { userType: '5' })
})
afterAll(() => world.close())

const options = [
  { value: 1, label: '甲' },
  { value: 2, label: '乙' },
]
const rule = [
  { type: 'input', field: 'topic', title: '课题', $required: true, props: { maxlength: 10 } },
  { type: 'radio', field: 'kind', title: '类别', options },
]
const text = (rules: unknown = rule) => JSON.stringify({ rule: rules, options: {} })
const bodyOf = (more: object = {}) => ({
  name: '准入申请',
  category: '安全',
  description: null,
  text: text(),
  ...more,
})
const create = (who: Person, more: object = {}) => world.ok(who, calls.create, { body: bodyOf(more) })
const save = (who: Person, id: number, revision: number, more: object = {}) =>
  world.send(who, calls.save, { params: { id }, body: { ...bodyOf(), revision, ...more } })
async function publish(rules: unknown = rule, more: object = {}) {
  const { id, revision } = await create(drawer, { text: text(rules), ...more })
  return world.ok(office, calls.publish, { params: { id }, body: { revision } })
}
const submit = (who: Person, id: number, values: Record<string, unknown>, version = 1, key?: string) =>
  world.send(who, calls.submit, { params: { id }, body: { version, values }, ...(key && { key }) })

test('a draft is given back as it was written, and only to whom it belongs', async () => {
  const odd = `{"b":1,"rule":[{"unknown":{"z":1,"a":2},"type":"input","field":"f","title":"甲"}],"a":2}`
  const made = await create(drawer, { text: odd })
  expect(made).toMatchObject({
    state: 'draft',
    revision: 1,
    version: null,
    hasChanges: false,
    can: ['change', 'remove'],
  })
  const { id } = made
  expect((await world.ok(drawer, calls.get, { params: { id } })).text).toBe(odd)
  expect((await world.ok(office, calls.get, { params: { id } })).can).toContain('publish')
  const ids = async (who: Person) => (await world.ok(who, calls.list)).items.map((f) => f.id)
  expect([await ids(drawer), await ids(office), await ids(stranger)]).toEqual([[id], [id], []])
  expect((await world.ok(office, calls.list, { query: { keyword: '准入', state: 'draft' } })).total).toBe(1)
  expect((await world.ok(office, calls.list, { query: { keyword: '无此', state: 'draft' } })).total).toBe(0)

  for (const who of [stranger, filler]) {
    const refused = [
      await world.send(who, calls.get, { params: { id } }),
      await save(who, id, 1),
      await world.send(who, calls.publish, { params: { id }, body: { revision: 1 } }),
      await world.send(who, calls.retire, { params: { id } }),
      await world.send(who, calls.reopen, { params: { id } }),
      await world.send(who, calls.remove, { params: { id } }),
      await world.send(who, calls.revisions, { params: { id } }),
      await world.send(who, calls.revision, { params: { id, revision: 1 } }),
      await world.send(who, calls.answers, { params: { id } }),
      await world.send(who, calls.addSource, {
        body: { name: '甲', address: '/api/x', method: 'GET', enabled: true },
      }),
    ]
    expect(refused.map((r) => r.status)).toEqual(refused.map(() => 403))
    // Not published, it can be neither seen nor filled in.
    expect((await world.send(who, calls.fill, { params: { id } })).status).toBe(404)
    expect((await submit(who, id, { f: 'x' })).status).toBe(404)
  }
  // Its own drawer does not publish it either.
  expect((await world.send(drawer, calls.publish, { params: { id }, body: { revision: 1 } })).status).toBe(
    403,
  )
  await world.ok(drawer, calls.remove, { params: { id } })
  expect((await world.send(drawer, calls.get, { params: { id } })).status).toBe(404)
})
