import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './mail.store.ts'

export const mailJobs: readonly Job[] = [
  {
    name: 'outbox-deliver',
    title: '发送待发的消息和邮件',
    cron: '* * * * *',
    // The process that posts delivers at once; this wakes one for what was left behind, and for retries.
    run: async (ctx) => {
      ctx.afterCommit(() => ctx.deps.posted?.())
      return 0
    },
  },
  {
    name: 'outbox-forget',
    title: '清理 30 天前已发送的内容',
    cron: '40 3 * * *',
    run: (ctx) => store.forget(ctx, addMinutes(ctx.now, -30 * 24 * 60)),
  },
]
