import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { openDue } from './steps.action.ts'
import { listDue } from './tender.store.ts'

export const tenderJobs: readonly Job[] = [
  {
    name: 'tender-open',
    title: '招标：到时间自动开标',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await listDue(ctx.db), openDue),
  },
]
