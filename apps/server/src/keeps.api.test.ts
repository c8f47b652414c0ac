import { allCalls } from '@portal/contract/calls'
import { isWriting, type Call } from '@portal/contract/kernel/call'
import { optionalFields } from '@portal/contract/kernel/keeps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowAsBody } from './kernel/kept.store.ts'
import { poolDb } from './kernel/db.ts'
import { countBlocked } from './testing/blocked.ts'
import { campus, type Campus } from './testing/campus.ts'
import { inject } from './testing/walk.ts'

// A change of one field must not empty the others: every changing call keeps the fields that its body leaves
// out, or has its reason here.

let world: Campus
beforeAll(async () => {
  world = await campus()
  // The smallest campus has no downloads.
  await world.sql(`insert into download_category (type, name, sort) values (1, '法规', 30), (3, '手册', 40)`)
  await world.sql(`insert into download (category_id, title, file_id, audience, document_no, issuer, issued_on)
    select c.id, '办法', f.id, 'signed_in', '校发 1 号', '设备处', '2025-03-01'
    from (select id from download_category where type = 1 limit 1) c, (select id from file limit 1) f`)
  await world.sql(
    `insert into resource_category (lab_id, name, sort) select id, '规程', 20 from lab order by id limit 1`,
  )
  await world.sql(
    `insert into resource (lab_id, category_id, title, file_id)
      select lab_id, id, '规程', (select id from file limit 1) from resource_category`,
  )
  // It has no gateways either.
  await world.sql(`with g as (insert into iot_gateway (name, room_id, remark, created_by)
      select '一号网关', (select min(id) from room), '靠东墙', min(id) from user_account returning id)
    insert into iot_sub_device (gateway_id, number, kind, name, model, device_id, lead_minutes, fail_safe, remark)
    select id, 1, 'air_switch', '空开', 'DZ47', (select min(id) from device), 25, 'stay', '三相' from g`)
  await world.sql(
    `insert into carousel (title, subtitle, link, file_id, enabled) select '迎新', '欢迎', '/osp/notice', id, false from file limit 1`,
  )
})
afterAll(() => world.close())

const ACTION = 'not a row that is changed, but something done with it'
const LIST = 'the list that is set is the whole body'
const SEEN = 'only what the form began with may be left out'
const excused: Record<string, string> = {
  'people.setEnabled': ACTION,
  'dept.place': ACTION,
  'lab.enable': ACTION,
  'device.operate': ACTION,
  'opening.enableWindow': ACTION,
  'purchase.certify': ACTION,
  'stock-in.voucher': ACTION,
  'people.setRoles': LIST,
  'people.setPermissions': LIST,
  'people.setMenus': LIST,
  'lab.chooseRooms': SEEN,
  'stock-in.correct': SEEN,
  'benefit.changeScheme': SEEN,
  'list-setting.save': 'it is what somebody sees at this moment, and said whole',
  'device-record.saveResult': 'its form holds all of it, and what is said anew is confirmed anew',
  // The service does it itself: fields that are left out are not changed.
  'booking.change': 'keeps by itself',
  'account.changeProfile': 'keeps by itself',
}
const nameCall = ({ domain, name }: { domain: string; name: string }) => `${domain}.${name}`
const changes = allCalls.filter(
  ({ name, call }) =>
    isWriting(call) &&
    (call.method === 'PUT' || /^(change|save|edit|update)/.test(name) || /update|edit/.test(call.path)) &&
    optionalFields(call).size > 0,
)

test('every change keeps what is left out, or says why not', () => {
  expect(changes.length).toBeGreaterThan(40)
  expect(changes.filter((c) => !c.call.keeps && !(nameCall(c) in excused)).map(nameCall)).toEqual([])
  const known = new Set(changes.map(nameCall))
  expect(Object.keys(excused).filter((name) => !known.has(name) && name !== 'account.changeProfile')).toEqual(
    [],
  )
})

/**
 * How to find a row of the demo and to name it in the call; where a table has several kinds of rows, the
 * kind that the call is for.
 */
interface Aim {
  table: string
  where?: string
  by?: string
  params?: (row: Record<string, unknown>) => object
  /** Fields that the body names differently from the row. */
  body?: (row: Record<string, unknown>) => object
}
const aims: Record<string, Aim> = {
  'people.change': { table: 'user_account', where: 'suspended_until is null and phone is not null' },
  'people.changeRole': { table: 'role', where: 'description is not null' },
  'people.changePermission': { table: 'permission', where: 'parent_id is not null' },
  'people.savePost': { table: 'post', where: 'description is not null' },
  'people.saveUserPost': { table: 'user_post', where: 'since is not null' },
  'dictionary.change': { table: 'dictionary', where: 'description is not null' },
  'dictionary.changeItem': { table: 'dictionary_item', where: 'sort > 0' },
  'dept.change': { table: 'dept', where: 'parent_id is not null and head_id is not null' },
  'dept.saveContact': { table: 'dept_contact' },
  'building.change': { table: 'building', params: (r) => ({ id: r['serialId'] }) },
  'building.changeRoom': {
    table: 'room',
    where: 'keeper_id is not null and dept_id is not null',
    params: (r) => ({ id: r['id'] }),
  },
  'lab.change': { table: 'lab', where: 'room_id is not null' },
  'device.change': { table: 'device', where: 'room_id is not null and contact_id is not null' },
  'device.update': { table: 'device', where: 'room_id is not null and contact_id is not null' },
  'device.changeBase': {
    table: 'device',
    where: 'room_id is not null',
    params: (r) => ({ serialId: r['serialId'] }),
  },
  'device.changeDetails': {
    table: 'device',
    where: 'functions is not null',
    params: (r) => ({ serialId: r['serialId'] }),
  },
  'device.saveCategory': { table: 'device_category', where: 'parent_id is null' },
  'device.saveItem': { table: 'device_category', where: 'parent_id is not null' },
  'device-record.saveAchievement': {
    table: 'device_achievement',
    where: 'id = (select min(achievement_id) from achievement_device where device_id = 1)',
    body: () => ({ deviceId: 1 }),
  },
  'device-record.saveTeaching': { table: 'device_teaching' },
  'device-record.saveRepair': { table: 'device_repair', where: `state = 'done'` },
  'resource.saveCategory': { table: 'resource_category' },
  'resource.change': {
    table: 'resource',
    where: 'category_id is not null',
    params: (r) => ({ id: r['id'] }),
  },
  'opening.changeWindow': { table: 'opening_window', body: () => ({ accept: true }) },
  'opening.change': {
    table: 'opening',
    by: 'device_id',
    params: (r) => ({ deviceId: r['deviceId'] }),
    body: () => ({ accept: true }),
  },
  'fund-card.change': {
    table: 'fund_card',
    where: 'project_code is not null',
    params: (r) => ({ id: r['id'] }),
  },
  'approval.changePolicy': { table: 'approval_policy', params: (r) => ({ id: r['id'] }) },
  'asset.savePlan': { table: 'maintenance_plan', where: 'detail is not null' },
  'notice.change': { table: 'notice', where: `lab_id is null and state = 'published'` },
  'lab-news.save': { table: 'notice', where: 'lab_id is not null' },
  'download.saveCategory': { table: 'download_category', where: 'type = 1' },
  'download.saveHelpCategory': { table: 'download_category', where: 'type = 3' },
  'download.change': {
    table: 'download',
    where: 'document_no is not null',
    params: (r) => ({ id: r['id'] }),
  },
  'guidance.change': {
    table: 'guidance',
    where: 'link is not null',
    body: (r) => ({ bodyHtml: r['bodyHtml'] ?? '<p>正文</p>' }),
  },
  'consulting.saveCategory': { table: 'consulting_category' },
  'carousel.change': { table: 'carousel', params: (r) => ({ id: r['id'] }) },
  'share-contact.change': { table: 'share_contact', params: (r) => ({ id: r['id'] }) },
  'form.save': {
    table: 'form',
    where: 'category is not null',
    params: (r) => ({ id: r['id'] }),
    body: () => ({ text: '[]' }),
  },
  'workflow.save': {
    table: 'workflow',
    where: 'category is not null',
    params: (r) => ({ id: r['id'] }),
  },
  'form.changeSource': { table: 'form_source', params: (r) => ({ id: r['id'] }) },
  'iot.editGateway': { table: 'iot_gateway', params: (r) => ({ id: r['id'] }) },
  'iot.editUnit': { table: 'iot_sub_device', params: (r) => ({ id: r['id'] }) },
  'site.change': { table: 'site_setting', by: 'only_one' },
}
/** Columns that every change sets anew. */
const MOVES = new Set([
  'revision',
  'changedAt',
  'changedBy',
  'updatedAt',
  'updatedBy',
  'searchText',
  'searchGrams',
  'body',
  'bodyHtml',
  'summary',
])
const still = (row: object | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([field]) => !MOVES.has(field)))
const findRequired = (call: Call, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys((call.body as { shape?: object }).shape ?? {})
      .filter((field) => field === 'id' || !optionalFields(call).has(field))
      .map((field) => [field, row[field]]),
  )

test('a body of what must be said changes nothing else', { timeout: 60_000 }, async () => {
  const db = poolDb(world.app.deps.pool)
  const wrong: string[] = []
  for (const [name, { table, where = 'true', by = 'id', params, body }] of Object.entries(aims)) {
    const call = allCalls.find((c) => nameCall(c) === name)?.call
    const [found] = await world.sql<{ key: unknown }>(
      `select ${by} as key from ${table} where ${where} order by 1 desc limit 1`,
    )
    const before = found && (await rowAsBody(db, table, { [by]: found.key }))
    if (!call || !before) {
      wrong.push(`${name}: no such ${call ? 'row' : 'call'}`)
      continue
    }
    const sent = await inject(
      world.app,
      call,
      { params: params?.(before), body: { ...findRequired(call, before), ...body?.(before) } },
      world.token('sysadmin'),
    )
    const after = await rowAsBody(db, table, { [by]: found.key })
    if (sent.statusCode !== 200) wrong.push(`${name}: ${sent.statusCode} ${sent.body.slice(0, 200)}`)
    for (const [field, value] of Object.entries(still(before)))
      if (JSON.stringify(still(after)[field]) !== JSON.stringify(value))
        wrong.push(`${name}: ${field} ${JSON.stringify(value)} → ${JSON.stringify(after?.[field])}`)
  }
  expect(wrong).toEqual([])
  // Six drafts have parts and people of their own and are tested in keeps.drafts.api.test.ts.
  expect(Object.keys(aims).length + 12).toBeGreaterThanOrEqual(changes.filter((c) => c.call.keeps).length)
})

test('an instrument that is named by its serial number keeps its other fields, too', async () => {
  const call = allCalls.find((c) => nameCall(c) === 'device.change')?.call
  if (!call) throw new Error('no such call')
  const db = poolDb(world.app.deps.pool)
  const [found] = await world.sql<{ id: number }>('select id from device order by id desc limit 1')
  const before = (await rowAsBody(db, 'device', { id: found?.id })) ?? {}
  const body = { ...findRequired(call, before), id: before['serialId'] }
  const sent = await inject(world.app, call, { body }, world.token('sysadmin'))
  expect(sent.statusCode, sent.body).toBe(200)
  expect(still(await rowAsBody(db, 'device', { id: found?.id }))).toEqual(still(before))
})

test('of two changes at once neither puts back what the other has changed', async () => {
  const change = allCalls.find((c) => nameCall(c) === 'dept.change')?.call
  if (!change) throw new Error('no such call')
  const [dept] = await world.sql<{ id: number; code: string; name: string }>(
    'select id, code, name from dept where parent_id is not null order by id desc limit 1',
  )
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from dept where id = $1 for update', [dept?.id])
    const both = [{ phone: '0700-86000399' }, { address: '新址 9 号' }].map((part) =>
      inject(world.app, change, { body: { ...dept, ...part } }, world.token('sysadmin')),
    )
    // Both have been sent before one of them is written.
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(2)
    await holder.query('commit')
    expect((await Promise.all(both)).map((sent) => sent.statusCode)).toEqual([200, 200])
  } finally {
    holder.release()
  }
  expect(await world.sql('select phone, address from dept where id = $1', [dept?.id])).toEqual([
    { phone: '0700-86000399', address: '新址 9 号' },
  ])
})

test('nor of two calls that change one row, each in its own way', async () => {
  const find = (name: string) => {
    const call = allCalls.find((c) => nameCall(c) === name)?.call
    if (!call) throw new Error(`no call ${name}`)
    return call
  }
  const db = poolDb(world.app.deps.pool)
  const [device] = await world.sql<{ id: number; serialId: string }>(
    `select id, serial_id as "serialId" from device where status = 'normal' order by id desc limit 1`,
  )
  const { id, serialId } = device ?? { id: 0, serialId: '' }
  const row = (await rowAsBody(db, 'device', { id })) ?? {}
  const [change, details] = [find('device.change'), find('device.changeDetails')]
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from device where id = $1 for update', [id])
    const waits = (n: number) =>
      expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(n)
    const send = (call: Call, body: object, params = {}) =>
      inject(
        world.app,
        call,
        { params, body: { ...findRequired(call, row), ...body } },
        world.token('sysadmin'),
      )
    const first = send(details, { functions: '新的功能' }, { serialId })
    await waits(1)
    const second = send(change, { id, manufacturer: '新厂家' })
    await waits(2)
    await holder.query('commit')
    expect((await Promise.all([first, second])).map((sent) => sent.statusCode)).toEqual([200, 200])
  } finally {
    holder.release()
  }
  expect(await world.sql('select manufacturer, functions from device where id = $1', [id])).toEqual([
    { manufacturer: '新厂家', functions: '新的功能' },
  ])
})

test('nor of two that change the settings of an instrument by its id and by its serial number', async () => {
  const change = allCalls.find((c) => nameCall(c) === 'opening.change')?.call
  if (!change) throw new Error('no such call')
  const [device] = await world.sql<{ id: number; serialId: string }>(
    `select d.id, d.serial_id as "serialId" from device d join opening o on o.device_id = d.id
      order by d.id desc limit 1`,
  )
  const { id, serialId } = device ?? { id: 0, serialId: '' }
  const row = (await rowAsBody(poolDb(world.app.deps.pool), 'opening', { device_id: id })) ?? {}
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from device where id = $1 for update', [id])
    const both = [
      { deviceId: serialId, part: { cancelFeeFen: 12_300 } },
      { deviceId: id, part: { notes: '请着实验服' } },
    ].map(({ deviceId, part }) =>
      inject(
        world.app,
        change,
        { params: { deviceId }, body: { ...findRequired(change, row), ...part, accept: true } },
        world.token('sysadmin'),
      ),
    )
    // Both have been sent before one of them is written.
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(2)
    await holder.query('commit')
    expect((await Promise.all(both)).map((sent) => sent.statusCode)).toEqual([200, 200])
  } finally {
    holder.release()
  }
  const after = await rowAsBody(poolDb(world.app.deps.pool), 'opening', { device_id: id })
  // Whichever came last; only the notes may be left out.
  expect(after?.['notes']).toBe('请着实验服')
})

test('what is said to be empty is emptied', async () => {
  const change = allCalls.find((c) => nameCall(c) === 'dept.change')?.call
  if (!change) throw new Error('no such call')
  const [dept] = await world.sql<{ id: number; code: string; name: string }>(
    'select id, code, name from dept where parent_id is not null and phone is not null order by id limit 1',
  )
  const sent = await inject(
    world.app,
    change,
    { body: { ...dept, phone: null, email: '', headId: null } },
    world.token('sysadmin'),
  )
  expect(sent.statusCode, sent.body).toBe(200)
  const [after] = await world.sql(
    'select phone, email, head_id, address is not null as address from dept where id = $1',
    [dept?.id],
  )
  expect(after).toEqual({ phone: null, email: null, head_id: null, address: true })
})
