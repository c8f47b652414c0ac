import type { Deps } from '../../kernel/ctx.ts'
import { poolDb, run, type Db } from '../../kernel/db.ts'

export interface CacheReport {
  process: string
  startedAt: Date
  at: Date
  cache: string
  entries: number
  bytes: number
  hits: number
  misses: number
  emptied: number
}
const REPORT = `insert into cache_report (process, cache, entries, bytes, hits, misses, emptied, started_at,
      at)
  select $1::text, r.*, $8::timestamptz, $9::timestamptz
  from unnest($2::text[], $3::int[], $4::int8[], $5::int8[], $6::int8[], $7::int8[]) r
  on conflict (process, cache) do update set entries = excluded.entries, bytes = excluded.bytes,
    hits = excluded.hits, misses = excluded.misses, emptied = excluded.emptied, at = excluded.at`
export async function report(deps: Deps, rows: readonly CacheReport[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const column = (of: (r: CacheReport) => unknown) => rows.map(of)
  await run(poolDb(deps.pool), REPORT, [
    first.process,
    column((r) => r.cache),
    column((r) => r.entries),
    column((r) => r.bytes),
    column((r) => r.hits),
    column((r) => r.misses),
    column((r) => r.emptied),
    first.startedAt,
    first.at,
  ])
}

const OTHERS = `select process, started_at as "startedAt", at, cache, entries, bytes, hits, misses, emptied
  from cache_report where process <> $1 and at > $2 order by process, cache`
export const others = (db: Db, process: string, after: Date) => run<CacheReport>(db, OTHERS, [process, after])

const FORGET = `delete from cache_report where at < $1 returning process`
export const forget = async (db: Db, before: Date): Promise<number> =>
  (await run(db, FORGET, [before])).length
