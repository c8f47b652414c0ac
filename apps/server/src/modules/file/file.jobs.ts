import { LOOSE_DAYS } from '@portal/contract/file/file'
import type { Job } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { sweepLoose, sweepOrphans } from './sweep.action.ts'
import * as store from './file.store.ts'

const A_DAY = 24 * 60
const SOME = 500
/** Minutes; no request takes this long. */
const AN_HOUR = 60

/** Removes bytes without a row: the row was rolled back or deleted, or the upload was never finished. */
const sweep: Job = {
  name: 'file-sweep',
  title: '清理无主文件',
  cron: '40 3 * * *',
  async run(ctx) {
    const { files } = ctx.deps.adapters
    let removed = await files.removeUnfinished(addMinutes(ctx.now, -AN_HOUR))
    for await (const keys of files.writtenBefore(addMinutes(ctx.now, -A_DAY))) {
      const known = await store.findKnown(ctx.db, [...new Set(keys.map((key) => key.slice(0, 36)))])
      for (const key of keys.filter((k) => !known.has(k.slice(0, 36)))) {
        await files.remove(key)
        removed += 1
      }
    }
    return removed
  },
}

const sweepUploads: Job = {
  name: 'file-loose-sweep',
  title: '清理未提交的上传',
  cron: '20 3 * * *',
  run: (ctx) => sweepLoose(ctx, addMinutes(ctx.now, -LOOSE_DAYS * A_DAY), SOME),
}

const sweepGone: Job = {
  name: 'file-orphan-sweep',
  title: '清理已删除内容的文件',
  cron: '30 3 * * *',
  run: (ctx) => sweepOrphans(ctx, SOME),
}

export const fileJobs: readonly Job[] = [sweep, sweepUploads, sweepGone]
