import type { World } from './world.ts'

// Rows that are not public: a mark that names the row is planted in each, and SQL over the tables says which
// people have to do with it. The rules are written here a second time, independently of the services, so that
// the two can be compared.

export interface Kept {
  table: string
  /** The columns in which the mark is planted. */
  columns: readonly string[]
  /** Which of the table's rows; by default all. */
  where?: string
  /** For parts of a row of another table: the mark names that row. */
  of?: { table: string; id: string }
  /** The condition under which person $1 has to do with row `t`. */
  whose: string
  /** Usernames of the offices that may see all of these rows. */
  office?: readonly string[]
}

const DEPTS = `(with recursive f as (
  select u.dept_id as id from user_account u join user_role x on x.user_id = u.id
  join role r on r.id = x.role_id where u.id = $1 and r.code = 'DEPT_HEAD'
  union select d.id from dept d join f on d.parent_id = f.id) select id from f)`
const LABS = `(select lab_id from lab_member where user_id = $1 union select id from lab
  where dept_id in ${DEPTS})`
const DEVICES = `(select id from device where contact_id = $1 or lab_id in ${LABS} union select d.id
    from device d join device_reviewer r on r.device_id = d.id or r.lab_id = d.lab_id where r.user_id = $1)`
const SUPPLIERS = '(select supplier_id from supplier_user where user_id = $1)'
const PANELS = '(select panel_id from panel_expert where user_id = $1)'
const PURCHASES = `(select id from purchase
    where requester_id = $1 or (dept_id in ${DEPTS} and submitted_at is not null) union select row_id
    from panel where business = 'purchase' and id in ${PANELS})`
const SCRAPS = `(select id from scrap where requester_id = $1 or device_id in ${DEVICES} union select row_id
    from panel where business = 'scrap' and id in ${PANELS})`
const ACCEPTANCES = `(select id from acceptance where receiver_id = $1 or purchase_id in ${PURCHASES}
    union select acceptance_id from acceptance_member where user_id = $1)`
/** Opened tenders that the person evaluates. */
const EVALUATED = `(select m.tender_id from tender_member m join tender x on x.id = m.tender_id
  where m.user_id = $1 and x.opened_at is not null)`
const BOOKINGS = `(select id from booking where $1 in (booker_id, experimenter_id, payer_id)
  or device_id in ${DEVICES})`

const ofPurchase = {
  of: { table: 'purchase', id: 'purchase_id' },
  whose: `t.purchase_id in ${PURCHASES}`,
  office: ['tenderoffice', 'finance'],
}
/**
 * Winning suppliers that the person may know: known on the campus, to the bidders, and to everybody where the
 * method is public (decision 042).
 */
const OUTCOMES = `(select q.supplier_id from tender x join quotation q on q.id = x.quotation_id
    where x.state = 'awarded' and (x.method = 'public'
  or x.id in (select tender_id from quotation where supplier_id in ${SUPPLIERS} and withdrawn_at is null)
  or exists (select from user_account where id = $1 and on_campus)))`

export const keptRows: readonly Kept[] = [
  { table: 'booking', columns: ['remark', 'reason'], whose: `t.id in ${BOOKINGS}` },
  // The bill shows the purpose and the samples.
  {
    table: 'booking',
    columns: ['purpose'],
    of: { table: 'use', id: 'id' },
    whose: `t.id in ${BOOKINGS}`,
    office: ['finance'],
  },
  {
    table: 'booking_sample',
    columns: ['name', 'wishes'],
    of: { table: 'booking_sample', id: 'booking_id' },
    whose: `t.booking_id in ${BOOKINGS}`,
    office: ['finance'],
  },
  // Written-off rows never change, so they get no mark.
  {
    table: 'test_order',
    columns: ['result', 'remark', 'reason'],
    where: `t.state <> 'written_off'`,
    whose: `t.booking_id in ${BOOKINGS}`,
    office: ['finance'],
  },
  {
    table: 'settlement',
    columns: ['remark', 'remitter', 'voucher_number'],
    office: ['finance'],
    whose: `$1 in (t.starter_id, t.payer_id) or t.lab_id in ${LABS}
        or t.id in (select s.settlement_id from settlement_share s join fund_card c on c.id = s.card_id
        where c.owner_id = $1)`,
  },
  {
    table: 'fund_card',
    columns: ['name', 'remark'],
    // People who decide on a purchase read what it is paid from.
    whose: `t.owner_id = $1 or t.id in (select card_id from fund_card_user where user_id = $1)
        or t.id in (select s.fund_card_id from purchase_source s where s.purchase_id in ${PURCHASES}
          or exists (select from user_account o where o.id = $1 and o.username = 'tenderoffice'))`,
    office: ['finance'],
  },
  {
    table: 'approval_task',
    columns: ['title'],
    whose: `$1 in (t.user_id, t.asked_user_id, t.requester_id, t.acted_by) or t.lab_id in ${LABS}
        or t.device_id in ${DEVICES} or t.dept_id in ${DEPTS}
        or t.role in (select lower(r.code) from user_role x join role r on r.id = x.role_id
          where x.user_id = $1)`,
  },
  { table: 'message', columns: ['title', 'body'], whose: 't.user_id = $1' },
  { table: 'notice', columns: ['title', 'body_html'], where: `state = 'draft'`, whose: 't.author_id = $1' },
  { table: 'operation_log', columns: ['target'], whose: 't.user_id = $1' },
  { table: 'exception_log', columns: ['message', 'stack'], whose: 'false' },
  {
    table: 'consulting',
    columns: ['title', 'body'],
    where: 'not shared',
    whose:
      '$1 in (t.asker_id, t.answered_by) or t.category_id in (select category_id from consulting_answerer where user_id = $1)',
  },
  {
    table: 'resource',
    columns: ['title'],
    where: 'device_id in (select id from device where not shared)',
    whose: `t.device_id in ${DEVICES}`,
  },
  {
    table: 'asset_report',
    columns: ['remark'],
    whose: `$1 in (t.reporter_id, t.custodian_id) or t.device_id in ${DEVICES}`,
  },
  {
    table: 'repair_order',
    columns: ['fault', 'solution', 'reason'],
    whose: `$1 in (t.reporter_id, t.assignee_id) or t.device_id in ${DEVICES}`,
  },
  {
    table: 'maintenance_plan',
    columns: ['title', 'detail'],
    whose: `t.keeper_id = $1 or t.device_id in ${DEVICES}`,
  },
  {
    table: 'maintenance_record',
    columns: ['what', 'done_by'],
    whose: `t.created_by = $1 or t.device_id in ${DEVICES}`,
  },
  {
    table: 'asset_transfer',
    columns: ['why', 'reason'],
    whose: `$1 in (t.requester_id, t.to_keeper_id) or t.from_lab_id in ${LABS} or t.to_lab_id in ${LABS} or t.device_id in ${DEVICES}`,
  },
  { table: 'scrap', columns: ['why', 'condition'], whose: `t.id in ${SCRAPS}` },
  // Answers that were given get no mark, because they cannot be changed.
  {
    table: 'form',
    columns: ['description'],
    where: `state = 'draft'`,
    whose: 't.owner_id = $1',
    office: ['equipoffice'],
  },
  // Published rows get no mark, because they cannot be changed.
  {
    table: 'benefit_evaluation',
    columns: ['note', 'reason'],
    where: `state <> 'published'`,
    whose: `t.device_id in (select id from device where contact_id = $1 or lab_id in ${LABS})`,
  },
  {
    table: 'purchase',
    columns: ['purpose', 'remark', 'award_reason'],
    whose: `t.id in ${PURCHASES}`,
    office: ['tenderoffice', 'finance'],
  },
  { table: 'purchase_source', columns: ['project_name'], where: `t.kind = 'project'`, ...ofPurchase },
  { table: 'purchase_item', columns: ['justification'], ...ofPurchase },
  { table: 'purchase_quote', columns: ['note'], ...ofPurchase },
  {
    table: 'panel',
    columns: ['statement'],
    whose: `t.created_by = $1 or t.id in ${PANELS} or (t.business = 'purchase' and t.row_id in ${PURCHASES})
        or (t.business = 'scrap' and t.row_id in ${SCRAPS})`,
    office: ['tenderoffice'],
  },
  {
    table: 'tender',
    columns: ['announcement_html'],
    office: ['tenderoffice'],
    whose: `t.purchase_id in (select id from purchase where requester_id = $1) or t.id in ${EVALUATED}
        or (t.announced_at is not null
          and exists (select from supplier s where s.id in ${SUPPLIERS}
            and ((t.method = 'public' and s.state = 'approved')
      or t.id in (select tender_id from tender_invitation where supplier_id = s.id union select tender_id
        from quotation where supplier_id = s.id))))`,
  },
  {
    table: 'quotation',
    columns: ['evaluation'],
    where: 'opened_at is not null',
    whose: `t.tender_id in ${EVALUATED}`,
    office: ['tenderoffice'],
  },
  {
    table: 'supplier',
    columns: ['contact', 'bank_account', 'address', 'reason', 'legal_person'],
    whose: `t.id in ${SUPPLIERS}`,
    office: ['tenderoffice'],
  },
  {
    table: 'supplier',
    columns: ['name'],
    of: { table: 'company', id: 'id' },
    office: ['tenderoffice', 'finance'],
    whose: `t.id in ${SUPPLIERS} or t.id in ${OUTCOMES} or t.id in (select supplier_id from quotation
        where tender_id in ${EVALUATED} union select supplier_id from tender_invitation
        where tender_id in ${EVALUATED})
      or t.id in (select supplier_id from purchase_quote where purchase_id in ${PURCHASES}
        union select p.supplier_id from purchase p where p.id in ${PURCHASES}
      or p.id in (select purchase_id from acceptance where id in ${ACCEPTANCES})
      or p.id in (select purchase_id from piece where device_id in ${DEVICES}))`,
  },
  {
    table: 'supplier_paper',
    columns: ['number'],
    of: { table: 'supplier', id: 'supplier_id' },
    whose: `t.supplier_id in ${SUPPLIERS}`,
    office: ['tenderoffice'],
  },
  {
    table: 'delivery',
    columns: ['reason'],
    whose: `t.supplier_id in ${SUPPLIERS} or t.purchase_id in ${PURCHASES}`,
    office: ['tenderoffice'],
  },
  {
    table: 'piece',
    columns: ['accessories', 'hazards'],
    office: ['tenderoffice', 'finance'],
    whose: `t.purchase_id in ${PURCHASES} or t.device_id in ${DEVICES} or t.purchase_id in (select purchase_id
        from delivery where supplier_id in ${SUPPLIERS}) or t.purchase_id in (select purchase_id
        from acceptance where id in ${ACCEPTANCES})`,
  },
  {
    table: 'acceptance',
    columns: ['place', 'conclusion', 'reason'],
    whose: `t.id in ${ACCEPTANCES}`,
    office: ['finance'],
  },
  {
    table: 'stock_in',
    columns: ['remark', 'reason'],
    whose: `t.requester_id = $1 or t.purchase_id in ${PURCHASES}`,
    office: ['finance'],
  },
]

const nameOwner = ({ table, of = { table, id: 'id' } }: Kept) => ({ name: of.table, id: of.id })

export async function plant(world: World): Promise<void> {
  for (const kept of keptRows) {
    const { name, id } = nameOwner(kept)
    const marked = kept.columns.map((column) => `${column} = '机密:${name}:' || t.${id} || ';'`)
    await world.sql(`update ${kept.table} t set ${marked.join(', ')} where ${kept.where ?? 'true'}`)
  }
  // Amounts that only the bidder and the office know, and messages that wait in the outbox.
  await world.sql(
    `update quotation set amount_fen = 987650000000 + id,
        content = content || jsonb_build_object('note', '机密:quotation:' || id || ';')
      where opened_at is not null`,
  )
  await world.sql(
    `update outbox set payload = payload || jsonb_build_object('body', '机密:outbox:' || id || ';')`,
  )
}

/** The names of the rows whose marks a text contains. */
export function marksIn(text: string): string[] {
  const named = [...text.matchAll(/机密:([\w]+):(\d+);/g)].map(([, table, id]) => `${table}:${id}`)
  const amounts = [...text.matchAll(/98765(\d{7})(?!\d)/g)].map(([, id]) => `amount:${Number(id)}`)
  return [...new Set([...named, ...amounts])]
}

/** The rows and tables a person has to do with, named as `marksIn` names them. */
export async function readDealings(
  world: World,
  userId: number,
  username: string,
): Promise<{ rows: Set<string>; offices: Set<string> }> {
  const rows = new Set<string>()
  const offices = new Set<string>()
  for (const kept of keptRows) {
    const { name, id } = nameOwner(kept)
    if (kept.office?.includes(username)) offices.add(name)
    for (const row of await world.sql<{ id: number }>(
      `select distinct t.${id} as id from ${kept.table} t
        where ${kept.whose}${kept.whose.includes('$1') ? '' : ' and $1::int8 is not null'}`,
      [userId],
    ))
      rows.add(`${name}:${row.id}`)
  }
  const amounts = `select q.id from quotation q left join tender t on t.quotation_id = q.id
      and t.state = 'awarded' where q.supplier_id in ${SUPPLIERS}
      or (t.id is not null and q.supplier_id in ${OUTCOMES})
    or (t.id is not null and t.purchase_id in ${PURCHASES}) or q.tender_id in ${EVALUATED}`
  for (const { id } of await world.sql<{ id: number }>(amounts, [userId])) rows.add(`amount:${id}`)
  const notes = `select id from quotation where supplier_id in ${SUPPLIERS} or tender_id in ${EVALUATED}`
  for (const { id } of await world.sql<{ id: number }>(notes, [userId])) rows.add(`quotation:${id}`)
  if (username === 'tenderoffice') offices.add('amount')
  if (username === 'finance') for (const own of ['finance_share', 'finance_account']) offices.add(own)
  // Heads of colleges maintain their rows of the ministry's tables, which change the figures of the year.
  if (username === 'depthead') offices.add('ministry_year')
  for (const [table, own] of [
    ['lab', LABS],
    ['device', DEVICES],
    ['supplier', SUPPLIERS],
  ] as const) {
    for (const row of await world.sql<Record<string, number>>(`select * from ${own} x`, [userId]))
      for (const id of Object.values(row)) rows.add(`${table}:${id}`)
  }
  rows.add(`user_account:${userId}`)
  return { rows, offices }
}
