import { allCalls } from '@portal/contract/calls'
import type { CallRow } from '@portal/contract/monitor/platform'
import { addCalls, quantile, type CallTimes } from '../../kernel/call-times.rules.ts'
import { LATELY_MINUTES } from '../../kernel/call-times.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { readFigures, type Figures } from './figures.action.ts'
import * as jobRuns from './job.store.ts'
import { isOverdue, judgePlatform } from './platform.rules.ts'
import * as store from './platform.store.ts'
import { ASK_PROCESS, describeSelf } from './report.action.ts'

/** A report older than this is not shown: the process has stopped, or was not asked. */
const HEARD_MINUTES = 1
/** Only the slowest calls are shown. */
const CALLS_SHOWN = 50
const ERROR_LENGTH = 200

/**
 * This process as it is and the others as last reported; asks the others to report again, for the next
 * request. Numbers come from /metrics; texts are read separately.
 */
export async function getPlatform(ctx: Ctx) {
  const figures = await readFigures(ctx.deps)
  const own = await describeSelf(ctx.deps, ctx.now, figures)
  ctx.deps.live.publish(ASK_PROCESS)
  const { db, now } = ctx
  const [others, running, tables, slow, openExceptions, { overdue, ...jobs }] = await Promise.all([
    store.others(db, own?.process ?? '', addMinutes(now, -HEARD_MINUTES)),
    store.running(db),
    store.tables(db),
    store.slow(db),
    store.openExceptions(db, addMinutes(now, -24 * 60)),
    readJobs(ctx, figures, own?.startedAt ?? now),
  ])
  const reports = [...(own ? [own] : []), ...others]
  const state = {
    at: now,
    processes: reports.map(({ figures: { calls: _, ...said }, process, startedAt, at }) => ({
      process,
      own: process === own?.process,
      startedAt,
      at,
      ...said,
    })),
    database: { ...readDatabase(figures), running, tables, slow },
    jobs,
    outbox: readOutbox(figures),
    calls: listRows(addCalls(reports.map((r) => r.figures.calls))),
  }
  const problems = judgePlatform({ ...state, overdue, openExceptions })
  return { ...state, lately: LATELY_MINUTES, problems, calls: state.calls.slice(0, CALLS_SHOWN) }
}

function readDatabase({ all, one }: Figures) {
  return {
    sizeBytes: one('db_size_bytes') ?? 0,
    connections: all('db_connections').map((c) => ({ state: String(c.labels.state), count: c.value })),
    maxConnections: one('db_connections_max') ?? 0,
    lockWaits: one('db_lock_waits') ?? 0,
    longestSeconds: one('db_longest_query_seconds') ?? 0,
    replicas: one('db_replicas') ?? 0,
    reader: readReader({ one }),
  }
}

function readReader({ one }: Pick<Figures, 'one'>) {
  const up = one('db_replica_up')
  if (up === undefined) return null
  return {
    up: up === 1,
    lagBytes: one('db_replica_lag_bytes') ?? null,
    lagSeconds: one('db_replica_lag_seconds') ?? null,
    answered: one('db_replica_questions_total', { of: 'replica' }) ?? 0,
    passed: one('db_replica_questions_total', { of: 'primary' }) ?? 0,
  }
}

function readOutbox({ one }: Figures) {
  return {
    queues: (['mail', 'tell'] as const).map((kind) => ({
      kind,
      waiting: one('outbox_waiting', { kind }) ?? 0,
      failed: one('outbox_failed', { kind }) ?? 0,
    })),
    oldestSeconds: one('outbox_oldest_seconds') ?? 0,
  }
}

/** `since`: the start of this process, from which on a job without a run could have run. */
async function readJobs(ctx: Ctx, { one }: Figures, since: Date) {
  const { runner } = ctx.deps
  const titleOf = new Map(ctx.deps.jobs.map((j) => [j.name, j.title]))
  const [last, pauses] = await Promise.all([
    jobRuns.lastRuns(ctx.db, [...titleOf.keys()]),
    jobRuns.pauses(ctx.db),
  ])
  const lastOf = new Map(last.map((r) => [r.job, r.startedAt]))
  const paused = new Set(pauses.map((p) => p.job))
  const isLate = (job: Job) =>
    runner !== undefined &&
    !paused.has(job.name) &&
    isOverdue(lastOf.get(job.name) ?? since, ctx.now, (from) => runner.nextAt(job, from))
  return {
    overdue: ctx.deps.jobs.filter(isLate).map((j) => j.title),
    waiting: one('jobs_waiting') ?? 0,
    active: one('jobs_active') ?? 0,
    oldestSeconds: one('jobs_oldest_waiting_seconds') ?? 0,
    failing: last
      .filter((r) => r.state === 'failed' || r.state === 'lost')
      .map((r) => ({
        name: r.job,
        title: titleOf.get(r.job) ?? r.job,
        endedAt: r.endedAt ?? r.startedAt,
        error: r.error?.slice(0, ERROR_LENGTH) ?? '运行中断，服务进程可能被结束',
      })),
    paused: pauses.map((p) => ({ name: p.job, title: titleOf.get(p.job) ?? p.job })),
    lastAt: last.reduce<Date | null>((at, r) => (at && at > r.startedAt ? at : r.startedAt), null),
  }
}

const summaries = new Map(allCalls.map(({ call: c }) => [`${c.method} ${c.path}`, c.summary]))
const ms = (seconds: number) => Math.round(seconds * 10_000) / 10

/** Slowest first. */
function listRows(times: readonly CallTimes[]): CallRow[] {
  return times
    .map((t) => ({
      route: t.route,
      summary: summaries.get(t.route) ?? t.route,
      calls: t.calls,
      errors: t.errors,
      p50Ms: ms(quantile(t, 0.5)),
      p95Ms: ms(quantile(t, 0.95)),
      maxMs: ms(t.maxSeconds),
    }))
    .toSorted((a, b) => b.p95Ms - a.p95Ms)
}
