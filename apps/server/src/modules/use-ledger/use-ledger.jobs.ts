import type { Job } from '../../kernel/jobs.ts'
import { catchUpInParts, check, makeParts } from './writing.action.ts'

const write: Job = {
  name: 'use-ledger',
  title: '登记使用台账',
  cron: '* * * * *',
  run: ({ deps, requestId, now }) => catchUpInParts(makeParts(deps, requestId, now)),
}

const compare: Job = {
  name: 'use-ledger-check',
  title: '核对使用台账',
  cron: '40 2 * * *',
  run: ({ deps, requestId, now }) => check(makeParts(deps, requestId, now)),
}

export const useLedgerJobs: readonly Job[] = [write, compare]
