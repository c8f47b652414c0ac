import type { Job } from './jobs.ts'
import { forgetKeys } from './kernel.store.ts'
import { addMinutes } from './time.ts'

/** Long enough: a browser repeats a request within seconds, a person within the hour. */
const KEPT_HOURS = 48

export const kernelJobs: readonly Job[] = [
  {
    name: 'idempotency-sweep',
    title: '清理两天前的防重复提交记录',
    cron: '30 3 * * *',
    run: (ctx) => forgetKeys(ctx, addMinutes(ctx.now, -KEPT_HOURS * 60)),
  },
]
