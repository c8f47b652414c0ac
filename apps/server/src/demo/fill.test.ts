import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { repairOrderStates, scrapStates, transferStates } from '@portal/contract/asset/asset'
import { stocktakeStateWords } from '@portal/contract/asset/stocktake'
import { acceptanceStates } from '@portal/contract/acceptance/acceptance'
import { assetStates } from '@portal/contract/asset-report/asset-report'
import { benefitStates } from '@portal/contract/benefit/benefit'
import { bookingStates } from '@portal/contract/booking/booking'
import { deliveryStates } from '@portal/contract/delivery/delivery'
import { settlementStates } from '@portal/contract/settlement/settlement'
import { testOrderStates } from '@portal/contract/test-order/test-order'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localFiles } from '../adapters/files/files.ts'
import { verifyPassword } from '../adapters/hashing/passwords.ts'
import { acceptanceFlow } from '../modules/acceptance/acceptance.flow.ts'
import { repairFlow } from '../modules/repair/repair.flow.ts'
import { scrapFlow } from '../modules/scrap/scrap.flow.ts'
import { transferFlow } from '../modules/transfer/transfer.flow.ts'
import { assetFlow } from '../modules/asset-report/asset-report.flow.ts'
import { benefitFlow } from '../modules/benefit/benefit.flow.ts'
import { bookingFlow } from '../modules/booking/booking.flow.ts'
import { sampleFlow } from '../modules/booking/use/sample.flow.ts'
import { isOpenThroughout } from '../modules/opening/opening.rules.ts'
import { cardFlow, offlineFlow } from '../modules/settlement/settlement.flow.ts'
import { deliveryFlow } from '../modules/delivery/delivery.flow.ts'
import { nationalRowFlow } from '../modules/national-report/national-report.flow.ts'
import { panelFlow } from '../modules/panel/panel.flow.ts'
import { purchaseFlow } from '../modules/purchase/purchase.flow.ts'
import { stockInFlow } from '../modules/stock-in/stock-in.flow.ts'
import { stocktakeFlow } from '../modules/stocktake/stocktake.flow.ts'
import { supplierFlow } from '../modules/supplier/supplier.flow.ts'
import { keyOfTender, unseal } from '../modules/tender/quotation-seal.action.ts'
import { tenderFlow } from '../modules/tender/tender.flow.ts'
import { testOrderFlow } from '../modules/test-order/test-order.flow.ts'
import { campus } from '../testing/campus.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import {
  cast,
  castCards,
  castDevices,
  castLab,
  DEMO_PASSWORD,
  FREE_FROM_MINUTE,
  otherDevice,
  otherLab,
} from './cast.ts'
import { fillDemo } from './fill.ts'

const SHANGHAI = 'Asia/Shanghai'
const now = new Date('2026-03-18T07:20:00Z')
const counts = { labs: 60, devices: 140, users: 120, bookings: 500 }

let database: TestDatabase
let folder: string
const rows = async <Row extends object>(sql: string, values: unknown[] = [], db = database): Promise<Row[]> =>
  (await db.pool.query<Row>(sql, values)).rows
/** Expects that the query finds no rows. */
const none = async (sql: string, values: unknown[] = []) => expect(await rows(sql, values)).toEqual([])

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(path.join(os.tmpdir(), 'portal-demo-'))
  await fillDemo(database.pool, { tz: SHANGHAI, now, counts, files: localFiles(folder) })
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('last school year was reported, and of this one some is left to do', async () => {
  const years = await rows<{ year: number; versions: number; open: number; precious: number }>(
    `select y.year, (select count(*)::int from ministry_version v where v.year = y.year) as versions,
        (select count(*)::int from ministry_issue i where i.year = y.year and i.words is null) as open,
        (select count(*)::int from ministry_row r where r.year = y.year and r.tab = 'SJ3') as precious
      from ministry_year y order by y.year`,
  )
  expect(years).toMatchObject([
    { year: 2024, versions: 1, open: 0 },
    { year: 2025, versions: 0 },
  ])
  expect(years.every((y) => y.precious > 0)).toBe(true)
  const left = await rows<{ code: string }>(
    `select distinct code from ministry_issue where year = 2025 and tab = 'SJ4' order by code`,
  )
  expect(left.map((l) => l.code)).toEqual(['REFERS', 'REQUIRED'])
})

describe('the campus', () => {
  test('has exactly what was asked for', async () => {
    const [made] = await rows(
      `select (select count(*) from lab) as labs, (select count(*) from device) as devices,
          (select count(*) from user_account) as users, (select count(*) from booking) as bookings`,
    )
    expect(made).toEqual(counts)
  })

  test('has the cast, each with the demo password and his roles', async () => {
    const people = await rows<{ id: number; username: string; hash: string; roles: string[] }>(
      `select u.id, u.username, u.password_hash as hash,
          array(select r.code from user_role x join role r on r.id = x.role_id
          where x.user_id = u.id) as roles
       from user_account u order by u.id limit $1`,
      [cast.length],
    )
    expect(people.map((p) => p.username)).toEqual(cast.map((c) => c.username))
    for (const [i, person] of people.entries())
      expect(person.roles).toEqual(expect.arrayContaining([...(cast[i]?.roles ?? [])]))
    expect(await verifyPassword(DEMO_PASSWORD, people[0]?.hash ?? '')).toBe(true)
  })

  test('has the laboratories, devices and cards that tests know by name', async () => {
    const known = [
      ...Object.values(castDevices).map((d) => ({ ...d, lab: castLab.serialId })),
      { ...otherDevice, lab: otherLab.serialId },
    ]
    expect(
      await rows(
        `select d.serial_id as "serialId", d.name, l.serial_id as lab from device d join lab l on l.id = d.lab_id order by d.id limit 5`,
      ),
    ).toEqual(known)
    expect(
      await rows(
        `select c.number, c.name, u.username as owner from fund_card c join user_account u on u.id = c.owner_id order by c.id limit 4`,
      ),
    ).toEqual(Object.values(castCards))
    const free = await rows<{ number: string; free: number }>(
      `select number, balance_fen - frozen_fen as free from fund_card order by id limit 4`,
    )
    expect(free.map((c) => c.free > 10_000_000)).toEqual([true, true, true, false])
    expect(free[3]?.free).toBe(10_000)
    await none(
      `select from lab_member m join lab l on l.id = m.lab_id join user_account u on u.id = m.user_id
        where l.id = 1 and m.role = 'lab_director' and u.username <> 'director'`,
    )
  })

  test('keeps today and the afternoons of the coming weeks of the cast free', () =>
    none(
      `select b.id from booking b join device d on d.id = b.device_id where d.serial_id = any($1) and lower(b.period) > $2
         and (extract(epoch from (upper(b.period) at time zone $3)::time) / 60 > $4
           or (lower(b.period) at time zone $3)::date = ($2::timestamptz at time zone $3)::date)`,
      [
        [castDevices.selfOperated.serialId, castDevices.sampleDelivery.serialId, castDevices.shared.serialId],
        now,
        SHANGHAI,
        FREE_FROM_MINUTE,
      ],
    ))

  test('is found by what people type', async () => {
    const [found] = await rows<{ n: number }>(
      `select count(*) as n from device where search_grams @> array['电镜'] and search_grams @> array['smd']`,
    )
    expect(found?.n).toBeGreaterThan(0)
    await none(
      `select id from device where search_text = '' or search_grams = '{}' union all select id from lab
        where search_text = '' union all select id from user_account where search_text = ''`,
    )
  })
})

describe('bookings', () => {
  test('of every state there are some, and of test orders and settlements', async () => {
    const states = async (table: string) =>
      (await rows<{ state: string }>(`select distinct state from ${table}`)).map((r) => r.state)
    expect(new Set(await states('booking'))).toEqual(new Set(bookingStates))
    expect(new Set(await states('test_order'))).toEqual(new Set(testOrderStates))
    expect(new Set(await states('settlement'))).toEqual(new Set(settlementStates))
  })

  test('and of what becomes of an instrument: each list shows every state', async () => {
    // Except states that only a special approval policy reaches: the demo uses the built-in one.
    const unasked: Partial<Record<string, string>> = {
      acceptance: 'awaiting_dept_head',
      scrap: 'awaiting_finance',
    }
    const every = {
      asset_report: assetStates,
      asset_transfer: transferStates,
      repair_order: repairOrderStates,
      scrap: scrapStates,
      benefit_evaluation: benefitStates,
      stocktake: Object.keys(stocktakeStateWords),
      delivery: deliveryStates,
      acceptance: acceptanceStates,
    }
    const shown = await Promise.all(
      Object.keys(every).map(async (table) => [
        table,
        (await rows<{ state: string }>(`select distinct state from ${table}`)).map((r) => r.state).toSorted(),
      ]),
    )
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(
        Object.entries(every).map(([table, all]) => [
          table,
          all.filter((s) => s !== unasked[table]).toSorted(),
        ]),
      ),
    )
    expect(
      (await rows<{ state: string }>(`select distinct state from panel where business = 'scrap'`)).map(
        (r) => r.state,
      ),
    ).toEqual(expect.arrayContaining(['draft', 'signing', 'agreed']))
    await none(
      `select 'not one was put off' as missing where not exists (select from flow_log where business = 'repair' and event = 'extend')`,
    )
  })

  test('mostly say what they are for, in codes of the dictionaries; a project says the same each time', async () => {
    const [{ stated, all } = { stated: 0, all: 0 }] = await rows<{ stated: number; all: number }>(
      `select count(nature) as stated, count(*) as all from booking`,
    )
    expect(stated).toBeGreaterThan(all * 0.7)
    expect(stated).toBeLessThan(all)
    expect((await rows(`select distinct nature from booking where nature is not null`)).length).toBe(3)
    await none(
      `select b.id from booking b cross join lateral (values ('funding_source', b.funding_source), ('service_mode', b.service_mode)) c(list, code)
        where code is not null and not exists (select from dictionary_item i join dictionary d on d.id = i.dictionary_id where d.name = list and i.value = code)
      union all select b.id from booking b, unnest(b.disciplines) code where not exists (
        select from dictionary_item i join dictionary d on d.id = i.dictionary_id where d.name = 'discipline' and i.value = code)`,
    )
    await none(
      `select b.project from booking b join user_account u on u.id = b.booker_id where b.nature is not null and u.tier = 'campus'
        group by b.payer_id, b.project having count(distinct (b.project_number, b.nature, b.funding_source, b.disciplines)) > 1`,
    )
  })

  test('lie within opening hours, and none that were used overlap', async () => {
    await none(`select a.id, b.id from booking a join booking b on a.device_id = b.device_id
        and a.seat = b.seat and a.id < b.id and a.period && b.period
      where a.started_at is not null and b.started_at is not null`)
    const bookings = await rows<{ id: number; deviceId: number; from: Date; to: Date }>(
      `select id, device_id as "deviceId", lower(period) as "from", upper(period) as "to" from booking where period is not null`,
    )
    const windows = await rows<{ deviceId: number; weekday: number; fromMinute: number; toMinute: number }>(
      `select device_id as "deviceId", weekday, from_minute as "fromMinute", to_minute as "toMinute" from opening_window`,
    )
    const exceptions = await rows<{
      deviceId: number | null
      firstDay: string
      lastDay: string
      open: boolean
      fromMinute: number
      toMinute: number
      reason: string
    }>(
      `select device_id as "deviceId", first_day as "firstDay", last_day as "lastDay", open,
          from_minute as "fromMinute", to_minute as "toMinute", reason from opening_exception`,
    )
    const outside = bookings.filter(
      (b) =>
        !isOpenThroughout({
          from: b.from,
          to: b.to,
          zone: SHANGHAI,
          windows: windows
            .filter((w) => w.deviceId === b.deviceId)
            .map((w) => ({ ...w, validFrom: null, validTo: null, enabled: true })),
          exceptions: exceptions.filter((e) => e.deviceId === null || e.deviceId === b.deviceId),
        }),
    )
    expect(outside).toEqual([])
  })

  test('took no step that the flows do not have, each in its order and once', async () => {
    const flows = {
      booking: [bookingFlow],
      booking_sample: [sampleFlow],
      test_order: [testOrderFlow],
      settlement: [cardFlow, offlineFlow],
      asset_report: [assetFlow],
      national_row: [nationalRowFlow],
      purchase: [purchaseFlow],
      panel: [panelFlow],
      tender: [tenderFlow],
      supplier: [supplierFlow],
      delivery: [deliveryFlow],
      acceptance: [acceptanceFlow],
      stock_in: [stockInFlow],
      transfer: [transferFlow],
      repair: [repairFlow],
      scrap: [scrapFlow],
      benefit: [benefitFlow],
      stocktake: [stocktakeFlow],
    }
    const known = new Set(
      Object.entries(flows).flatMap(([business, all]) =>
        all.flatMap((f) => f.steps.map((s) => `${business} ${s.from} ${s.on} ${s.to}`)),
      ),
    )
    const taken = await rows<{ step: string }>(
      `select distinct concat_ws(' ', business, coalesce(from_state, 'null'), event, to_state) as step from flow_log`,
    )
    expect(taken.map((t) => t.step).filter((step) => !known.has(step))).toEqual([])
    await none(`select id from (select id, at, from_state, lag(to_state) over w as before,
        lag(at) over w as earlier from flow_log where business not in ('booking_sample', 'national_row')
      window w as (partition by business, row_id order by id)) x where from_state is distinct from before or at < earlier`)
    for (const table of [
      'booking',
      'test_order',
      'settlement',
      'booking_sample',
      'asset_report',
      'purchase',
      'panel',
      'tender',
      'supplier',
      'delivery',
      'acceptance',
      'stock_in',
      'scrap',
      'stocktake',
    ]) {
      await none(`select t.id from ${table} t
        left join lateral (select to_state from flow_log f where f.business = '${table}' and f.row_id = t.id
          order by id desc limit 1) l on true
        where t.state <> coalesce(l.to_state, 'declared')`)
    }
    await none(`select id from flow_log where at > $1`, [now])
  })

  test('nobody is awaited without a task, and no task waits for nothing', async () => {
    await none(`
      with awaited as (
        select 'booking' as business, id as row_id, case state when 'awaiting_payer' then 'payer'
          when 'awaiting_reviewer' then 'reviewer' else 'director' end as step
          from booking where state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director')
        union all select 'test_order', id, case state when 'draft' then 'fill' when 'awaiting_director'
          then 'director' when 'awaiting_payer' then 'payer' else 'booker' end
          from test_order where state in ('draft', 'awaiting_director', 'awaiting_booker', 'awaiting_payer')
        union all select 'settlement', id, case state when 'awaiting_card_owner' then 'card_owner'
          when 'awaiting_remittance' then 'remittance' when 'awaiting_finance' then 'finance'
          else 'reversal' end
          from settlement where state in ('awaiting_card_owner', 'awaiting_remittance', 'awaiting_finance', 'awaiting_reversal')
        union all select 'purchase', id, case state when 'awaiting_dept_head' then 'dept_head'
          when 'awaiting_equip_office' then 'equip_office' when 'awaiting_sourcing' then 'sourcing'
          when 'awaiting_contract' then 'contract' else 'panel' end
          from purchase p where state in ('awaiting_dept_head', 'awaiting_equip_office', 'awaiting_contract')
            or state = 'awaiting_sourcing' and method = 'general'
            or exists (select from panel x where x.business = 'purchase' and x.row_id = p.id and x.state = 'draft')
        union select 'tender', id, case state when 'draft' then 'prepare' else 'evaluate' end from tender
        where state in ('draft', 'opened', 'evaluated')
        union select 'tender', t.id, 'sign' from tender t join tender_member m on m.tender_id = t.id
        where t.state = 'opened' and m.signed_at is null
        union select 'panel', x.id, 'sign' from panel x where state = 'signing'
        union select 'supplier', id, case state when 'awaiting_audit' then 'audit' else 'papers' end
        from supplier where state in ('awaiting_papers', 'awaiting_audit', 'returned')
        union select 'delivery', id, case state when 'awaiting_entry' then 'entry' else 'check' end
        from delivery where state in ('awaiting_entry', 'awaiting_check')
        union select 'acceptance', id, case state when 'draft' then 'fill' when 'awaiting_signatures'
          then 'sign' else 'audit' end from acceptance
        where state in ('draft', 'awaiting_signatures', 'awaiting_audit')
        union select 'stock_in', id, case state when 'awaiting_info' then 'info' when 'awaiting_finance'
          then 'finance' when 'awaiting_card_owner' then 'card_owner' else 'store' end from stock_in where state <> 'stored'
        union select 'transfer', id, case state when 'awaiting_giver' then 'giver' else 'receiver' end
        from asset_transfer where state in ('awaiting_giver', 'awaiting_receiver')
        union select 'repair', id, case state when 'reported' then 'assign' else 'repair' end
        from repair_order where state in ('reported', 'assigned', 'repairing')
        union select 'scrap', id, case state when 'awaiting_dept_head' then 'dept_head'
          when 'awaiting_equip_office' then 'equip_office' else 'dispose' end from scrap
        where state in ('awaiting_dept_head', 'awaiting_equip_office', 'awaiting_disposal')
        union select 'scrap', x.row_id, 'panel' from panel x where x.business = 'scrap' and x.state = 'draft'
        union select 'benefit', id, case state when 'draft' then 'fill' else 'review' end from benefit_evaluation
        where state in ('draft', 'submitted')
        union select 'workflow', id, 'act' from workflow_instance where state = 'running'),
      waiting as (select business, row_id, step from approval_task where state = 'waiting')
      (table awaited except table waiting) union all (table waiting except table awaited)`)
    await none(`select id from approval_task where state = 'waiting' and due_at <= $1`, [now])
    await none(`select id from workflow_instance where search_text = '' or search_grams = '{}'`)
    await none(
      `select id from approval_task where user_id = requester_id or acted_by = requester_id and state in ('approved', 'refused')`,
    )
  })

  test('nothing is overdue that the timed jobs would change at once', () =>
    none(
      `select b.id, b.state from booking b join opening o on o.device_id = b.device_id
        where b.state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director')
          and lower(b.period) <= $1
         or b.state = 'awaiting_use' and b.kind = 'self_operated' and lower(b.period) + make_interval(mins => o.grace_minutes) < $1
         or b.state = 'in_use' and upper(b.period) + make_interval(mins => greatest(o.grace_minutes, 15)) < $1`,
      [now],
    ))
})

describe('money', () => {
  test('every ledger adds up to its card, entry by entry', async () => {
    await none(`select c.id from fund_card c left join ledger_entry e on e.card_id = c.id group by c.id
      having c.balance_fen <> coalesce(sum(e.balance_delta_fen), 0) or c.frozen_fen <> coalesce(sum(e.frozen_delta_fen), 0)`)
    await none(`select id from (select id, at, balance_after_fen, frozen_after_fen,
        sum(balance_delta_fen) over w as balance, sum(frozen_delta_fen) over w as frozen,
        lag(at) over w as earlier
      from ledger_entry window w as (partition by card_id order by id)) x where balance_after_fen <> balance
        or frozen_after_fen <> frozen or frozen < 0 or balance < frozen or at < earlier`)
  })

  test('what is frozen is what bookings, settlements and stock-ins hold', async () => {
    await none(`with held as (
        select fund_card_id as card_id, sum(held_fen) as fen from booking where held_fen > 0 group by 1
        union all select s.card_id, sum(s.amount_fen) from settlement_share s
        join settlement t on t.id = s.settlement_id
        where t.state in ('awaiting_card_owner', 'awaiting_finance') group by 1
        union all select p.fund_card_id, sum(p.amount_fen) from stock_in t
        join purchase_source p on p.purchase_id = t.purchase_id and p.fund_card_id is not null
        where t.payment = 'card' and t.state in ('awaiting_card_owner', 'awaiting_finance') group by 1)
      select c.id from fund_card c left join held h on h.card_id = c.id group by c.id having c.frozen_fen <> coalesce(sum(h.fen), 0)`)
    await none(
      `select id from booking where held_fen > 0 and state not in ('awaiting_use', 'in_use', 'awaiting_test_order', 'done')`,
    )
    await none(`select card_id, user_id from fund_card_user u
      where used_fen <> (select coalesce(sum(case kind when 'freeze' then frozen_delta_fen when 'release'
              then frozen_delta_fen when 'reverse' then -balance_delta_fen else 0 end), 0)
      from ledger_entry e where e.card_id = u.card_id and e.user_id = u.user_id)`)
  })

  test('bills are the sum of their lines, settlements of their orders and shares', async () => {
    await none(
      `select id from test_order where total_fen <> (select coalesce(sum((line ->> 'amountFen')::int8), 0)
          from jsonb_array_elements(bill -> 'lines') line)`,
    )
    // As the dictionary demands: larger sums are not written off without a paper.
    await none(`select id from test_order where state = 'written_off' and total_fen >= 100000`)
    await none(`select id from booking where estimate_fen <> (quote ->> 'totalFen')::int8`)
    await none(`select s.id from settlement s
      where total_fen <> (select sum(amount_fen) from settlement_item i where i.settlement_id = s.id)
      or way = 'fund_card' and total_fen <> (select sum(amount_fen) from settlement_share h where h.settlement_id = s.id)`)
    await none(
      `select i.test_order_id from settlement_item i join settlement s on s.id = i.settlement_id
        where s.state in ('settled', 'awaiting_finance') group by 1 having count(*) > 1`,
    )
    await none(`select o.id from test_order o left join settlement s on s.id = o.settlement_id
      where (o.state = 'in_settlement') <> coalesce(s.state in ('awaiting_card_owner', 'awaiting_remittance', 'awaiting_finance'), false)`)
  })
})

test('every file of the campus is there as its row says', async () => {
  const files = await rows<{ id: string; sha256: Buffer; bytes: number; mime: string }>(
    `select id, sha256, bytes, mime from file`,
  )
  expect(files.length).toBeGreaterThan(counts.devices)
  for (const file of files) {
    const content = readFileSync(path.join(folder, file.id.slice(0, 2), file.id))
    expect({ bytes: content.length, sha256: createHash('sha256').update(content).digest() }).toEqual({
      bytes: file.bytes,
      sha256: file.sha256,
    })
  }
  await none(`select id from device where image_file_id is null`)
})

test('tables go on after the rows that were copied', async () => {
  const [next] = await rows<{ id: number; last: number }>(
    `with m as (select max(id) as last from lab) insert into lab (serial_id, name, dept_id)
      select 'LAB-next', '新实验室', 1 from m returning id, (select last from m)`,
  )
  expect(next?.id).toBe((next?.last ?? 0) + 1)
  await database.pool.query(`delete from lab where serial_id = 'LAB-next'`)
})

test('quotations in open tenders lie sealed, as the server will open them', async () => {
  const made = await campus()
  const { secrets } = made.app.deps.adapters
  try {
    const lying = await rows<{
      tenderId: number
      supplierId: number
      opensAt: Date
      sealed: Buffer
      amountFen: number | null
      budgetFen: number
      receipt: Buffer
    }>(
      `select q.tender_id as "tenderId", q.supplier_id as "supplierId", t.opens_at as "opensAt", q.sealed,
          q.receipt, q.amount_fen as "amountFen", p.budget_fen as "budgetFen"
       from quotation q join tender t on t.id = q.tender_id join purchase p on p.id = t.purchase_id where t.state = 'announced'`,
      [],
      made.database,
    )
    expect(lying).toHaveLength(6)
    for (const { tenderId, supplierId, opensAt, sealed, receipt, amountFen, budgetFen } of lying) {
      expect([amountFen, createHash('sha256').update(sealed).digest()]).toEqual([null, receipt])
      const amount = unseal(keyOfTender(secrets, tenderId), { tenderId, supplierId, opensAt }, sealed, [])
        ?.content.amountFen
      expect(amount).toBeGreaterThan(0)
      expect(amount).toBeLessThan(budgetFen)
    }
  } finally {
    await made.close()
  }
})

// Fills three campuses: half a minute on a slow machine.
test('the same moment gives the same campus; another zone and hour another that is as good', async () => {
  const digest = async (db: TestDatabase) => {
    const tables = await rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      [],
      db,
    )
    const digests = await Promise.all(
      tables
        .filter(({ name }) => name !== 'schema_migration' && name !== 'file')
        .map(async ({ name }) => {
          // Hashes have a random salt, and `created_at` of rows without a time of their own is the time of
          // the fill; the same holds for `made_at` in finance_fold.
          const folded = name === 'finance_fold' ? `- 'made_at'` : ''
          const [table] = await rows<{ md5: string }>(
            `select md5(string_agg(r, '|' order by r)) as md5
              from (select (to_jsonb(t) - 'password_hash' - 'created_at' - 'image_file_id' - 'closed_in' - 'frozen_in'
                - 'folded_at' - 'voucher_file_id' ${folded})::text as r from ${name} t) x`,
            [],
            db,
          )
          return [name, table?.md5]
        }),
    )
    return Object.fromEntries(digests) as Record<string, string>
  }
  const withoutPictures = {
    carousel: null,
    download: null,
    download_category: null,
    resource: null,
    resource_category: null,
    campus_map: null,
    purchase_paper: null,
    invoice: null,
    form_answer: null,
    // A counter of writes, which may happen in any order.
    campus_rules: null,
  }
  const again = await testDatabase()
  const elsewhere = await testDatabase()
  const yearEnd = await testDatabase()
  try {
    await fillDemo(again.pool, { tz: SHANGHAI, now, counts })
    expect({ ...(await digest(again)), ...withoutPictures }).toEqual({
      ...(await digest(database)),
      ...withoutPictures,
    })
    // The night in which clocks change in New York.
    await fillDemo(elsewhere.pool, { tz: 'America/New_York', now: new Date('2026-03-08T07:30:00Z'), size: 0 })
    // Sixty days earlier, a month had begun on the campus but not yet in UTC.
    await fillDemo(yearEnd.pool, { tz: SHANGHAI, now: new Date('2025-12-31T15:55:00Z'), size: 0 })
    const [states] = await rows<{ bookings: number; orders: number; settlements: number }>(
      `select (select count(distinct state) from booking) as bookings,
          (select count(distinct state) from test_order) as orders,
          (select count(distinct state) from settlement) as settlements`,
      [],
      elsewhere,
    )
    expect(states).toEqual({
      bookings: bookingStates.length,
      orders: testOrderStates.length,
      settlements: settlementStates.length,
    })
  } finally {
    await again.drop()
    await elsewhere.drop()
    await yearEnd.drop()
  }
}, 120_000)
