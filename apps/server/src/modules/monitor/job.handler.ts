import type { Parsed } from '@portal/contract/kernel/call'
import { monitorRefusals, type monitorCalls } from '@portal/contract/monitor/monitor'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as store from './job.store.ts'

export async function listJobs(ctx: Ctx) {
  const { jobs: all, runner } = ctx.deps
  const [last, pauses] = await Promise.all([
    store.lastRuns(
      ctx.db,
      all.map((j) => j.name),
    ),
    store.pauses(ctx.db),
  ])
  const lastOf = new Map(last.map((r) => [r.job, r]))
  const pauseOf = new Map(pauses.map((p) => [p.job, p]))
  return all.map((job) => {
    const paused = pauseOf.get(job.name)
    return {
      name: job.name,
      title: job.title,
      cron: job.cron,
      nextAt: paused ? null : (runner?.nextAt(job, ctx.now) ?? null),
      pausedAt: paused?.pausedAt ?? null,
      pausedBy: paused?.pausedBy ?? null,
      last: lastOf.get(job.name) ?? null,
      can: [...(runner ? (['run'] as const) : []), paused ? ('resume' as const) : ('pause' as const)],
    }
  })
}

function jobNamed(ctx: Ctx, name: string): Job {
  const job = ctx.deps.jobs.find((j) => j.name === name)
  if (!job) throw notFound('定时任务')
  ctx.target = `job ${job.name}`
  return job
}

export const listRuns = (ctx: Ctx, { params, query }: Parsed<typeof monitorCalls.runs>) =>
  store.runs(ctx.db, jobNamed(ctx, params.name).name, query)

export async function runNow(ctx: Ctx, { params }: Parsed<typeof monitorCalls.runJob>) {
  const job = jobNamed(ctx, params.name)
  if (!ctx.deps.runner) throw refuse('JOBS_OFF', monitorRefusals.JOBS_OFF, { status: 503 })
  if (!(await ctx.deps.runner.runNow(job.name, ctx.me.id)))
    throw refuse('JOB_QUEUED', monitorRefusals.JOB_QUEUED, { status: 409 })
  return null
}

export async function pause(ctx: Ctx, { params }: Parsed<typeof monitorCalls.pauseJob>) {
  await store.pause(ctx, jobNamed(ctx, params.name).name)
  return null
}
export async function resume(ctx: Ctx, { params }: Parsed<typeof monitorCalls.resumeJob>) {
  await store.resume(ctx, jobNamed(ctx, params.name).name)
  return null
}
