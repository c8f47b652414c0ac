import type pg from 'pg'
import type { Frame } from '../campus/model.ts'

// Finance's books: the triggers are off while bills and settlements are copied with their past; the journal
// is posted from them afterwards, all at once.

/** The number of closed months. The month before the present one stays open, so that a user can close it. */
export const CLOSED_MONTHS = 3

const TRIGGERS = [
  ['test_order', 'finance_billed'],
  ['test_order', 'finance_billed_anew'],
  ['settlement', 'finance_settled'],
] as const
const turn = async (client: pg.Client, how: 'enable' | 'disable') => {
  for (const [table, trigger] of TRIGGERS)
    await client.query(`alter table ${table} ${how} trigger ${trigger}`)
}

/** Switches the posting triggers off; call before rows are copied. */
export const prepareBooks = (client: pg.Client) => turn(client, 'disable')

const SHARES = `insert into finance_share (year, dept_id, category_id, central_bp, college_bp, lab_bp,
  operator_bp)
  select y, null::int8, null::int8, 2000, 1500, 5000, 1500 from unnest($1::int[]) y
  union all select y, (select lab.dept_id from settlement s join lab on lab.id = s.lab_id group by 1
    order by count(*) desc, 1 limit 1), null::int8, 1500, 2000, 5000, 1500 from unnest($1::int[]) y
    where exists (select from settlement)`
const ACCOUNTS = `insert into finance_account (year, entry, debit, credit)
  select y, a.entry, a.debit, a.credit from unnest($1::int[]) y, (values ('fund_card', '2307.01', '4101.03'),
    ('offline', '1002.01', '4101.03'), ('refund', '2305.02', '1002.01')) a(entry, debit, credit)`
/**
 * Call after all rows are copied: adds the division of income and the accounts, and switches the triggers on.
 */
export async function finishBooks(client: pg.Client, { today }: Frame): Promise<void> {
  const year = Number(today.slice(0, 4))
  await client.query(SHARES, [[year - 1, year]])
  await client.query(ACCOUNTS, [[year - 1, year]])
  await turn(client, 'enable')
}
