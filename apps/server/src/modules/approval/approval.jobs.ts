import type { Job } from '../../kernel/jobs.ts'
import { handleDue, reassign } from './due.service.ts'

export const approvalJobs: readonly Job[] = [
  { name: 'approval-due', title: '审核超时：提醒、自动通过或退回', cron: '* * * * *', run: handleDue },
  { name: 'approval-reassign', title: '审核人变动后重新分派待办', cron: '10 4 * * *', run: (ctx) => reassign(ctx) },
]
