import { allCalls } from '@portal/contract/calls'
import { addressOf, isWriting, type Call } from '@portal/contract/kernel/call'
import { permissionCodes, type Permission } from '@portal/contract/kernel/permissions'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castCards, castLab, type CastName } from './demo/cast.ts'
import { campus, type Campus } from './testing/campus.ts'
import { sampleOf, schemaOf } from './testing/sample.ts'

// Role × call over the whole contract: everybody who has no business with a lab, its uses and its money makes every call there is,
// aimed at their rows. Nothing of them may be told, nothing changed. And whoever has, is told: else the walk would prove nothing.

const SECRET = '机密勿外传'
/** Rights that the services keep to one's labs or one's dept. */
const labRights = permissionCodes.filter((c): c is Permission => /^(OPEN_SETTING|SUBSCRIBE_ORDER|TEST_ORDER|SETTLE_ORDER|GATE_MONITOR)(_VIEW|_EDIT)?$|^LABORATORY_[A-Z]+_EDIT$|^DEVICE_MANEGE_VIEW$/.test(c))

let world: Campus
let victims: Record<string, number>
const tokens = new Map<string, string | undefined>()
const one = async (text: string, values: unknown[] = []): Promise<number> => (await world.sql<{ id: number }>(text, values))[0]?.id ?? 0

beforeAll(async () => {
  world = await campus()
  const labId = await one('select id from lab where serial_id = $1', [castLab.serialId])
  // The outsider's own lab uses, and pays for, nothing of this one.
  const strange = `lab_id = ${labId} and not exists (select from user_account u where u.username in ('outsider', 'offcampus') and u.id in (booker_id, payer_id))`
  await world.sql(`update booking set purpose = $1, remark = $1, reason = $1 where ${strange} and experimenter_id not in (select id from user_account where username in ('outsider', 'offcampus'))`, [SECRET])
  await world.sql(`update booking_sample set name = $1, wishes = $1 where booking_id in (select id from booking where purpose = $1)`, [SECRET])
  await world.sql(`update test_order set result = $1, remark = $1, reason = $1 where booking_id in (select id from booking where purpose = $1)`, [SECRET])
  await world.sql(`update settlement set remark = $1, remitter = $1, voucher_number = $1 where ${strange.replace('booker_id', 'starter_id')}`, [SECRET])
  await world.sql(`update fund_card set name = $1, remark = $1 where owner_id not in (select id from user_account where username in ('outsider', 'offcampus'))`, [SECRET])
  await world.sql(
    `update approval_task t set title = $1 where exists (select from booking where t.business = 'booking' and id = t.row_id and purpose = $1)
      or exists (select from test_order where t.business = 'test_order' and id = t.row_id and result = $1) or exists (select from settlement where t.business = 'settlement' and id = t.row_id and remark = $1)`,
    [SECRET],
  )
  await world.sql(`update message set title = $1, body = $1 where user_id not in (select id from user_account where username in ('outsider', 'offcampus', 'supplier'))`, [SECRET])
  await world.sql(`insert into notice (title, body_html, state) values ($1, $1, 'draft')`, [SECRET])
  await world.sql(`update outbox set payload = payload || jsonb_build_object('body', $1::text)`, [SECRET])
  await world.sql(`update exception_log set message = $1, stack = $1`, [SECRET])
  await world.sql(`update operation_log set target = $1`, [SECRET])
  // The life of instruments, but for what the cast's first supplier and the outsider's lab have to do with.
  const ownCompany = await one(`select c.supplier_id as id from supplier_user c join user_account u on u.id = c.user_id where u.username = 'supplier'`)
  const outsidersLabs = `(select lab_id from lab_member m join user_account u on u.id = m.user_id where u.username = 'outsider')`
  await world.sql(
    `update purchase set purpose = $1, remark = $1, award_reason = $1, project_name = $1
     where id not in (select p.row_id from panel p join panel_expert e on e.panel_id = p.id join user_account u on u.id = e.user_id where p.business = 'purchase' and u.username = 'outsider')`,
    [SECRET],
  )
  // He sits on a panel of the demo himself, and so sees what it is about.
  await world.sql(`update panel set statement = $1 where row_id not in (select p.row_id from panel p join panel_expert e on e.panel_id = p.id join user_account u on u.id = e.user_id where u.username = 'outsider')`, [SECRET])
  await world.sql(`update tender set title = $1, announcement_html = $1 where state = 'draft'`, [SECRET])
  await world.sql(`update quotation set evaluation = $1 where opened_at is not null`, [SECRET])
  await world.sql(`update supplier set contact = $1, bank_account = $1, address = $1, reason = $1 where id <> $2`, [SECRET, ownCompany])
  await world.sql(`update piece set accessories = $1, hazards = $1 where purchase_id in (select purchase_id from delivery where supplier_id <> $2)`, [SECRET, ownCompany])
  await world.sql(`update delivery set reason = $1 where supplier_id <> $2`, [SECRET, ownCompany])
  await world.sql(`update acceptance set place = $1, conclusion = $1, reason = $1`, [SECRET])
  await world.sql(`update stock_in set remark = $1, reason = $1`, [SECRET])
  await world.sql(`update asset_transfer set why = $1 where from_lab_id not in ${outsidersLabs} and to_lab_id not in ${outsidersLabs}`, [SECRET])
  await world.sql(`update scrap set why = $1, condition = $1 where device_id not in (select id from device where lab_id in ${outsidersLabs})`, [SECRET])
  victims = {
    purchase: await one(`select id from purchase where purpose = $1 order by (state = 'awaiting_dept_head') desc, id limit 1`, [SECRET]),
    panel: await one(`select id from panel where statement = $1 order by (state = 'signing') desc, id limit 1`, [SECRET]),
    tender: await one(`select id from tender where state = 'draft' order by id limit 1`),
    supplier: await one(`select id from supplier where id <> $1 order by (state = 'awaiting_audit') desc, id limit 1`, [ownCompany]),
    delivery: await one(`select id from delivery where supplier_id <> $1 order by id limit 1`, [ownCompany]),
    acceptance: await one(`select id from acceptance order by (state = 'awaiting_audit') desc, id limit 1`),
    'stock-in': await one(`select id from stock_in order by (state = 'awaiting_finance') desc, id limit 1`),
    // The smallest campus scraps nothing of this lab by itself.
    asset: await one(
      `insert into scrap (device_id, state, state_at, why, condition, requester_id, price_fen, created_at)
       select d.id, 'draft', now(), $1, $1, u.id, 100, now() from device d, user_account u where d.lab_id = $2 and u.username = 'director' order by d.id desc limit 1 returning id`,
      [SECRET, labId],
    ),
    lab: labId,
    device: await one('select id from device where lab_id = $1 order by id limit 1', [labId]),
    booking: await one(`select id from booking where purpose = $1 and state = 'awaiting_reviewer' order by id limit 1`, [SECRET]),
    'test-order': await one(`select id from test_order where result = $1 order by (state = 'awaiting_director') desc, id limit 1`, [SECRET]),
    settlement: await one(`select id from settlement where remark = $1 order by (state = 'awaiting_finance') desc, id limit 1`, [SECRET]),
    'fund-card': await one('select id from fund_card where number = $1', [castCards.ownersOnly.number]),
    user: await one(`select id from user_account where username = 'director'`),
    message: await one('select id from message where title = $1 limit 1', [SECRET]),
    notice: await one('select id from notice where title = $1', [SECRET]),
    opening: await one('select w.id from opening_window w join device d on d.id = w.device_id where d.lab_id = $1 limit 1', [labId]),
    'price-plan': await one('select p.id from price_plan p join device d on d.id = p.device_id where d.lab_id = $1 limit 1', [labId]),
  }
  expect(Object.entries(victims).filter(([, id]) => id === 0)).toEqual([])

  const cast = ['outsider', 'offcampus', 'supplier', 'director', 'equipoffice', 'sysadmin'] as const satisfies CastName[]
  for (const who of cast) tokens.set(who, world.token(who))
  tokens.set('visitor', undefined)
  tokens.set('stranger', (await world.person('路人')).token)
  const elsewhere = await one(`insert into dept (code, name) values ('ELSE', '文学院') returning id`)
  tokens.set('another dept’s administrator', (await world.person('文学院管理员', { permissions: labRights, deptId: elsewhere })).token)
}, 60_000)
afterAll(() => world.close())

/** What a call's own `id` means, by its domain. */
const meant: Record<string, string> = { account: 'user', people: 'user', 'lab-news': 'lab', building: 'lab', 'device-record': 'device', resource: 'device' }
const named: Record<string, string> = {
  deviceId: 'device', labId: 'lab', bookingId: 'booking', cardId: 'fund-card', userId: 'user', ownerId: 'user', payerId: 'user', bookerId: 'user', experimenterId: 'user',
  purchaseId: 'purchase', supplierId: 'supplier', tenderId: 'tender', orderId: 'test-order', orderIds: 'test-order', testOrderId: 'test-order', testOrderIds: 'test-order', settlementId: 'settlement', noticeId: 'notice', windowId: 'opening',
}
/** The sample with its keys aimed at the victims. */
function aimed(value: unknown, domain: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((v) => aimed(v, domain, key))
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, aimed(v, domain, k)]))
  const of = named[key] ?? (/^(id|ids|rowId|serialId)$/.test(key) ? (meant[domain] ?? domain) : undefined)
  const id = of === undefined ? undefined : victims[of]
  return id === undefined || typeof value === 'boolean' ? value : typeof value === 'string' ? String(id) : id
}

// Signing out in the middle would end the walk.
const walked = allCalls.filter(({ call, domain }) => !call.upload && !(domain === 'session' && call.method !== 'GET'))
function send({ domain, call }: { domain: string; call: Call }, token: string | undefined, bare: boolean): Promise<LightMyRequestResponse> {
  const at = (schema: Call['body']) => aimed(sampleOf(schemaOf(schema)), domain)
  // Lists are asked both narrowed down and for all they have.
  const query = bare ? { ...(schemaOf(call.query).properties?.['scope'] && { scope: 'all' }), size: 200 } : at(call.query)
  const payload = call.method === 'GET' ? undefined : JSON.stringify(at(call.body))
  return world.app.inject({
    method: call.method,
    url: addressOf(call, { params: at(call.params), query }),
    headers: { ...(token && { authorization: token }), ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })
}

/** Where the secret was told. */
async function told(who: string): Promise<string[]> {
  const where: string[] = []
  for (const each of walked) {
    for (const bare of isWriting(each.call) ? [false] : [false, true]) {
      const { statusCode, body } = await send(each, tokens.get(who), bare)
      expect(statusCode, `${who} ${each.call.path}: ${body.slice(0, 200)}`).toBeLessThan(500)
      if (body.includes(SECRET)) where.push(`${each.call.method} ${each.call.path}`)
    }
  }
  return [...new Set(where)]
}

/** Everything that belongs to the lab, its people and their money, row by row; what others add beside it is theirs. */
async function rows(): Promise<Map<string, string>> {
  const kept = {
    lab: `id = ${victims['lab']}`, lab_member: `lab_id = ${victims['lab']}`, device: `lab_id = ${victims['lab']}`, device_reviewer: `lab_id = ${victims['lab']}`,
    opening: 'true', opening_window: 'true', opening_exception: 'true', price_plan: 'true', booking: `purpose = '${SECRET}'`, booking_sample: `name = '${SECRET}'`,
    test_order: `result = '${SECRET}'`, settlement: `remark = '${SECRET}'`, settlement_share: 'true', fund_card: `name = '${SECRET}'`, fund_card_user: 'true', ledger_entry: 'true', approval_task: `title = '${SECRET}'`,
    approval_policy: 'true', message: `title = '${SECRET}'`, notice: 'true', carousel: 'true', dictionary: 'true', dictionary_item: 'true', dept: 'true', role: 'true', role_permission: 'true', user_role: 'true',
    purchase: 'true', purchase_item: 'true', purchase_quote: 'true', panel: 'true', panel_expert: 'true', tender: 'true', tender_invitation: 'true', quotation: 'true', supplier: `address = '${SECRET}'`,
    supplier_paper: `supplier_id in (select id from supplier where address = '${SECRET}')`, delivery: 'true', piece: 'true', acceptance: 'true', acceptance_piece: 'true', acceptance_member: 'true', stock_in: 'true', stock_in_piece: 'true', invoice: 'true', asset_transfer: `why = '${SECRET}'`,
    asset_counter: 'true', maintenance_plan: 'true', scrap: `why = '${SECRET}'`, stocktake: 'true',
    user_account: `id = ${victims['user']}`, mail_setting: 'true', job_pause: 'true', exception_log: 'true', building: 'true', room: 'true', download: 'true', guidance: 'true',
  }
  const all = new Map<string, string>()
  for (const [table, where] of Object.entries(kept)) {
    // Counters of visits and downloads go up by looking.
    const found = await world.sql<{ row: Record<string, unknown> }>(`select to_jsonb(t) - 'views' - 'downloads' as row from ${table} t where ${where}`)
    for (const { row } of found) all.set(`${table} ${JSON.stringify(row)}`, table)
  }
  return all
}

describe('who has no business here', () => {
  test.for(['visitor', 'stranger', 'offcampus', 'outsider', 'supplier', 'another dept’s administrator'])('%s is told nothing and changes nothing', { timeout: 60_000 }, async (who) => {
    const before = await rows()
    expect(await told(who)).toEqual([])
    const after = await rows()
    expect([...before.keys()].filter((row) => !after.has(row))).toEqual([])
  })
})

test('who has, is told: the walk does reach these rows', { timeout: 60_000 }, async () => {
  const [director, office, admin] = [await told('director'), await told('equipoffice'), await told('sysadmin')]
  expect(office.length, office.join()).toBeGreaterThan(8)
  expect(director.length, director.join()).toBeGreaterThan(6)
  expect(admin.length, admin.join()).toBeGreaterThan(15)
})
