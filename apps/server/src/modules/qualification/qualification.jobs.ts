import type { Job } from '../../kernel/jobs.ts'
import { warnOfExpiry } from './news.action.ts'

export const qualificationJobs: readonly Job[] = [
  { name: 'qualification-warn', title: '上机资格到期提醒', cron: '40 8 * * *', run: warnOfExpiry },
]
