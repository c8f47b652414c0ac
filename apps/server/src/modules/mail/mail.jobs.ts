import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './mail.store.ts'
import { lateBefore, tooLate } from './retry.rules.ts'

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
    async run(ctx) {
      // Without a mail server no courier claims mail, so overdue mail is given up here.
      await store.giveUp(ctx, lateBefore(ctx.now), tooLate.waited)
      return store.forget(ctx, {
        sentBefore: daysBefore(ctx.now, 30),
        failedBefore: daysBefore(ctx.now, 180),
      })
    },
  },
]
