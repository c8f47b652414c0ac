import type { Job } from '../../kernel/jobs.ts'
import { noteAll } from './list.action.ts'

export const iotJobs: readonly Job[] = [
  {
    name: 'iot-grants',
    title: '核对网关授权名单',
    cron: '*/10 * * * *',
    run: noteAll,
  },
]
