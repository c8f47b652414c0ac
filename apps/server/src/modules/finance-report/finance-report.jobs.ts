import type { Job } from '../../kernel/jobs.ts'
import { foldNew } from './fold.action.ts'
import * as store from './fold.store.ts'

const fold: Job = {
  name: 'finance-sums',
  title: '汇总收支',
  cron: '* * * * *',
  run: ({ deps, requestId, now }) => foldNew(deps, requestId, now),
}

const compare: Job = {
  name: 'finance-sums-check',
  title: '核对收支汇总',
  cron: '10 3 * * *',
  run: ({ db }) => store.check(db),
}

export const financeReportJobs: readonly Job[] = [fold, compare]
