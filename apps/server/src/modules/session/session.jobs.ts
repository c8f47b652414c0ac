import type { Job } from '../../kernel/jobs.ts'
import * as sessions from './session.store.ts'
import * as throttle from './throttle.store.ts'

const sweep: Job = {
  name: 'session-sweep',
  title: '清理过期登录',
  cron: '20 * * * *',
  run: async (ctx) =>
    (await sessions.sweep(ctx)) + (await throttle.sweep(ctx)) + (await throttle.sweepNetworks(ctx)),
}

export const sessionJobs: readonly Job[] = [sweep]
