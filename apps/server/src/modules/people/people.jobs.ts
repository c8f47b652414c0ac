import type { Job } from '../../kernel/jobs.ts'
import { sumUp } from './lookup/list.store.ts'

const tally: Job = {
  name: 'user-tally',
  title: '汇总用户数',
  cron: '10 3 * * *',
  run: (ctx) => sumUp(ctx),
}

export const peopleJobs: readonly Job[] = [tally]
