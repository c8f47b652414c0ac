import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './bulk.store.ts'

const SILENT_MINUTES = 3
const KEPT_DAYS = 7

/** Import rows hold personal data from files, so they are deleted after KEPT_DAYS. */
const sweep: Job = {
  name: 'bulk-sweep',
  title: '清理导入',
  cron: '* * * * *',
  run: async (ctx) =>
    (await store.giveUp(
      ctx,
      addMinutes(ctx.now, -SILENT_MINUTES),
      '服务器中途重启，请重新上传',
      '服务器中途重启，没有写入任何内容，请重新确认',
    )) + (await store.sweep(ctx, addMinutes(ctx.now, -KEPT_DAYS * 24 * 60))),
}

export const bulkJobs: readonly Job[] = [sweep]
