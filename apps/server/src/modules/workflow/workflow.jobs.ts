import type { Ctx } from '../../kernel/ctx.ts'
import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { take } from './engine.action.ts'
import * as instances from './instance.store.ts'
import * as tasks from './task.store.ts'

/** Steps whose time has come, each in a transaction of its own: what the diagram says happens. */
export async function handleDue(ctx: Ctx): Promise<number> {
  return eachAlone(ctx, await tasks.listDue(ctx.db, ctx.now), async (alone, due) => {
    const instance = await instances.lock(alone, due.instanceId)
    // Whoever decided meanwhile has taken the time away with it.
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
