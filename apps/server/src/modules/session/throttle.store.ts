import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Limit } from './throttle.rules.ts'

const makeKey = (limit: Limit, who: string) => `${limit.name}:${who}`
const until = (count: string) => `case when ${count} >= $3
    then $2::timestamptz + least($4 * power(2, least(${count} - $3, 30)), $5) * interval '1 second' end`
const COUNT = '(case when t.window_ends_at <= $2 then 1 else t.failures + 1 end)'

// One statement, so that concurrent attempts each get their own number and none passes a block that another
// has set.
const attemptSql = (where = '', key = '$1') => `
  insert into login_throttle as t (key, failures, window_ends_at, blocked_until)
  select ${key}, 1, $2::timestamptz + $6 * interval '1 second', ${until('1')} ${where}
  on conflict (key) do update set failures = ${COUNT},
    window_ends_at = $2::timestamptz + ($5 + $6) * interval '1 second', blocked_until = ${until(COUNT)}
    where t.blocked_until is null or t.blocked_until <= $2
  returning blocked_until as "until"`
const ATTEMPT = attemptSql()
const listValues = (limit: Limit, who: string, now: Date) => [
  makeKey(limit, who),
  now,
  limit.free,
  limit.firstBlockSeconds,
  limit.longestBlockSeconds,
  limit.quietSeconds,
]

/**
 * Counts an attempt. `until`: the end of the block that follows it, null if none does. Undefined, and not
 * counted, during a block.
 */
export const countAttempt = async (
  ctx: Ctx,
  limit: Limit,
  who: string,
): Promise<{ until: Date | null } | undefined> =>
  (await run<{ until: Date | null }>(ctx.db, ATTEMPT, listValues(limit, who, ctx.now)))[0]

const ADMIT = `
  with person as (select id, username, name, password_hash, enabled from user_account where username = $8),
    known as (select 1 from known_network n join person p on p.id = n.user_id
      where n.network = $10 and n.expires_at > $2
      union all select 1 from session s join person p on p.id = s.user_id
      where s.token_hash = $11 and s.kind = 'remember' and s.expires_at > $2),
    blocked as (select from login_throttle where key = $7 and blocked_until > $2),
    counted as (${attemptSql(
      'where not exists (select from blocked)',
      `case when exists (select from known)
        then $9::text else $1::text end`,
    )})
  select exists (select from blocked) as blocked, exists (select from counted) as counted,
    exists (select from known) as known,
    (select json_build_object('id', id, 'username', username, 'name', name, 'passwordHash', password_hash,
        'enabled', enabled) from person) as person`
export interface Knock {
  address: Limit
  from: string
  account: Limit
  username: string
  /** The key to count if the network or the browser is known: the account in this network. */
  usernameThere: string
  network: Buffer
  /** Token hash of a browser's remembered sign-in. */
  remembered: Buffer | null
}
export interface Admitted {
  /** The address is blocked; then the attempt is not counted. */
  blocked: boolean
  counted: boolean
  /** The person has signed in from this network, or this browser remembers the person. */
  known: boolean
  person: { id: number; username: string; name: string; passwordHash: string | null; enabled: boolean } | null
}
/**
 * In one statement: reads whether the address is blocked, counts the attempt (see Knock) and finds the
 * account.
 */
export const admit = (
  ctx: Ctx,
  { address, from, account, username, usernameThere, network, remembered }: Knock,
) =>
  runOne<Admitted>(ctx.db, ADMIT, [
    ...listValues(account, username, ctx.now),
    makeKey(address, from),
    username,
    makeKey(account, usernameThere),
    network,
    remembered,
  ])

const KNOW = `insert into known_network (user_id, network, expires_at) values ($1, $2, $3)
  on conflict (user_id, network) do update set expires_at = excluded.expires_at`
export const knowNetwork = (ctx: Ctx, userId: number, network: Buffer, expiresAt: Date) =>
  run(ctx.db, KNOW, [userId, network, expiresAt])
export const sweepNetworks = async (ctx: Ctx): Promise<number> =>
  (await run(ctx.db, 'delete from known_network where expires_at < $1 returning user_id', [ctx.now])).length

const BLOCKED = 'select blocked_until as "until" from login_throttle where key = $1 and blocked_until > $2'
export async function findBlock(db: Db, limit: Limit, who: string, now: Date): Promise<Date | undefined> {
  return (await run<{ until: Date }>(db, BLOCKED, [makeKey(limit, who), now]))[0]?.until
}

const TAKE_BACK = 'update login_throttle set failures = failures - 1 where key = $1 and failures > 0'
export const takeBack = (ctx: Ctx, limit: Limit, who: string) => run(ctx.db, TAKE_BACK, [makeKey(limit, who)])

export const forget = (ctx: Ctx, limit: Limit, who: string) =>
  run(ctx.db, 'delete from login_throttle where key = $1', [makeKey(limit, who)])

const OUTLIVED = `delete from login_throttle
  where window_ends_at < $1 and (blocked_until is null or blocked_until < $1) returning key`
export const sweep = async (ctx: Ctx): Promise<number> => (await run(ctx.db, OUTLIVED, [ctx.now])).length
