import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne } from '../../kernel/db.ts'
import { findLast, formatNumber, type NumberPlan } from '@portal/contract/stock-in/asset-number'

const START = `insert into asset_counter (prefix, last) values ($1, 0) on conflict do nothing
  returning prefix`
const LOCK = `select last from asset_counter where prefix = $1 for update`
const SAVE = `update asset_counter set last = $2 where prefix = $1`
const HIGHEST = `select coalesce(max(substr(serial_id, char_length($1) + 1, $2)::int8), 0) as last from device
  where char_length(serial_id) = char_length($1) + $2 + char_length($3)
    and left(serial_id, char_length($1)) = $1 and right(serial_id, char_length($3)) = $3
    and substr(serial_id, char_length($1) + 1, $2) ~ '^[0-9]+$'`
const TAKEN = `select serial_id as number from device where serial_id = any($1::text[])`

/**
 * The next numbers of a plan; undefined if they are used up. The counter stays locked until the transaction
 * ends, so concurrent callers wait and a rollback returns its numbers: no gap, no duplicate. Numbers that
 * devices already have are skipped.
 */
export async function takeNumbers(ctx: Ctx, plan: NumberPlan, count: number): Promise<string[] | undefined> {
  const fresh = (await run(ctx.db, START, [plan.key])).length > 0
  // A new counter starts after the numbers given before it existed.
  const source = fresh
    ? runOne<{ last: number }>(ctx.db, HIGHEST, [plan.head, plan.digits, plan.tail])
    : runOne<{ last: number }>(ctx.db, LOCK, [plan.key])
  let { last } = await source
  const numbers: string[] = []
  while (numbers.length < count) {
    const some = Array.from({ length: count - numbers.length }, (_, i) => last + 1 + i)
    last += some.length
    if (last > findLast(plan)) return undefined
    const wanted = some.map((sequence) => formatNumber(plan, sequence))
    const taken = new Set((await run<{ number: string }>(ctx.db, TAKEN, [wanted])).map((r) => r.number))
    numbers.push(...wanted.filter((n) => !taken.has(n)))
  }
  await run(ctx.db, SAVE, [plan.key, last])
  return numbers
}
