import type { CodePurpose } from '@portal/contract/account/account'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { NotedChange } from '../../kernel/objects.ts'

const ADD = `insert into email_code (email, purpose, browser_hash, code_hash, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6)`
export const addCode = (
  ctx: Ctx,
  c: { email: string; purpose: CodePurpose; browserHash: Buffer; hash: Buffer; expiresAt: Date },
) => run(ctx.db, ADD, [c.email, c.purpose, c.browserHash, c.hash, c.expiresAt, ctx.now])

// Only the newest code that this browser asked for is valid. The guess is counted before it is compared, so
// that a thousand concurrent guesses count as a thousand.
const GUESS = `update email_code set attempts = attempts + 1
  where id = (select id from email_code where email = $1 and purpose = $2 and browser_hash = $3
      order by id desc limit 1)
    and attempts < $4 and used_at is null and expires_at > $5
  returning id, code_hash as hash`
export const guess = async (
  ctx: Ctx,
  browserHash: Buffer,
  email: string,
  purpose: CodePurpose,
  maxGuesses: number,
): Promise<{ id: number; hash: Buffer } | undefined> =>
  (
    await run<{ id: number; hash: Buffer }>(ctx.db, GUESS, [email, purpose, browserHash, maxGuesses, ctx.now])
  )[0]

const USE = 'update email_code set used_at = $2 where id = $1 and used_at is null returning purpose'
/** Returns what the code was for; undefined if it was used meanwhile. */
export const useCode = async (ctx: Ctx, id: number): Promise<CodePurpose | undefined> =>
  (await run<{ purpose: CodePurpose }>(ctx.db, USE, [id, ctx.now]))[0]?.purpose

const SWEEP = 'delete from email_code where expires_at < $1 returning id'
export const sweepCodes = async (ctx: Ctx): Promise<number> => (await run(ctx.db, SWEEP, [ctx.now])).length

export interface LogRecord {
  id: number
  at: Date
  summary: string
  target: string | null
  changes: NotedChange[] | null
  ip: string | null
}
// Paged by id: the log grows without end, and the last page costs as little as the first.
const LOGS = `select id, at, summary, target, changes, ip from operation_log
  where user_id = $1 and id < $2 order by id desc limit $3`
export const listLogs = (db: Db, userId: number, before: number, size: number) =>
  run<LogRecord>(db, LOGS, [userId, before, size])
