import { inTransaction, takeInParts, type Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './mail.store.ts'
import { lateBefore, tooLate } from './retry.rules.ts'

/** Rows deleted in one transaction; a large campus posts 50,000 a day. */
const AT_ONCE = 20_000

const daysBefore = (now: Date, days: number): Date => addMinutes(now, -days * 24 * 60)

export const mailJobs: readonly Job[] = [
  {
    name: 'outbox-deliver',
    title: '发送待发的消息和邮件',
    cron: '* * * * *',
    // The process that posts delivers at once; this job wakes a courier for rows left behind and for retries.
    run: async (ctx) => {
      ctx.afterCommit(() => ctx.deps.posted?.())
      return 0
    },
  },
  {
    name: 'outbox-forget',
    title: '清理 30 天前已发送、180 天前未能发出的内容',
    cron: '40 3 * * *',
    async run(job) {
      // Without a mail server no courier claims mail, so overdue mail is given up here.
      await inTransaction(job.deps, job.requestId, job.now, (ctx) =>
        store.giveUp(ctx, lateBefore(ctx.now), tooLate.waited),
      )
      const before = { sentBefore: daysBefore(job.now, 30), failedBefore: daysBefore(job.now, 180) }
      return takeInParts(job, AT_ONCE, (ctx, limit) => store.forget(ctx, before, limit))
    },
  },
]
