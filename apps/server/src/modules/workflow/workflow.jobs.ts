import type { Ctx } from '../../kernel/ctx.ts'
import { listSilences } from '../../kernel/job-run.store.ts'
import { eachAlone, inTransaction, type Job } from '../../kernel/jobs.ts'
import { take } from './engine.action.ts'
import * as instances from './instance.store.ts'
import * as tasks from './task.store.ts'

/** Adds the time in which the portal was down to the deadlines, as the platform's own approvals do. */
async function spareDeadlines(job: Ctx): Promise<void> {
  const silences = await listSilences(job.db, 'workflow-due', job.now)
  if (silences.length === 0) return
  await inTransaction(job.deps, job.requestId, job.now, async (ctx) => {
    for (const silence of silences) await tasks.spare(ctx, silence)
  })
}

/** Handles steps whose time limit has passed, each in its own transaction, as the diagram says. */
export async function handleDue(ctx: Ctx): Promise<number> {
  await spareDeadlines(ctx)
  return eachAlone(ctx, await tasks.listDue(ctx.db, ctx.now), async (alone, due) => {
    const instance = await instances.lock(alone, due.instanceId)
    // A decision made meanwhile has cleared the due time.
    if (!instance || !(await tasks.takeDue(alone, due))) return
    const visit = instance.run.visits.find((v) => v.no === due.visit)
    const node = instance.graph.nodes[visit?.node ?? '']
    if (node?.kind !== 'task' || !node.timer) return
    const isLate = node.timer.deed !== 'remind'
    if (isLate) await instances.log(alone, instance.id, { kind: 'late', step: node.name })
    const outcome = node.timer.deed === 'refuse' ? 'refused' : 'approved'
    await take(alone, instance, { type: 'due', visit: due.visit }, { opinion: null, outcome, actedFor: [] })
  })
}

export const workflowJobs: readonly Job[] = [
  { name: 'workflow-due', title: '流程环节超时：提醒、自动处理或转交', cron: '* * * * *', run: handleDue },
]
