import type { Job } from '../../kernel/jobs.ts'
import { repairSearchIndex } from './search-index.action.ts'
import { countUse } from './use.action.ts'

/**
 * Recounts the months of the last twelve and one before them: a bill may be confirmed, or a use entered or
 * revoked by hand, long after the use.
 */
const MONTHS_AGAIN = 13

const use: Job = {
  name: 'device-use',
  title: '统计仪器使用',
  cron: '10 2 * * *',
  run: ({ db, now, env }) => countUse({ db, now, zone: env.CAMPUS_TZ, months: MONTHS_AGAIN }),
}

const searchIndex: Job = {
  name: 'device-search-check',
  title: '核对仪器检索索引',
  cron: '50 2 * * *',
  run: repairSearchIndex,
}

export const deviceJobs: readonly Job[] = [use, searchIndex]
