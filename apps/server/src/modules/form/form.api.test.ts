import { formCalls as calls } from '@portal/contract/form/calls'
import { changedHelp, MOST_OWN_FORMS, KEPT_REVISIONS } from '@portal/contract/form/form'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../kernel/db.ts'
import { listen } from '../../kernel/events.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A form from its first draft to the spreadsheet of its answers.

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
const makeBody = (more: object = {}) => ({
  name: '准入申请',
  category: '安全',
  description: null,
  text: text(),
  ...more,
})
const create = (who: Person, more: object = {}) => world.ok(who, calls.create, { body: makeBody(more) })
const save = (who: Person, id: number, revision: number, more: object = {}) =>
  world.send(who, calls.save, { params: { id }, body: { ...makeBody(), revision, ...more } })
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
    // An unpublished form can be neither seen nor filled in.
    expect((await world.send(who, calls.fill, { params: { id } })).status).toBe(404)
    expect((await submit(who, id, { f: 'x' })).status).toBe(404)
  }
  // The owner of the form may not publish it either.
  expect((await world.send(drawer, calls.publish, { params: { id }, body: { revision: 1 } })).status).toBe(
    403,
  )
  await world.ok(drawer, calls.remove, { params: { id } })
  expect((await world.send(drawer, calls.get, { params: { id } })).status).toBe(404)
})

test('who begins with an old saving is told who was first, and may say that his own counts', async () => {
  const { id } = await create(drawer)
  expect((await save(drawer, id, 1, { name: '改一' })).data).toMatchObject({ revision: 2, name: '改一' })
  const late = await save(office, id, 1, { name: '改二' })
  expect([late.status, late.code]).toEqual([409, 'FORM_CHANGED'])
  expect(changedHelp.parse(late.data)).toMatchObject({ revision: 2, by: { id: drawer.id, name: '画表人' } })
  expect(late.message).toMatch(/^画表人 于 \d{4}-\d\d-\d\d \d\d:\d\d 保存了该表单/)
  expect((await world.ok(drawer, calls.get, { params: { id } })).name).toBe('改一')
  const over = await save(office, id, 1, { name: '改二', overwrite: true, note: '以我为准' })
  expect(over.data).toMatchObject({ revision: 3, name: '改二', changedBy: { name: '设备处' } })
  // Overwriting loses nothing: the other person's revision is kept.
  const kept = await world.ok(drawer, calls.revisions, { params: { id } })
  expect(kept.map((r) => [r.revision, r.by.name, r.note])).toEqual([
    [3, '设备处', '以我为准'],
    [2, '画表人', null],
    [1, '画表人', null],
  ])
  expect((await world.ok(drawer, calls.revision, { params: { id, revision: 2 } })).text).toBe(text())
  // Values left out of a save stay.
  const { name, text: drawn } = makeBody()
  const short = await world.ok(drawer, calls.save, {
    params: { id },
    body: { name, text: drawn, revision: 3 },
  })
  expect(short.category).toBe('安全')
})

test('of racing savings one wins, and of racing publishers one version comes', async () => {
  const { id } = await create(drawer)
  const race = await Promise.all([1, 2, 3, 4, 5].map((n) => save(drawer, id, 1, { name: `第${n}人` })))
  expect(race.map((r) => r.code).toSorted()).toEqual([0, ...Array(4).fill('FORM_CHANGED')].toSorted())
  const both = await Promise.all(
    [1, 2, 3].map(() => world.send(office, calls.publish, { params: { id }, body: { revision: 2 } })),
  )
  expect(both.map((r) => [r.status, r.data?.version])).toEqual([1, 2, 3].map(() => [200, 1]))
  const published = await world.sql(
    'select 1 from form_revision where form_id = $1 and version is not null',
    [id],
  )
  expect(published).toHaveLength(1)
})

test('so many savings are kept, and all that were published', async () => {
  const { id } = await publish()
  for (let revision = 1; revision < KEPT_REVISIONS + 5; revision++) await save(drawer, id, revision)
  const kept = await world.ok(drawer, calls.revisions, { params: { id } })
  expect(kept).toHaveLength(KEPT_REVISIONS + 1)
  expect(kept.at(-1)).toMatchObject({ revision: 1, version: 1 })
  // Fewer large revisions are kept.
  await world.sql(
    `insert into form_revision (form_id, revision, name, text, saved_by, saved_at)
      select $1, 1000 + n, '大', repeat('长', 900000), $2, now() from generate_series(1, 6) n`,
    [id, drawer.id],
  )
  await world.sql('update form set revision = 1006 where id = $1', [id])
  expect((await save(drawer, id, 1006)).status).toBe(200)
  const few = await world.ok(drawer, calls.revisions, { params: { id } })
  expect(few.map((r) => r.revision)).toEqual([1007, 1006, 1005, 1004, 1])
})

test('a form that is none is refused with the places of its faults, and nothing is lost', async () => {
  const { id } = await create(drawer)
  const bad = [
    { type: 'inputNumber', field: 'n', props: { min: 'x' } },
    { type: 'input', field: 'n' },
    { type: 'input', field: 'p', validate: [{ pattern: '(?=a)' }] },
  ]
  const refused = await save(drawer, id, 1, { text: text(bad) })
  expect([refused.status, refused.code]).toEqual([422, 'FORM_BAD'])
  expect(refused.reasons?.map((r) => r.field)).toEqual(
    expect.arrayContaining(['rule[0].props.min', 'rule[1].field', 'rule[2].validate[0].pattern']),
  )
  expect(refused.reasons?.every((r) => /[\u4e00-\u9fa5]/.test(r.message))).toBe(true)
  const deep = '['.repeat(2_000) + ']'.repeat(2_000)
  for (const [sent, status] of [
    ['{"rule":', 422],
    [deep, 422],
    [`{"rule":[{"type":"row","children":${deep}}]}`, 422],
    ['{"rule":[{"type":"input","field":"f","props":{"__proto__":{"x":1}}}]}', 422],
    ['{"rule":[{"type":"input","field":"constructor","props":{"constructor":1}}]}', 422],
    [JSON.stringify('x'.repeat(1_100_000)), 400],
    [JSON.stringify('x'.repeat(5_000_000)), 413],
  ] as const) {
    const answer = await save(drawer, id, 1, { text: sent })
    expect([answer.status, answer.message], sent.slice(0, 50)).toEqual([
      status,
      expect.stringMatching(/[\u4e00-\u9fa5]/),
    ])
  }
  expect((await world.ok(drawer, calls.get, { params: { id } })).revision).toBe(1)
  // Large but valid: a million Chinese characters are three million bytes.
  const long = text([{ type: 'input', field: 'f', info: '长'.repeat(990_000) }])
  expect((await save(drawer, id, 1, { text: long })).status).toBe(200)
})

test('options of one value are not saved or published, but a form that has them is filled in', async () => {
  const double = [
    { value: 2, label: '甲' },
    { value: 2, label: '乙' },
  ]
  const old = text([{ type: 'radio', field: 'kind', title: '类别', options: double }])
  const { id } = await publish()
  const saved = await save(drawer, id, 1, { text: old })
  expect([saved.status, saved.code]).toEqual([422, 'FORM_BAD'])
  const message = '选项“甲”和“乙”的值相同（2），请改成不同的值'
  expect(saved.reasons).toEqual([{ code: 'FORM_BAD', field: 'rule[0].options', message }])
  // Forms that were stored before this rule.
  await world.sql(
    `insert into form_revision (form_id, revision, version, name, text, saved_by, saved_at, published_by,
      published_at) values ($1, 2, 2, '旧版', $2, $3, now(), $3, now()), ($1, 3, null, '草稿', $2, $3, now(),
      null, null)`,
    [id, old, drawer.id],
  )
  await world.sql('update form set revision = 3, version = 2 where id = $1', [id])
  const published = await world.send(office, calls.publish, { params: { id }, body: { revision: 3 } })
  expect([published.status, published.code]).toEqual([422, 'FORM_BAD'])
  expect((await world.ok(drawer, calls.get, { params: { id } })).text).toBe(old)
  const other = await world.person('李填表')
  expect((await submit(other, id, { kind: 2 }, 2)).data).toMatchObject({ values: { kind: 2 } })
})

test('what asks for nothing is not published, and what was published is not deleted', async () => {
  const { id } = await create(drawer, { text: text([{ type: 'alert', props: { title: '只是说明' } }]) })
  const empty = await world.send(office, calls.publish, { params: { id }, body: { revision: 1 } })
  expect(empty.code).toBe('FORM_EMPTY')
  await save(drawer, id, 1)
  expect((await world.send(office, calls.publish, { params: { id }, body: { revision: 1 } })).code).toBe(
    'FORM_CHANGED',
  )
  await world.ok(office, calls.publish, { params: { id }, body: { revision: 2 } })
  expect((await world.send(drawer, calls.remove, { params: { id } })).code).toBe('FORM_PUBLISHED')
  expect((await save(drawer, id, 2, { name: '新名' })).data).toMatchObject({ hasChanges: true, version: 1 })
  // Until it is published again, people see the published version.
  const named = (await world.ok(filler, calls.open)).items.find((f) => f.id === id)
  expect(named?.name).toBe('准入申请')
  const listCalled = async (keyword: string) =>
    (await world.ok(filler, calls.open, { query: { keyword } })).items.filter((f) => f.id === id)
  expect([await listCalled('准入申请'), await listCalled('新名')].map((found) => found.length)).toEqual([
    1, 0,
  ])
  await world.ok(office, calls.retire, { params: { id } })
  expect((await submit(filler, id, { topic: 'x' })).code).toBe('FORM_NOT_OPEN')
  expect((await world.ok(office, calls.reopen, { params: { id } })).state).toBe('published')
})

test('drafts of one person have an end', async () => {
  const hoarder = await world.person('囤积者')
  await world.sql(
    `with f as (insert into form (owner_id, name, revision, created_at, changed_at, changed_by)
        select $1, '草稿', 1, now(), now(), $1 from generate_series(1, $2::int) returning id)
      insert into form_revision (form_id, revision, name, text, saved_by, saved_at)
        select id, 1, '草稿', '[]', $1, now() from f`,
    [hoarder.id, MOST_OWN_FORMS - 1],
  )
  const race = await Promise.all([1, 2].map(() => world.send(hoarder, calls.create, { body: makeBody() })))
  expect(race.map((r) => r.code).toSorted()).toEqual([0, 'FORM_TOO_MANY'])
})

test('what becomes of a form is announced, within the same transaction', async () => {
  const heard: unknown[] = []
  listen('form.published', (_, news) => void heard.push(news))
  listen('form.answered', async (ctx, { answerId, ...news }) => {
    const rows = await run(ctx.db, 'select 1 from form_answer where id = $1', [answerId])
    heard.push({ ...news, rows: rows.length })
  })
  const { id } = await publish()
  // Publishing the same revision twice makes one version.
  await world.ok(office, calls.publish, { params: { id }, body: { revision: 1 } })
  await submit(office, id, { topic: '甲' })
  await submit(office, id, {})
  expect(heard).toEqual([
    { formId: id, version: 1, name: '准入申请' },
    { formId: id, version: 1, userId: office.id, rows: 1 },
  ])
})

test('an answer is judged again by the version that is open, and never changed', async () => {
  const { id } = await publish()
  expect((await world.ok(filler, calls.fill, { params: { id } })).version).toBe(1)
  const refused = await submit(filler, id, { topic: '一二三四五六七八九十十一', kind: 3, extra: 'x' })
  expect([refused.status, refused.code]).toEqual([422, 'ANSWER_BAD'])
  expect(refused.reasons?.map((r) => r.field).toSorted()).toEqual(['extra', 'kind', 'topic'])
  expect(refused.reasons?.every((r) => /[\u4e00-\u9fa5]/.test(r.message))).toBe(true)
  expect((await submit(filler, id, {})).reasons).toEqual([
    { code: 'ANSWER_BAD', field: 'topic', message: '请输入课题' },
  ])
  for (const bad of ['a\u0000b', '\ud800', 'exe.\u202egnp'])
    expect((await submit(filler, id, { topic: bad })).reasons?.[0]?.field, bad).toBe('topic')
  const nested: unknown[] = []
  let at = nested
  for (let n = 0; n < 2_000; n++) at.push((at = []))
  expect((await submit(filler, id, { topic: nested })).status).toBe(400)
  expect(await world.sql('select 1 from form_answer where form_id = $1', [id])).toEqual([])

  const done = await submit(filler, id, { topic: '层状氧化物', kind: '2' }, 1, 'same-key-1')
  expect(done.data).toMatchObject({
    form: { id, name: '准入申请' },
    by: { name: '张填表' },
    values: { topic: '层状氧化物', kind: 2 },
    summary: '课题：层状氧化物；类别：乙',
  })
  const again = await submit(filler, id, { topic: '层状氧化物', kind: '2' }, 1, 'same-key-1')
  expect(again.data.id).toBe(done.data.id)

  await save(drawer, id, 1, { text: text([...rule, { type: 'input', field: 'more', title: '补充' }]) })
  await world.ok(office, calls.publish, { params: { id }, body: { revision: 2 } })
  const old = await submit(filler, id, { topic: 'x' })
  expect([old.status, old.code]).toEqual([409, 'FORM_VERSION_OLD'])
  // The answer stays with the version that was answered.
  const answerId = done.data.id
  for (const who of [filler, drawer, office])
    expect((await world.ok(who, calls.answer, { params: { id: answerId } })).text).toBe(text())
  expect((await world.send(stranger, calls.answer, { params: { id: answerId } })).status).toBe(403)
  expect((await world.ok(filler, calls.mine)).items.map((a) => a.id)).toEqual([answerId])
  expect((await world.ok(stranger, calls.mine)).items).toEqual([])
  const mine = (await world.ok(filler, calls.open)).items.find((f) => f.id === id)
  expect(mine).toMatchObject({ version: 2, mine: 1 })
  await expect(world.sql(`update form_answer set summary = 'x' where id = $1`, [answerId])).rejects.toThrow(
    'append-only',
  )
  await expect(world.sql(`update form_revision set text = '[]' where form_id = $1`, [id])).rejects.toThrow(
    'stays as it is',
  )
})

test('rich text is stored clean, in rows and where only the form speaks', async () => {
  const evil = '<p onclick="x()">好<script>alert(1)</script><img src=x onerror=alert(1)></p>'
  const editor = (field: string, more: object = {}) => ({ type: 'editor', field, title: field, ...more })
  const group = { type: 'group', field: 'rows', title: '行', props: { rules: [editor('inner')] } }
  const rules = [
    editor('body', { $required: true }),
    group,
    editor('own', { value: evil, props: { disabled: true } }),
  ]
  const { id } = await publish(rules)
  expect((await world.ok(filler, calls.fill, { params: { id } })).text).not.toMatch(/script|onerror|onclick/)
  const only = await submit(filler, id, { body: '<script>alert(1)</script>' })
  expect(only.reasons).toEqual([{ code: 'ANSWER_BAD', field: 'body', message: '请输入body' }])
  const done = await submit(filler, id, { body: evil, rows: [{ inner: evil }] })
  expect(done.data.values).toEqual({ body: '<p>好</p>', rows: [{ inner: '<p>好</p>' }], own: '<p>好</p>' })
})

test('people exist, and their names stand in the summary', async () => {
  const { id } = await publish([
    { type: 'userSelect', field: 'one', title: '安全员' },
    { type: 'userSelect', field: 'many', title: '成员', props: { multiple: true } },
  ])
  const closed = await world.person('已离校')
  await world.sql('update user_account set enabled = false where id = $1', [closed.id])
  for (const nobody of [closed.id, 999_999, 'x'])
    expect((await submit(filler, id, { one: nobody })).reasons?.[0]?.field).toBe('one')
  const done = await submit(filler, id, { one: String(drawer.id), many: [office.id] })
  expect(done.data.values).toEqual({ one: drawer.id, many: [office.id] })
  expect(done.data.summary).toBe('安全员：画表人；成员：设备处')
  const { people } = await world.ok(drawer, calls.answer, { params: { id: done.data.id } })
  expect(people.map((p) => p.name).toSorted()).toEqual(['画表人', '设备处'].toSorted())
})

test('nobody names a crowd in one field, and a guest names few people an hour besides himself', async () => {
  const { id } = await publish([
    { type: 'userSelect', field: 'many', title: '成员', props: { multiple: true } },
  ])
  const guest = await world.person('企业用户')
  await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
  const crowd = await world.sql<{ id: number }>(
    `insert into user_account (username, name) select 'crowd' || n, '某人' from generate_series(1, 201) n
      returning id`,
  )
  const ids = crowd.map((p) => p.id)
  const name = (who: Person, many: number[]) => submit(who, id, { many })
  expect((await name(filler, ids)).reasons?.[0]?.message).toBe('成员最多填写 200 项')
  expect((await name(filler, ids.slice(1))).status).toBe(200)
  // Waiting would not help a guest who names more people than an hour allows.
  expect(await name(guest, ids.slice(0, 61))).toMatchObject({
    status: 422,
    code: 'TOO_MANY_NAMED',
    message: expect.stringContaining('最多填写 60 名'),
  })
  // A submission refused for another reason, and those after it, count the same people once.
  const [unknown] = await world.sql<{ id: number }>(
    `insert into user_account (username, name, enabled) values ('crowdgone', '某人', false) returning id`,
  )
  expect((await name(guest, [unknown!.id, ...ids.slice(0, 50)])).code).toBe('ANSWER_BAD')
  for (const _ of [1, 2]) expect((await name(guest, [guest.id, ...ids.slice(0, 50)])).status).toBe(200)
  expect((await name(guest, ids.slice(50, 100))).status).toBe(429)
  // What was refused took nobody's place.
  expect((await name(guest, ids.slice(50, 59))).status).toBe(200)
  expect((await name(guest, [guest.id])).status).toBe(200)
})

test('files are those that this person uploaded for such a field, and are seen with the answer', async () => {
  const photo = { type: 'upload', field: 'photo', title: '照片', props: { limit: 1, accept: '.txt,image/*' } }
  const table = {
    type: 'group',
    field: 'rows',
    title: '行',
    props: { rules: [{ type: 'upload', field: 'paper', title: '材料' }] },
  }
  const { id } = await publish([photo, table])
  const upload = (who: Person, field: string, name = '说明.txt') =>
    world.send(who, calls.upload, {
      params: { id },
      body: { field },
      files: [{ name, content: Buffer.from('安全承诺书') }],
    })
  expect((await upload(filler, 'nothing')).status).toBe(422)
  expect((await upload(filler, 'photo', '说明.pdf')).message).toContain('类型不符')
  const [one] = (await upload(filler, 'photo')).data
  const [other] = (await upload(filler, 'paper')).data
  const [strange] = (await upload(stranger, 'photo')).data
  const read = async (who: Person, url = '') =>
    (await world.app.inject({ url, headers: { authorization: who.token } })).statusCode
  expect([await read(filler, one?.url), await read(drawer, one?.url)]).toEqual([200, 403])

  const values = (url = '') => ({ photo: [{ name: '假名.exe', url }], rows: [{ paper: [other?.url] }] })
  for (const url of [
    strange?.url,
    'https://example.com/a.png',
    '/api/v2/file/00000000-0000-4000-8000-000000000000',
  ])
    expect((await submit(filler, id, values(url))).reasons?.[0]?.field, url).toBe('photo')
  const done = await submit(filler, id, values(one?.url))
  expect(done.data.values).toEqual({
    photo: [{ name: '说明.txt', url: one?.url }],
    rows: [{ paper: [{ name: '说明.txt', url: other?.url }] }],
  })
  expect([
    await read(drawer, one?.url),
    await read(office, other?.url),
    await read(stranger, one?.url),
  ]).toEqual([200, 200, 403])
  // Files of a submitted answer cannot be submitted again.
  expect((await submit(filler, id, values(one?.url))).reasons?.[0]?.field).toBe('photo')
})

test('answers as a sheet: the newest version’s questions first, what only older ones asked behind', async () => {
  const first = [...rule, { type: 'switch', field: 'gone', title: '已取消的问题' }]
  const { id } = await publish(first)
  await submit(filler, id, { topic: '=1+1', kind: 1, gone: true })
  const second = [
    { type: 'input', field: 'topic', title: '研究课题' },
    { type: 'datePicker', field: 'days', title: '时间', props: { type: 'daterange' } },
    {
      type: 'group',
      field: 'rows',
      title: '样品',
      props: { rules: [{ type: 'input', field: 'n', title: '名称' }] },
    },
    { type: 'userSelect', field: 'who', title: '安全员' },
  ]
  await save(drawer, id, 1, { text: text(second) })
  await world.ok(office, calls.publish, { params: { id }, body: { revision: 2 } })
  const values = {
    topic: '乙',
    days: ['2026-01-01', '2026-01-03'],
    rows: [{ n: '钢' }, { n: '铜' }],
    who: office.id,
  }
  expect((await submit(stranger, id, values, 2)).status).toBe(200)

  const sheet = async (who: Person, query = '') =>
    world.app.inject({
      url: `/api/v2/form/${id}/answers/export${query}`,
      headers: { authorization: who.token },
    })
  expect((await sheet(filler)).statusCode).toBe(403)
  const [headers, ...rows] = (await readXlsx((await sheet(drawer)).rawPayload)).sheets[0]?.rows ?? []
  expect(headers).toEqual([
    '编号',
    '填写人',
    '填写时间',
    '版本',
    '研究课题',
    '时间',
    '样品',
    '安全员',
    '类别',
    '已取消的问题',
  ])
  expect(rows.map((r) => [r[1], ...r.slice(3)])).toEqual([
    ['路人', 2, '乙', '2026-01-01 至 2026-01-03', '名称：钢；名称：铜', '设备处', null, null],
    ['张填表', 1, '=1+1', null, null, null, '甲', '是'],
  ])
  const foundBy = async (keyword: string) =>
    (await world.ok(drawer, calls.answers, { params: { id }, query: { keyword } })).items.map(
      (a) => a.by.name,
    )
  expect(await foundBy('张填')).toEqual(['张填表'])
  expect(await foundBy('钢')).toEqual(['路人'])
  expect(await foundBy("' or 1=1 --")).toEqual([])
})
