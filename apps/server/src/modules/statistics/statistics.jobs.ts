import { inTransaction, logFault, type Job } from '../../kernel/jobs.ts'
import { isAway } from '../../kernel/away.rules.ts'
import { findActor } from '../people/people.service.ts'
import { listDue, send } from './subscription.action.ts'
import * as store from './view.store.ts'

/**
 * Each mail has a transaction of its own, with its reader as the actor: the mail and the note that it was
 * sent are committed together or not at all.
 */
const mail: Job = {
  name: 'statistic-mail',
  title: '发送统计订阅',
  cron: '5 7 * * *',
  run: async (job) => {
    let done = 0
    for (const due of await listDue(job)) {
      try {
        const reader = await findActor(job, due.userId)
        await inTransaction(
          job.deps,
          job.requestId,
          job.now,
          async (ctx) => {
            const subscription = await store.take(ctx, due.id)
            if (!subscription) return
            // A closed account gets no mail any more.
            if (reader) await send(ctx, subscription)
            else await store.end(ctx, due.id)
          },
          reader,
        )
        done++
      } catch (e) {
        if (isAway(e)) throw e
        await logFault(job.deps, job.requestId, e as Error, { subscription: due.id })
      }
    }
    return done
  },
}
export const statisticsJobs: readonly Job[] = [mail]
