import type { Job } from '../../kernel/jobs.ts'
import * as store from './account.store.ts'

const sweep: Job = {
  name: 'code-sweep',
  title: '清理过期验证码',
  cron: '25 * * * *',
  run: (ctx) => store.sweepCodes(ctx),
}

export const accountJobs: readonly Job[] = [sweep]
