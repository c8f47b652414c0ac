import type { Job } from '../../kernel/jobs.ts'
import { warnOfLapse } from './expiry.action.ts'
import { findUses } from './finding.action.ts'
import { SILENCE_JOB, tellOfSilence } from './silence.action.ts'
import { foldReadings, turnMonths } from './reading.action.ts'
import { checkAll } from './list.action.ts'

export const iotJobs: readonly Job[] = [
  {
    name: 'iot-grants',
    title: '核对网关授权名单',
    cron: '*/10 * * * *',
    run: checkAll,
  },
  {
    name: 'iot-readings',
    title: '汇总电表与传感器读数',
    cron: '*/5 * * * *',
    run: foldReadings,
  },
  {
    name: 'iot-months',
    title: '新建和清理读数月表',
    // Every hour, because a nightly dump would keep a nightly run from dropping anything.
    cron: '20 * * * *',
    run: turnMonths,
  },
  {
    name: 'iot-findings',
    title: '核查用机与预约',
    cron: '*/15 * * * *',
    run: findUses,
  },
  {
    name: 'iot-certificates',
    title: '网关证书到期提醒',
    cron: '40 8 * * *',
    run: warnOfLapse,
  },
  {
    name: SILENCE_JOB,
    title: '网关失联和恢复的通知',
    cron: '*/5 * * * *',
    run: tellOfSilence,
  },
]
