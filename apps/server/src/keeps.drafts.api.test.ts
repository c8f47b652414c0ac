import { createHash, randomBytes } from 'node:crypto'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { benefitCalls } from '@portal/contract/benefit/calls'
import type { Call } from '@portal/contract/kernel/call'
import { optionalFields } from '@portal/contract/kernel/keeps'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campus, type Campus } from './testing/campus.ts'

import { inject } from './testing/walk.ts'

// Drafts are large forms: saving one field must not empty the others, nor the rows of its parts.

let world: Campus
beforeAll(async () => {
  world = await campus()
})
afterAll(() => world.close())

interface Draft {
  call: Call
  table: string
  where: string
  /** Selects the person who fills in the draft. */
  by: string
  /** Statements that fill in every column, so that there is something to lose. $1 is the id of the row. */
  fill: readonly string[]
  /** Selects the rows of its parts in a stable order. $1 is the id of the row. */
  parts: readonly string[]
  /** Selects required fields of the body that are no columns. $1 is the id of the row. */
  said?: string
}
/** A statement that adds a file for the row. */
const findFile = (
  business: string,
) => `insert into file (name, mime, bytes, sha256, visibility, business, row_id)
  values ('paper.pdf', 'application/pdf', 1, '\\x00', 'private', '${business}', $1) returning id`
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const drafts: Record<string, Draft> = {
  'purchase.change': {
    call: purchaseCalls.change,
    table: 'purchase',
    where: `state = 'draft' and exists (select from purchase_item i where i.purchase_id = t.id)`,
    by: 'select requester_id as id from purchase where id = $1',
    fill: [
      `update purchase set purpose = '教学', remark = '急用', expected_on = '2031-03-01',
        lab_id = (select min(id) from lab) where id = $1`,
      `insert into purchase_source (purchase_id, sort, kind, project_code, project_name, amount_fen)
        select $1, 90, 'project', 'P-1', '课题', 5`,
      `with added as (${findFile('purchase')})
        insert into purchase_paper (purchase_id, file_id, kind, created_at) select $1, id, 'quote', now() from added`,
    ],
    parts: [
      `select to_jsonb(i) - 'id' as row from purchase_item i where purchase_id = $1 order by sort`,
      `select kind, fund_card_id, project_code, amount_fen from purchase_source where purchase_id = $1 order by sort`,
      `select file_id, kind from purchase_paper where purchase_id = $1 order by 1`,
    ],
  },
  'tender.change': {
    call: tenderCalls.change,
    table: 'tender',
    where: `state = 'draft'`,
    by: `select id from user_account where username = 'tenderoffice' and $1::int8 > 0`,
    fill: [
      `update tender set announcement_html = '<p>公告</p>', opens_at = date_trunc('second', now()) + interval '20 days', max_price_fen = 100
        where id = $1`,
      `insert into tender_invitation (tender_id, supplier_id, invited_at)
        select $1, id, now() from supplier where state = 'approved' on conflict do nothing`,
      findFile('tender'),
    ],
    parts: [
      `select supplier_id from tender_invitation where tender_id = $1 order by 1`,
      `select id from file where business = 'tender' and row_id = $1 order by 1`,
    ],
  },
  'acceptance.change': {
    call: acceptanceCalls.change,
    table: 'acceptance',
    where: `state = 'draft'`,
    by: 'select receiver_id as id from acceptance where id = $1',
    fill: [
      `update acceptance set place = '一楼', accepted_on = '2025-03-01', conclusion = '合格' where id = $1`,
      `update acceptance_check set ok = true, note = '齐全' where acceptance_id = $1`,
      `insert into acceptance_member (acceptance_id, user_id, duty, sort)
        select $1, id, '查验', id from user_account where username in ('reviewer', 'director')
        on conflict do nothing`,
    ],
    parts: [
      `select to_jsonb(c) as row from acceptance_check c where acceptance_id = $1 order by sort`,
      `select user_id, duty from acceptance_member where acceptance_id = $1 order by user_id`,
    ],
    said: `select json_build_object('pieces', json_agg(json_build_object('id', piece_id, 'verdict', verdict,
        'factoryNumber', factory_number, 'reason', reason))) as body from acceptance_piece where acceptance_id = $1`,
  },
  'stock-in.change': {
    call: stockInCalls.change,
    table: 'stock_in',
    where: `state = 'awaiting_info'`,
    by: 'select requester_id as id from stock_in where id = $1',
    fill: [
      `update stock_in set payment = 'bank', remark = '分两次' where id = $1`,
      `insert into invoice (stock_in_id, code, number, issued_on, amount_fen, tax_fen)
        values ($1, '320012345678', '88776655', '2025-03-01', 200, 6)`,
    ],
    parts: [`select number, issued_on, amount_fen, file_id from invoice where stock_in_id = $1 order by 1`],
    said: `select json_build_object('pieces', json_agg(json_build_object('id', piece_id))) as body
      from stock_in_piece where stock_in_id = $1`,
  },
  'test-order.save': {
    call: testOrderCalls.save,
    table: 'test_order',
    where: `state = 'draft' and actual is not null`,
    by: `select u.user_id as id from test_order o join device_reviewer u on u.device_id = o.device_id or u.lab_id = o.lab_id where o.id = $1 limit 1`,
    fill: [
      `update test_order set result = '良好', remark = '加急', preparation_minutes = 20, cleanup_minutes = 10,
        trained_students = 3, trained_mastery = 'independent',
        bill = jsonb_set(bill, '{extras}', '[{"label": "耗材", "amountFen": 500, "reason": "试剂"}]') where id = $1`,
    ],
    parts: [
      `select bill -> 'extras' as extras, bill -> 'materials' as materials from test_order where id = $1`,
    ],
    said: `select json_build_object('startAt', to_char(lower(actual) at time zone 'UTC', ${ISO}),
        'endAt', to_char(upper(actual) at time zone 'UTC', ${ISO})) as body from test_order where id = $1`,
  },
  'benefit.change': {
    call: benefitCalls.change,
    table: 'benefit_evaluation',
    where: `state = 'draft'`,
    by: `select m.user_id as id from benefit_evaluation e join device d on d.id = e.device_id
      join lab_member m on m.lab_id = d.lab_id where e.id = $1 and m.role = 'lab_director' limit 1`,
    fill: [
      `update benefit_evaluation set functions_total = 9, functions_used = 7, functions_new = 1, note = '说明',
        corrections = '{"incomeFen": {"value": 5, "reason": "补录"}}' where id = $1`,
      findFile('benefit'),
    ],
    parts: [`select id from file where business = 'benefit' and row_id = $1 order by 1`],
    said: `select json_build_object('corrections', json_build_array(json_build_object('figure', 'incomeFen',
        'value', 5, 'reason', '补录')), 'fileIds', (select json_agg(id) from file
        where business = 'benefit' and row_id = $1),
        'revision', (select revision from benefit_evaluation where id = $1)) as body`,
  },
  'supplier.save': {
    call: supplierCalls.save,
    table: 'supplier',
    where: 'exists (select from supplier_user u where u.supplier_id = t.id)',
    by: 'select user_id as id from supplier_user where supplier_id = $1',
    fill: [
      `update supplier set state = 'awaiting_papers', legal_person = '李', address = '路 1 号', business_scope = '仪器' where id = $1`,
    ],
    parts: [],
    said: `select json_build_object('papers', coalesce(json_agg(json_build_object('fileId', file_id, 'kind', kind,
        'number', number, 'validFrom', valid_from, 'validTo', valid_to)), '[]')) as body
      from supplier_paper where supplier_id = $1`,
  },
}

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** Columns that every change sets anew. */
const MOVES = new Set([
  'updated_at',
  'revision',
  'search_text',
  'search_grams',
  'bill',
  'total_fen',
  'filled_by',
])

/** Opens a session for this person. */
async function tokenFor(userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await world.sql(
    `insert into session (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), userId],
  )
  return token
}

test.each(Object.entries(drafts))(
  '%s keeps what is left out',
  async (_, { call, table, where, by, fill, parts, said }) => {
    const [found] = await world.sql<{ id: number }>(
      `select t.id from ${table} t where ${where} order by t.id limit 1`,
    )
    const id = found?.id ?? 0
    for (const statement of fill) await world.sql(statement, [id])
    const read = async () => {
      const [row] = await world.sql<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${table} t where id = $1`,
        [id],
      )
      const held = Object.entries(row?.row ?? {}).filter(([column]) => !MOVES.has(column))
      const hanging = []
      for (const statement of parts) hanging.push(await world.sql(statement, [id]))
      return { row: Object.fromEntries(held), hanging }
    }
    const before = await read()
    expect(before.hanging.map((rows) => rows.length > 0)).toEqual(parts.map(() => true))
    const columns = new Map(Object.entries(before.row).map(([column, value]) => [camel(column), value]))
    const optional = optionalFields(call)
    const must = Object.keys((call.body as { shape?: object }).shape ?? {}).filter((f) => !optional.has(f))
    const [own] = said ? await world.sql<{ body: object }>(said, [id]) : []
    const [person] = await world.sql<{ id: number }>(by, [id])

    const sent = await inject(
      world.app,
      call,
      {
        params: { id },
        body: { ...Object.fromEntries(must.map((field) => [field, columns.get(field)])), ...own?.body },
      },
      await tokenFor(person?.id ?? 0),
    )
    expect(sent.statusCode, sent.body).toBe(200)
    expect(await read()).toEqual(before)
  },
)
