import { allCalls } from '@portal/contract/calls'
import { isWriting, type Call } from '@portal/contract/kernel/call'
import { permissionCodes, type Permission } from '@portal/contract/kernel/permissions'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castCards, castLab, type CastName } from './demo/cast.ts'
import { campus, type Campus } from './testing/campus.ts'
import { makeSample, makeSchema } from './testing/sample.ts'
import { readDealings, marksIn, plant } from './testing/secrets.ts'
import { inject } from './testing/walk.ts'
import { theirsIn, rowsOfAll } from './testing/watch.ts'

// Role × call over the whole contract: everybody makes every call, aimed at rows they have nothing to do
// with. The answers must not reveal these rows, and nothing may change. People who have to do with them must
// see them; otherwise the walk would prove nothing.

/** Rights that the services limit to the person's own labs or department. */
const labRights = permissionCodes.filter((c): c is Permission =>
  /^(OPEN_SETTING|SUBSCRIBE_ORDER|TEST_ORDER|SETTLE_ORDER|GATE_MONITOR)(_VIEW|_EDIT)?$|^LABORATORY_[A-Z]+_EDIT$|^DEVICE_MANEGE_VIEW$/.test(
    c,
  ),
)

let world: Campus
let victims: Record<string, number>
/** The people who walk, with their tokens. */
const walkers = new Map<string, { id: number; token: string | undefined }>()
const one = async (text: string, values: unknown[] = []): Promise<number> =>
  (await world.sql<{ id: number }>(text, values))[0]?.id ?? 0

beforeAll(async () => {
  world = await campus()
  const labId = await one('select id from lab where serial_id = $1', [castLab.serialId])
  await world.sql(`insert into notice (title, body_html, state) values ('草稿', '草稿', 'draft')`)
  await world.sql(`update consulting set shared = false where id % 2 = 0`)
  // The smallest campus has no scrapping in this lab, and all its devices are shared.
  const hidden = await one('select id from device where lab_id = $1 order by id desc limit 1', [labId])
  const scrap = await one(
    `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, created_at)
      select $1, 'draft', now(), '旧', id, 100, now() from user_account where username = 'director'
      returning id`,
    [hidden],
  )
  await world.sql('update device set shared = false where id = $1', [hidden])
  const resource = await one(
    `insert into resource (device_id, title, file_id) select $1, '说明书', (select id from file limit 1) returning id`,
    [hidden],
  )
  await plant(world)
  const ownCompany = await one(
    `select c.supplier_id as id from supplier_user c join user_account u on u.id = c.user_id where u.username = 'supplier'`,
  )
  const ofLab = (table: string, order = 'id') =>
    one(`select x.id from ${table} x where lab_id = $1 order by ${order} limit 1`, [labId])
  const ofDevice = (table: string) =>
    one(
      `select x.id from ${table} x order by (x.device_id in (select id from device where lab_id = $1)) desc, x.id limit 1`,
      [labId],
    )
  victims = {
    scrap,
    resource,
    lab: labId,
    purchase: await one(`select id from purchase order by (state = 'awaiting_dept_head') desc, id limit 1`),
    panel: await one(`select id from panel order by (state = 'signing') desc, id limit 1`),
    tender: await one(`select id from tender where state = 'draft' order by id limit 1`),
    supplier: await one(
      `select id from supplier where id <> $1 order by (state = 'awaiting_audit') desc, id limit 1`,
      [ownCompany],
    ),
    delivery: await one(`select id from delivery where supplier_id <> $1 order by id limit 1`, [ownCompany]),
    acceptance: await one(`select id from acceptance order by (state = 'awaiting_audit') desc, id limit 1`),
    'stock-in': await one(`select id from stock_in order by (state = 'awaiting_finance') desc, id limit 1`),
    transfer: await ofDevice('asset_transfer'),
    repair: await ofDevice('repair_order'),
    plan: await ofDevice('maintenance_plan'),
    record: await ofDevice('maintenance_record'),
    'asset-report': await ofDevice('asset_report'),
    stocktake: await one('select id from stocktake order by id limit 1'),
    form: await one(`select id from form where state = 'draft' order by id limit 1`),
    'form-answer': await one(`select a.id from form_answer a join user_account u on u.id = a.user_id
      where u.username = 'booker' order by a.id limit 1`),
    'form-source': await one('select id from form_source order by id limit 1'),
    workflow: await one(`select id from workflow where state = 'draft' order by id limit 1`),
    'workflow-instance': await one(
      `select id from workflow_instance order by (state = 'running') desc, id limit 1`,
    ),
    'workflow-task': await one(`select id from workflow_task where state = 'waiting' order by id limit 1`),
    'form-binding': await one(
      `insert into form_binding (device_id, occasion, bound_by, bound_at)
        select id, 'fault', 1, now() from device where lab_id = $1 order by id limit 1 returning id`,
      [labId],
    ),
    benefit: await ofDevice('benefit_evaluation'),
    'benefit-scheme': await one('select id from benefit_scheme order by id limit 1'),
    consulting: await one('select id from consulting where not shared order by id limit 1'),
    device: await one('select id from device where lab_id = $1 order by id limit 1', [labId]),
    booking: await ofLab('booking', `(state = 'awaiting_reviewer') desc, id`),
    'test-order': await ofLab('test_order', `(state = 'awaiting_director') desc, id`),
    settlement: await ofLab('settlement', `(state = 'awaiting_finance') desc, id`),
    'fund-card': await one('select id from fund_card where number = $1', [castCards.ownersOnly.number]),
    user: await one(`select id from user_account where username = 'director'`),
    message: await one(
      `select m.id from message m join user_account u on u.id = m.user_id where u.username = 'director' limit 1`,
    ),
    notice: await one(`select id from notice where state = 'draft' order by id desc limit 1`),
    opening: await one(
      'select w.id from opening_window w join device d on d.id = w.device_id where d.lab_id = $1 limit 1',
      [labId],
    ),
    'price-plan': await one(
      'select p.id from price_plan p join device d on d.id = p.device_id where d.lab_id = $1 limit 1',
      [labId],
    ),
  }
  expect(Object.entries(victims).filter(([, id]) => id === 0)).toEqual([])

  for (const who of [
    'outsider',
    'offcampus',
    'supplier',
    'supplier2',
    'requester',
    'depthead',
    'tenderoffice',
    'finance',
    'expert1',
    'lawyer',
    'director',
    'equipoffice',
    'sysadmin',
  ] as const satisfies CastName[]) {
    walkers.set(who, {
      id: await one('select id from user_account where username = $1', [who]),
      token: world.token(who),
    })
  }
  walkers.set('visitor', { id: 0, token: undefined })
  walkers.set('stranger', await world.person('路人'))
  const elsewhere = await one(`insert into dept (code, name) values ('ELSE', '文学院') returning id`)
  walkers.set(
    'another dept’s administrator',
    await world.person('文学院管理员', { permissions: labRights, deptId: elsewhere }),
  )
  const reviewer = await world.person('别处的审核员', {
    permissions: ['SUBSCRIBE_ORDER_VIEW', 'SUBSCRIBE_ORDER_EDIT'],
  })
  await world.sql(
    'insert into device_reviewer (device_id, user_id) select id, $2 from device where lab_id <> $1 order by id limit 1',
    [labId, reviewer.id],
  )
  walkers.set('another device’s reviewer', reviewer)
}, 60_000)
afterAll(() => world.close())

/** The table that a call's own `id` means: by its address, else by its domain. */
const addressed: [RegExp, string][] = [
  [/asset\/transfers/, 'transfer'],
  [/asset\/repairs/, 'repair'],
  [/asset\/scraps/, 'scrap'],
  [/asset\/stocktakes/, 'stocktake'],
  [/maintenance\/records/, 'record'],
  [/asset\/maintenance/, 'plan'],
  [/benefit\/scheme/, 'benefit-scheme'],
  [/form\/answers/, 'form-answer'],
  [/workflow\/instances/, 'workflow-instance'],
  [/workflow\/tasks/, 'workflow-task'],
  [/form\/sources/, 'form-source'],
  [/form\/bindings/, 'form-binding'],
]
const meant: Record<string, string> = {
  account: 'user',
  people: 'user',
  'lab-news': 'lab',
  building: 'lab',
  'device-record': 'device',
}
const named: Record<string, string> = {
  deviceId: 'device',
  labId: 'lab',
  bookingId: 'booking',
  cardId: 'fund-card',
  userId: 'user',
  ownerId: 'user',
  payerId: 'user',
  bookerId: 'user',
  experimenterId: 'user',
  purchaseId: 'purchase',
  supplierId: 'supplier',
  tenderId: 'tender',
  orderId: 'test-order',
  orderIds: 'test-order',
  testOrderId: 'test-order',
  testOrderIds: 'test-order',
  settlementId: 'settlement',
  noticeId: 'notice',
  windowId: 'opening',
  schemeId: 'benefit-scheme',
}
/** The sample with its ids replaced by those of the victims. */
function aimed(value: unknown, own: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((v) => aimed(v, own, key))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, aimed(v, own, k)]))
  const of = named[key] ?? (/^(id|ids|rowId|serialId)$/.test(key) ? own : undefined)
  const id = of === undefined ? undefined : victims[of]
  return id === undefined || typeof value === 'boolean' ? value : typeof value === 'string' ? String(id) : id
}

// Signing out would end the walk.
const walked = allCalls.filter(({ call, domain }) => !(domain === 'session' && call.method !== 'GET'))
const [looking, doing] = [
  walked.filter(({ call }) => !isWriting(call)),
  walked.filter(({ call }) => isWriting(call)),
]
function send({ domain, call }: { domain: string; call: Call }, token: string | undefined, bare: boolean) {
  const own = addressed.find(([path]) => path.test(call.path))?.[1] ?? meant[domain] ?? domain
  const at = (schema: Call['body']) => aimed(makeSample(schema), own)
  // Lists are asked both with filters and for all rows.
  const query = bare
    ? { ...(makeSchema(call.query).properties?.['scope'] && { scope: 'all' }), size: 200 }
    : at(call.query)
  return inject(world.app, call, { params: at(call.params), query, body: at(call.body) }, token)
}

/** Without query fields both questions are the same. */
const isNarrowed = (call: Call) => Object.keys(makeSchema(call.query).properties ?? {}).length > 0

/** An answer as text, also of a workbook. */
async function makeText({ body, rawPayload, headers }: Awaited<ReturnType<typeof send>>): Promise<string> {
  if (!/spreadsheet/.test(String(headers['content-type']))) return body
  return (await readXlsx(rawPayload)).sheets.map((sheet) => JSON.stringify(sheet.rows)).join()
}

/** The rows that answers revealed, and the calls that did. */
async function told(who: string): Promise<{ row: string; where: string }[]> {
  const found: { row: string; where: string }[] = []
  const token = walkers.get(who)?.token
  const ask = async (each: (typeof walked)[number], bare: boolean) => {
    const answer = await send(each, token, bare)
    expect(answer.statusCode, `${who} ${each.call.path}: ${answer.body.slice(0, 200)}`).toBeLessThan(500)
    for (const row of marksIn(await makeText(answer)))
      found.push({ row, where: `${each.call.method} ${each.call.path}` })
  }
  // Reading calls do not disturb each other, so ten run at once.
  for (let i = 0; i < looking.length; i += 10)
    await Promise.all(
      looking
        .slice(i, i + 10)
        .flatMap((each) => [ask(each, false), ...(isNarrowed(each.call) ? [ask(each, true)] : [])]),
    )
  for (const each of doing) await ask(each, false)
  return found
}

describe('whoever has no business with a row', () => {
  let left: Map<string, string> | undefined
  // People who have to do with some rows come last, because their calls may change them.
  const all = [
    'visitor',
    'stranger',
    'offcampus',
    'another dept’s administrator',
    'another device’s reviewer',
    'supplier',
    'supplier2',
    'expert1',
    'lawyer',
    'outsider',
    'requester',
    'depthead',
    'tenderoffice',
    'finance',
  ]
  test.for(all)('%s is told nothing of it and changes nothing', { timeout: 60_000 }, async (who) => {
    const id = walkers.get(who)?.id ?? 0
    const { rows, offices } = await readDealings(world, id, who)
    const isTheirs = (row: string) => rows.has(row) || offices.has(row.split(':')[0] ?? '')
    // The rows after one walk are those before the next, unless that walk failed.
    const before = left ?? (await rowsOfAll(world))
    left = undefined
    const leaks = (await told(who))
      .filter(({ row }) => !isTheirs(row))
      .map(({ row, where }) => `${where} tells ${row}`)
    expect([...new Set(leaks)]).toEqual([])
    const after = (left = await rowsOfAll(world))
    const theirs = await theirsIn(world, id, isTheirs)
    expect(
      [...before]
        .filter(
          ([row, table]) => !after.has(row) && !theirs(table, JSON.parse(row) as Record<string, unknown>),
        )
        .map(([row, table]) => `${table} ${row}`),
    ).toEqual([])
  })
})

test('no file that a guest takes home has a column of usernames', { timeout: 60_000 }, async () => {
  const files = looking.filter(({ call }) => call.raw)
  const found: string[] = []
  let sheets = 0
  for (const who of ['offcampus', 'supplier'])
    for (const each of files) {
      const { rawPayload, headers } = await send(each, walkers.get(who)?.token, true)
      if (!/spreadsheet/.test(String(headers['content-type']))) continue
      sheets++
      const [sheet] = (await readXlsx(rawPayload)).sheets
      if (/用户名/.test(String(sheet?.rows[0]))) found.push(`${who} ${each.call.path}`)
    }
  expect(sheets).toBeGreaterThan(3)
  expect(found).toEqual([])
})

test('who has, is told: the walk does reach these rows', { timeout: 120_000 }, async () => {
  const tables = async (who: string) => [...new Set((await told(who)).map(({ row }) => row.split(':')[0]))]
  expect((await tables('equipoffice')).length).toBeGreaterThan(10)
  expect((await tables('director')).length).toBeGreaterThan(5)
  expect((await tables('sysadmin')).length).toBeGreaterThan(15)
})
