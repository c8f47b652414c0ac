import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { noticeCalls } from '@portal/contract/notice/notice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAsker } from '../../kernel/cache.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { hearNews } from '../../testing/news.ts'
import { countTrips } from '../../testing/statements.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { listCodes, listWords } from './dictionary.service.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const items = [
  { label: '粉末', value: 'powder', sort: 2 },
  { label: '块体', value: 'bulk', sort: 1 },
  { label: '旧', value: 'old', enabled: false },
]

test('a list is made at once, read whole, and offers what is enabled, in order', async () => {
  await world.ok(labs.sysadmin, dictionaryCalls.createWhole, {
    body: { name: 'my_forms', description: '样品形态', items },
  })
  const whole = await world.ok(labs.student, dictionaryCalls.items, {
    query: { dictName: 'my_forms', page: 0, size: 9999 },
  })
  expect(whole).toMatchObject({
    totalElements: 3,
    content: [{ value: 'old' }, { value: 'bulk' }, { value: 'powder' }],
  })
  expect(await world.ok(labs.student, dictionaryCalls.codes, { query: { type: 'my_forms' } })).toEqual([
    { label: '块体', value: 'bulk' },
    { label: '粉末', value: 'powder' },
  ])
  // For the labels of what rows have.
  const known = await world.ok(labs.student, dictionaryCalls.codes, {
    query: { type: 'my_forms', all: 'true' },
  })
  expect(known.map((c) => c.label)).toEqual(['旧', '块体', '粉末'])
  expect(
    await world.ok(labs.student, dictionaryCalls.whole, { query: { names: 'my_forms,nothing' } }),
  ).toMatchObject([{ name: 'my_forms', items: [{ value: 'bulk' }, { value: 'powder' }] }])
  expect(await world.ok(labs.student, dictionaryCalls.items, { query: { dictName: 'nothing' } })).toEqual({
    content: [],
    totalElements: 0,
  })
})

test('strangers read none: neither the bank account nor who receives the invoices', async () => {
  const asked = [
    await world.send(null, dictionaryCalls.codes, { query: { type: 'remittance_account' } }),
    await world.send(null, dictionaryCalls.items, { query: { dictName: 'invoice_title' } }),
    await world.send(null, dictionaryCalls.whole),
  ]
  expect(asked.map(({ status }) => status)).toEqual([401, 401, 401])
})

test('only system administrators write', async () => {
  for (const who of [labs.director, labs.equipmentOffice, labs.student]) {
    expect(
      (await world.send(who, dictionaryCalls.create, { body: { name: 'x', description: null } })).status,
    ).toBe(403)
    expect((await world.send(who, dictionaryCalls.removeItem, { params: { id: 1 } })).status).toBe(403)
  }
})

test('an office keeps the items of its own dictionaries, not those of others, and writes notices', async () => {
  const listActions = async (who: Person, name: string) => {
    const { content } = await world.ok(who, dictionaryCalls.list, { query: { keyword: name } })
    return content.find((d) => d.name === name)?.can
  }
  const tendering = await world.person('招标办', { permissions: ['TENDER_ALL'] })
  const item = async (name: string) =>
    (
      await world.sql<{ id: number; label: string; dictId: number }>(
        `select i.id, i.label, d.id as "dictId" from dictionary_item i
          join dictionary d on d.id = i.dictionary_id where d.name = $1 order by i.sort limit 1`,
        [name],
      )
    )[0]!
  const change = async (who: Person, name: string, value: string) => {
    const { id, label } = await item(name)
    return world.send(who, dictionaryCalls.changeItem, {
      body: { id, label, value, sort: 10, enabled: true },
    })
  }
  const office = labs.equipmentOffice
  for (const name of [
    'purchase_precious_from',
    'panel_precious_size',
    'acceptance_medium_from',
    'scrap_panel_from',
    'asset_number_pattern',
    'invoice_title',
    'contract_payment_way',
  ]) {
    expect([name, await listActions(office, name), await listActions(tendering, name)]).toEqual([
      name,
      ['items'],
      [],
    ])
  }
  expect([
    await listActions(office, 'tender_min_days'),
    await listActions(tendering, 'tender_min_days'),
  ]).toEqual([[], ['items']])
  expect([
    await listActions(labs.sysadmin, 'lab_type'),
    await listActions(office, 'lab_type'),
    await listActions(labs.student, 'invoice_title'),
  ]).toEqual([['items', 'change'], [], []])

  expect((await change(office, 'purchase_precious_from', '500000')).status).toBe(200)
  expect((await change(tendering, 'tender_min_days', '15')).status).toBe(200)
  expect(await change(tendering, 'purchase_precious_from', '1')).toMatchObject({
    status: 403,
    message: '该字典由其他部门维护，如需修改请联系系统管理员',
  })
  expect((await change(office, 'lab_type', 'x')).status).toBe(403)
  const { id, dictId } = await item('lab_type')
  expect((await world.send(office, dictionaryCalls.removeItem, { params: { id } })).status).toBe(403)
  expect(
    (await world.send(office, dictionaryCalls.createItem, { body: { dictId, label: '一', value: 'one' } }))
      .status,
  ).toBe(403)
  const own = await item('invoice_title')
  const added = await world.ok(office, dictionaryCalls.createItem, {
    body: { dictId: own.dictId, label: '电话', value: '0000-12345678' },
  })
  await world.ok(office, dictionaryCalls.removeItem, { params: { id: added.id } })
  expect(
    (
      await world.send(office, dictionaryCalls.change, {
        body: { id: own.dictId, name: 'invoice_title', description: '我的' },
      })
    ).status,
  ).toBe(403)

  const notice = await world.ok(office, noticeCalls.create, {
    body: { title: '设备验收安排', bodyHtml: '<p>下周验收</p>' },
  })
  await world.ok(office, noticeCalls.publish, { params: { id: notice.id } })
  expect(await world.ok(labs.student, noticeCalls.list)).toMatchObject({ items: [{ title: '设备验收安排' }] })
  expect(
    (await world.send(labs.student, noticeCalls.create, { body: { title: '一', bodyHtml: '<p>二</p>' } }))
      .status,
  ).toBe(403)
})

test('changes, and what is wrong in words', async () => {
  const { id } = await world.ok(labs.sysadmin, dictionaryCalls.create, {
    body: { name: 'colours', description: '颜色' },
  })
  const add = (value: string) =>
    world.send(labs.sysadmin, dictionaryCalls.createItem, { body: { dictId: id, label: '红', value } })
  const item = (await add('red')).data
  expect(await add('red')).toMatchObject({ code: 'ITEM_TAKEN', reasons: [{ field: 'value' }] })
  await world.ok(labs.sysadmin, dictionaryCalls.changeItem, {
    body: { id: item.id, label: '大红', value: 'red', sort: 1, enabled: false },
  })
  expect(
    await world.ok(labs.student, dictionaryCalls.items, { query: { dictName: 'colours', keyword: '大' } }),
  ).toMatchObject({ content: [{ label: '大红', enabled: false }] })
  expect(await world.ok(labs.student, dictionaryCalls.list, { query: { keyword: 'colour' } })).toMatchObject({
    totalElements: 1,
    content: [{ itemCount: 1, builtin: false }],
  })
  expect(
    await world.send(labs.sysadmin, dictionaryCalls.create, { body: { name: 'colours', description: null } }),
  ).toMatchObject({ code: 'DICTIONARY_TAKEN' })
  expect(
    (
      await world.send(labs.sysadmin, dictionaryCalls.createItem, {
        body: { dictId: 999_999, label: 'a', value: 'b' },
      })
    ).status,
  ).toBe(404)
  await world.ok(labs.sysadmin, dictionaryCalls.removeItem, { params: { id: item.id } })
  await world.ok(labs.sysadmin, dictionaryCalls.removeWhole, { query: { id } })
  expect((await world.send(labs.sysadmin, dictionaryCalls.remove, { params: { id } })).status).toBe(404)
})

test('switched off from an old list, an item keeps the words that a colleague has corrected since', async () => {
  const [item] = await world.sql<{ id: number }>(
    `with d as (insert into dictionary (name) values ('flipped') returning id)
      insert into dictionary_item (dictionary_id, label, value, sort) select id, '兰色', 'blue', 1 from d returning id`,
  )
  const id = item?.id ?? 0
  const change = (body: object) =>
    world.ok(labs.sysadmin, dictionaryCalls.changeItem, { body: { id, ...body } })
  await change({ label: '蓝色', sort: 7 })
  await change({ enabled: false })
  const { content } = await world.ok(labs.sysadmin, dictionaryCalls.items, { query: { dictName: 'flipped' } })
  expect(content).toEqual([{ id, label: '蓝色', value: 'blue', sort: 7, enabled: false }])
})

test('what the program asks for by name keeps its name', async () => {
  const [row] = await world.sql<{ id: number }>(
    `insert into dictionary (name, builtin) values ('asked_for', true) returning id`,
  )
  const change = (name: string) =>
    world.send(labs.sysadmin, dictionaryCalls.change, { body: { id: row!.id, name, description: '新描述' } })
  expect(await change('other')).toMatchObject({ code: 'DICTIONARY_BUILTIN' })
  expect((await change('asked_for')).status).toBe(200)
  expect(await world.send(labs.sysadmin, dictionaryCalls.remove, { params: { id: row!.id } })).toMatchObject({
    code: 'DICTIONARY_BUILTIN',
  })
})

test('states of the program are read like other lists, and nobody changes them', async () => {
  const { content } = await world.ok(labs.sysadmin, dictionaryCalls.list, { query: { size: 9999 } })
  expect(content.filter((d) => d.fixed).map((d) => [d.name, d.can])).toEqual([
    ['campus_user_status', ['change']],
    ['device_status', ['change']],
    ['settle_status', ['change']],
  ])
  const [row] = await world.sql<{ id: number; dictId: number }>(
    `select i.id, d.id as "dictId" from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'device_status' and i.value = 'broken'`,
  )
  const { id, dictId } = row!
  const change = (body: object) =>
    world.send(labs.sysadmin, dictionaryCalls.changeItem, { body: { id, ...body } })
  const answers = [
    await change({ label: '坏了' }),
    await change({ enabled: false }),
    await world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id } }),
    await world.send(labs.sysadmin, dictionaryCalls.createItem, {
      body: { dictId, label: '借出', value: 'lent' },
    }),
    await world.send(labs.sysadmin, dictionaryCalls.remove, { params: { id: dictId } }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'DICTIONARY_FIXED'))
  expect(await world.ok(labs.student, dictionaryCalls.codes, { query: { type: 'device_status' } })).toEqual([
    { label: '正常', value: 'normal' },
    { label: '维护中', value: 'maintenance' },
    { label: '故障', value: 'broken' },
    { label: '已报废', value: 'scrapped' },
  ])
})

test('a number that the program reads stays one, and stays', async () => {
  const [row] = await world.sql<{ id: number; dictId: number }>(
    `select i.id, d.id as "dictId" from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'panel_import_size'`,
  )
  const { id, dictId } = row!
  const change = (value: string, enabled = true) =>
    world.send(labs.sysadmin, dictionaryCalls.changeItem, { body: { id, label: '人数', value, enabled } })
  expect(await change('6')).toMatchObject({ status: 422, code: 'DICTIONARY_VALUE', message: '值应为奇数' })
  expect(
    await world.send(labs.sysadmin, dictionaryCalls.createItem, {
      body: { dictId, label: '很多', value: '很多' },
    }),
  ).toMatchObject({ status: 422, message: '值应为正整数' })
  expect(await change('7', false)).toMatchObject({ status: 422, code: 'ITEM_LAST' })
  expect(await world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id } })).toMatchObject({
    status: 422,
    code: 'ITEM_LAST',
  })
  expect((await change('7')).status).toBe(200)
  const other = await world.ok(labs.sysadmin, dictionaryCalls.createItem, {
    body: { dictId, label: '九', value: '9' },
  })
  expect((await change('7', false)).status).toBe(200)
  expect(
    await world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id: other.id } }),
  ).toMatchObject({ code: 'ITEM_LAST' })
})

test('of two who take away the last two values at the same moment, the second is refused', async () => {
  const [row] = await world.sql<{ id: number; dictId: number }>(
    `select i.id, d.id as "dictId" from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'scrap_panel_size'`,
  )
  const { id, dictId } = row!
  const other = await world.ok(labs.sysadmin, dictionaryCalls.createItem, {
    body: { dictId, label: '九', value: '9' },
  })
  // What a colleague's call writes, not committed yet when the other value is removed.
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from dictionary where id = $1 for no key update', [dictId])
    await holder.query('update dictionary_item set enabled = false where id = $1', [id])
    const removed = world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id: other.id } })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('commit')
    expect(await removed).toMatchObject({ status: 422, code: 'ITEM_LAST' })
  } finally {
    holder.release()
  }
})

test('a pattern of numbers that numbers nothing is refused, and its last line stays', async () => {
  const [row] = await world.sql<{ id: number; label: string; value: string }>(
    `select i.id, i.label, i.value from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'asset_number_pattern'`,
  )
  const { id, label, value } = row!
  const change = (to: string, enabled = true) =>
    world.send(labs.sysadmin, dictionaryCalls.changeItem, { body: { id, label, value: to, enabled } })
  for (const wrong of ['{YYYY}{SEQ}', '｛SEQ5｝', '{SEQ2}{SEQ3}', '{YEAR}{SEQ5}'])
    expect(await change(wrong)).toMatchObject({ status: 422, code: 'DICTIONARY_VALUE' })
  expect(await change(value, false)).toMatchObject({ code: 'ITEM_LAST' })
  expect(await world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id } })).toMatchObject({
    code: 'ITEM_LAST',
  })
  expect((await change('{YYYY}-{DEPT}-{SEQ4}')).status).toBe(200)
  expect((await change(value)).status).toBe(200)
})

test('types of users by which the program tells people apart keep their values; others do not', async () => {
  const [row] = await world.sql<{ id: number; dictId: number }>(
    `select i.id, d.id as "dictId" from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'campus_user_type' and i.value = '1'`,
  )
  const { id, dictId } = row!
  const change = (itemId: number, more: object) =>
    world.send(labs.sysadmin, dictionaryCalls.changeItem, {
      body: { id: itemId, label: '学生', value: '1', enabled: true, ...more },
    })
  const remove = (itemId: number) =>
    world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id: itemId } })
  for (const enabled of [true, false])
    expect(await change(id, { value: 'S', enabled })).toMatchObject({
      status: 422,
      code: 'ITEM_READ',
      reasons: [{ field: 'value' }],
    })
  expect(await remove(id)).toMatchObject({ status: 422, code: 'ITEM_READ' })
  expect((await change(id, { label: '本校学生', enabled: false })).status).toBe(200)
  expect((await change(id, {})).status).toBe(200)
  const own = await world.ok(labs.sysadmin, dictionaryCalls.createItem, {
    body: { dictId, label: '博士后', value: '7' },
  })
  expect((await change(own.id, { label: '博士后', value: '8' })).status).toBe(200)
  expect((await remove(own.id)).status).toBe(200)
})

test('the kind of paper that every company hands in stays as the program knows it', async () => {
  const [row] = await world.sql<{ id: number; label: string }>(
    `select i.id, i.label from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'supplier_paper' and i.value = 'licence'`,
  )
  const { id, label } = row!
  const change = (more: object) =>
    world.send(labs.sysadmin, dictionaryCalls.changeItem, {
      body: { id, label, value: 'licence', enabled: true, ...more },
    })
  expect(await change({ enabled: false })).toMatchObject({ status: 422, code: 'ITEM_NEEDED' })
  expect(await change({ value: 'permit' })).toMatchObject({ status: 422, code: 'ITEM_NEEDED' })
  expect(await world.send(labs.sysadmin, dictionaryCalls.removeItem, { params: { id } })).toMatchObject({
    code: 'ITEM_NEEDED',
  })
  expect((await change({ label: '营业执照副本' })).status).toBe(200)
  expect((await change({})).status).toBe(200)
})

test('what is kept of them follows each change at once, and unknown lists offer nothing', async () => {
  const offered = async () =>
    (await world.ok(labs.student, dictionaryCalls.whole, { query: { names: 'kept_list' } }))[0]?.items.map(
      (i) => i.value,
    )
  const ask = (name: string) => listCodes(makeAsker(world.app.deps), name)
  expect(await ask('kept_list')).toEqual([])
  await world.ok(labs.sysadmin, dictionaryCalls.createWhole, {
    body: { name: 'kept_list', description: null, items: [{ label: '甲', value: 'a' }] },
  })
  expect(await ask('kept_list')).toEqual([{ label: '甲', value: 'a' }])
  const [item] = await world.sql<{ id: number }>(
    `update dictionary_item set label = '乙' where value = 'a'
      and dictionary_id = (select id from dictionary where name = 'kept_list') returning id`,
  )
  expect(await ask('kept_list')).toEqual([{ label: '乙', value: 'a' }])
  expect(await offered()).toEqual(['a'])
  await world.ok(labs.sysadmin, dictionaryCalls.changeItem, {
    body: { id: item?.id ?? 0, label: '乙', value: 'a', sort: 1, enabled: false },
  })
  expect(await ask('kept_list')).toEqual([])
  expect(await listWords(makeAsker(world.app.deps), ['kept_list'], ['a', 'b'])).toEqual([
    { name: 'kept_list', label: '乙', value: 'a', enabled: false },
  ])
  // The change is heard of twice, the second time by notification, which would empty the cache once more.
  await hearNews(world)
  await ask('kept_list')
  const { statements } = await countTrips(() => ask('kept_list'))
  expect(statements).toBe(0)
})
