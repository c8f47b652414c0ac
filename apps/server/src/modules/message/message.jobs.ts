import { takeInParts, type Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './message.store.ts'

const DAY = 24 * 60
/** Rows deleted in one transaction; a large campus receives 40,000 a day. */
const AT_ONCE = 20_000

export const messageJobs: readonly Job[] = [
  {
    name: 'message-forget',
    title: '清理过期消息（已读 180 天，全部 2 年）',
    cron: '20 3 * * *',
    run: (job) =>
      takeInParts(job, AT_ONCE, (ctx, limit) =>
        store.forget(ctx, addMinutes(ctx.now, -180 * DAY), addMinutes(ctx.now, -730 * DAY), limit),
      ),
  },
]
