import { run, type Db } from '../../kernel/db.ts'
import type { Limit } from './throttle.rules.ts'

const keyOf = (limit: Limit, who: string) => `${limit.name}:${who}`
const until = (count: string) => `case when ${count} >= $3 then $2::timestamptz + least($4 * power(2, least(${count} - $3, 30)), $5) * interval '1 second' end`
const COUNT = '(case when t.window_ends_at <= $2 then 1 else t.failures + 1 end)'

// One statement: of many attempts at once each gets a number of its own, and none passes a block that another has set.
const ATTEMPT = `
  insert into login_throttle as t (key, failures, window_ends_at, blocked_until)
  values ($1, 1, $2::timestamptz + $6 * interval '1 second', ${until('1')})
  on conflict (key) do update set failures = ${COUNT}, window_ends_at = $2::timestamptz + ($5 + $6) * interval '1 second', blocked_until = ${until(COUNT)}
    where t.blocked_until is null or t.blocked_until <= $2
  returning failures`

/** Counts an attempt; false when it comes during a block, and is not counted then. */
export async function attempt(db: Db, limit: Limit, who: string, now: Date): Promise<boolean> {
  const counted = await run(db, ATTEMPT, [keyOf(limit, who), now, limit.free, limit.firstBlockSeconds, limit.longestBlockSeconds, limit.quietSeconds])
  return counted.length > 0
}

const BLOCKED = 'select blocked_until as "until" from login_throttle where key = $1 and blocked_until > $2'
export async function blockedUntil(db: Db, limit: Limit, who: string, now: Date): Promise<Date | undefined> {
  return (await run<{ until: Date }>(db, BLOCKED, [keyOf(limit, who), now]))[0]?.until
}

export const forget = (db: Db, limit: Limit, who: string) => run(db, 'delete from login_throttle where key = $1', [keyOf(limit, who)])

const OUTLIVED = 'delete from login_throttle where window_ends_at < $1 and (blocked_until is null or blocked_until < $1) returning key'
export const sweep = async (db: Db, now: Date): Promise<number> => (await run(db, OUTLIVED, [now])).length
