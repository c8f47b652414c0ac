import { beforeUseStates } from '@portal/contract/booking/booking'
import { beforeFinanceStates } from '@portal/contract/settlement/settlement'
import { MATTERS_MAX, type HeldPost, type Matter } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { literals, run, type Db } from '../../../kernel/db.ts'
import type { MatterCounts } from './closing.rules.ts'

// What people leave behind, from every table that references them. Each part starts from an index on the
// person.

const BEFORE_USE = `(${literals(beforeUseStates)})`
const device = (of: string) => `(select name from device where id = ${of}.device_id)`
const order = `'CS' || lpad(t.id::text, 8, '0') || ' ' || ${device('t')}`
const sheet = `'JS' || lpad(s.id::text, 8, '0')`

interface PostPart {
  kind: HeldPost
  person: string
  id: string
  title: string
  from: string
  /** SQL that selects other active people who hold the post too. */
  others: string
}
const active = 'join user_account u on u.id = o.user_id and u.enabled'
const labName = '(select name from lab where id = m.lab_id)'
const labPost = (kind: 'lab_director' | 'lab_admin'): PostPart => ({
  kind,
  person: 'm.user_id',
  id: 'm.id',
  title: labName,
  from: `lab_member m where m.user_id = any($1) and m.role = '${kind}'`,
  others: `select from lab_member o ${active}
    where o.lab_id = m.lab_id and o.role = '${kind}' and o.user_id <> m.user_id`,
})
/** The posts that other people rely on. */
const posts: readonly PostPart[] = [
  labPost('lab_director'),
  labPost('lab_admin'),
  {
    kind: 'reviewer',
    person: 'r.user_id',
    id: 'r.id',
    from: 'device_reviewer r where r.user_id = any($1)',
    title: `coalesce((select name from device where id = r.device_id),
        (select name from lab where id = r.lab_id))`,
    others: `select from device_reviewer o ${active} where o.user_id <> r.user_id
      and (o.device_id = r.device_id or o.lab_id = r.lab_id
        or o.lab_id = (select lab_id from device where id = r.device_id))`,
  },
  {
    kind: 'contact',
    person: 'x.contact_id',
    id: 'x.id',
    title: 'x.name',
    from: 'device x where x.contact_id = any($1)',
    others: 'select where false',
  },
  {
    kind: 'keeper',
    person: 'p.keeper_id',
    id: 'p.id',
    title: `${device('p')} || '，' || p.title`,
    from: 'maintenance_plan p where p.keeper_id = any($1) and p.enabled',
    others: 'select where false',
  },
  {
    kind: 'dept_head',
    person: 'h.id',
    id: 'h.dept_id',
    title: '(select name from dept where id = h.dept_id)',
    from: `user_account h where h.id = any($1) and h.dept_id is not null and exists (
      select from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = h.id and r.code = 'DEPT_HEAD')`,
    others: `select from user_account u join user_role ur on ur.user_id = u.id
      join role r on r.id = ur.role_id and r.code = 'DEPT_HEAD'
      where u.dept_id = h.dept_id and u.id <> h.id and u.enabled`,
  },
  {
    kind: 'post',
    person: 'w.user_id',
    id: 'w.id',
    from: 'user_post w where w.user_id = any($1)',
    title: `(select name from post where id = w.post_id) || '，' ||
        (select name from dept where id = w.dept_id)`,
    others: `select from user_post o ${active}
      where o.post_id = w.post_id and o.dept_id = w.dept_id and o.user_id <> w.user_id`,
  },
]

/** The start of the booking: nothing else distinguishes several bookings of one instrument. */
const BEGINS = 'lower(b.period)'
/** [kind, person, id, title, amount, from …, begins] */
const parts: readonly (readonly [string, string, string, string, string, string, string?])[] = [
  [
    'booking',
    'b.booker_id',
    'b.id',
    device('b'),
    'nullif(b.held_fen, 0)',
    `booking b where b.booker_id = any($1) and b.state in ${BEFORE_USE}`,
    BEGINS,
  ],
  [
    'booking_payer',
    'b.payer_id',
    'b.id',
    `${device('b')} || '，' || (select name from user_account where id = b.booker_id)`,
    'nullif(b.held_fen, 0)',
    `booking b where b.payer_id = any($1) and b.payer_id <> b.booker_id and b.state in ${BEFORE_USE}`,
    BEGINS,
  ],
  [
    'in_use',
    'b.booker_id',
    'b.id',
    device('b'),
    'nullif(b.held_fen, 0)',
    `booking b where b.booker_id = any($1) and b.state = 'in_use'`,
    BEGINS,
  ],
  [
    'experimenter',
    'b.experimenter_id',
    'b.id',
    `${device('b')} || '，' || (select name from user_account where id = b.booker_id)`,
    'null::int8',
    `booking b where b.experimenter_id = any($1) and b.experimenter_id <> b.booker_id
      and b.state in ${BEFORE_USE}`,
    BEGINS,
  ],
  [
    'settlement',
    's.starter_id',
    's.id',
    sheet,
    's.total_fen',
    `settlement s where s.starter_id = any($1) and s.state in (${literals(beforeFinanceStates)})`,
  ],
  [
    'settlement_owner',
    'c.owner_id',
    's.id',
    sheet,
    'h.amount_fen',
    `fund_card c join settlement_share h on h.card_id = c.id and h.owner_approved_at is null
      join settlement s on s.id = h.settlement_id
      where c.owner_id = any($1) and s.state = 'awaiting_card_owner' and s.starter_id <> c.owner_id`,
  ],
  [
    'bill',
    't.payer_id',
    't.id',
    order,
    't.total_fen',
    `test_order t where t.payer_id = any($1) and t.state = 'confirmed'`,
  ],
  [
    'bill_coming',
    't.payer_id',
    't.id',
    order,
    'nullif(t.total_fen, 0)',
    `test_order t where t.payer_id = any($1)
      and t.state in ('draft', 'awaiting_director', 'awaiting_booker', 'awaiting_payer')`,
  ],
  [
    'bill_booker',
    't.booker_id',
    't.id',
    order,
    't.total_fen',
    `test_order t where t.booker_id = any($1) and t.booker_id <> t.payer_id and t.state = 'confirmed'`,
  ],
  [
    'proposal',
    't.proposed_payer_id',
    't.id',
    order,
    't.total_fen',
    'test_order t where t.proposed_payer_id = any($1)',
  ],
  [
    'card',
    'c.owner_id',
    'c.id',
    `c.name || '（' || c.number || '）'`,
    'c.balance_fen',
    'fund_card c where c.owner_id = any($1)',
  ],
  [
    'grant',
    'u.user_id',
    'c.id',
    `c.name || '（' || c.number || '）'`,
    'null::int8',
    `fund_card_user u join fund_card c on c.id = u.card_id
      where u.user_id = any($1) and u.revoked_at is null and c.owner_id <> u.user_id`,
  ],
  [
    'student',
    's.supervisor_id',
    's.id',
    `s.name || '（' || s.username || '）'`,
    'null::int8',
    'user_account s where s.supervisor_id = any($1) and s.enabled',
  ],
  [
    'task',
    'a.user_id',
    'a.id',
    'a.title',
    'a.amount_fen',
    `approval_task a where a.user_id = any($1) and a.state = 'waiting'
        and not (a.business = 'booking' or a.business = 'settlement' or a.step = 'new_payer')`,
  ],
  ...posts.map(({ kind, person, id, title, from }) => [kind, person, id, title, 'null::int8', from] as const),
]

const vacant = (kind: string): string => {
  const others = posts.find((p) => p.kind === kind)?.others
  return others ? `not exists (${others})` : 'false'
}
const MATTERS = parts
  .map(
    ([kind, , id, title, amount, from, begins = 'null::timestamptz']) =>
      `(select '${kind}' as kind, ${id} as id, ${title} as title, ${amount} as "amountFen",
          ${begins} as "beginsAt", ${vacant(kind)} as vacant from ${from} order by 2 limit ${MATTERS_MAX})`,
  )
  .join('\nunion all ')
/** The first MATTERS_MAX of each kind. */
export const listMatters = (db: Db, userId: number) =>
  run<Omit<Matter, 'beginsAt'> & { beginsAt: Date | null }>(db, MATTERS, [[userId]])

const COUNTS = `select "userId", jsonb_object_agg(kind, n) as counts from (${parts
  .map(
    ([kind, person, , , , from]) =>
      `(select ${person} as "userId", '${kind}' as kind, count(*) as n from ${from} group by 1)`,
  )
  .join('\nunion all ')}) x group by "userId"`
export async function countMatters(db: Db, userIds: readonly number[]): Promise<MatterCounts[]> {
  const rows = await run<{ userId: number; counts: Omit<MatterCounts, 'userId'> }>(db, COUNTS, [userIds])
  return rows.map((r) => ({ ...r.counts, userId: r.userId }))
}

const POSTS = posts
  .map(({ kind, id, from }) => `select '${kind}' as kind, ${id} as id from ${from}`)
  .join(' union all ')
/** Every post that a person holds. */
export const listPosts = (db: Db, userId: number) =>
  run<{ kind: HeldPost; id: number }>(db, POSTS, [[userId]])

const HAND_POST = `insert into user_post (user_id, post_id, dept_id, since, note, created_at)
  select $2, post_id, dept_id, $3, note, $4 from user_post where id = $1
  on conflict on constraint user_post_once do nothing`
/** Passes a post to the successor from `today` on. */
export async function handPost(ctx: Ctx, id: number, successorId: number, today: string): Promise<void> {
  await run(ctx.db, HAND_POST, [id, successorId, today, ctx.now])
  await run(ctx.db, 'delete from user_post where id = $1', [id])
}
