import type { Job } from '../../kernel/jobs.ts'
import { giveBack, handleDue, reassign, tellOfOrphans } from './due.action.ts'

export const approvalJobs: readonly Job[] = [
  { name: 'approval-due', title: '审核超时：提醒、自动通过或退回', cron: '* * * * *', run: handleDue },
  { name: 'approval-return', title: '审核人恢复后待办转回', cron: '* * * * *', run: giveBack },
  { name: 'approval-nobody', title: '提醒管理员：待办缺少办理人', cron: '* * * * *', run: tellOfOrphans },
  {
    name: 'approval-reassign',
    title: '审核人变动后重新分派待办',
    cron: '10 4 * * *',
    run: (ctx) => reassign(ctx),
  },
]
