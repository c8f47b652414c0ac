import type { Job } from '../../kernel/jobs.ts'
import { countUse } from './use.action.ts'

/** Recounts three months each time: test orders are filled in and corrected for weeks after the use. */
const MONTHS_AGAIN = 3

const use: Job = {
  name: 'device-use',
  title: '统计仪器使用',
  cron: '10 2 * * *',
  run: ({ db, now, env }) => countUse({ db, now, zone: env.CAMPUS_TZ, months: MONTHS_AGAIN }),
}

export const deviceJobs: readonly Job[] = [use]
