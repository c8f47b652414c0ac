import type { Job } from '../../kernel/jobs.ts'
import { expireLicences, warnOfExpiry } from './expiry.action.ts'

export const supplierJobs: readonly Job[] = [
  { name: 'supplier-expire', title: '供应商营业执照到期', cron: '20 1 * * *', run: expireLicences },
  { name: 'supplier-warn', title: '供应商证照到期提醒', cron: '30 8 * * *', run: warnOfExpiry },
]
