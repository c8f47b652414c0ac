import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { findToday } from '../../kernel/time.ts'
import { endOverrun, expire, leaveCard, miss, noteSilence, remind, warnOfOverrun } from './use/due.action.ts'
import { findComing, findExpired, findMissed, findOverrun, findRunningOn } from './use/due.store.ts'
import { findOnLostCards } from './decide/leaving.store.ts'

export const bookingJobs: readonly Job[] = [
  {
    name: 'booking-expire',
    title: '预约：开始前未通过审核的过期',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await findExpired(ctx), expire),
  },
  {
    name: 'booking-remind',
    title: '预约：开始前提醒',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await findComing(ctx), remind),
  },
  {
    name: 'booking-miss',
    title: '预约：未按时使用的记为爽约',
    cron: '* * * * *',
    run: async (ctx) => {
      await noteSilence(ctx)
      return eachAlone(ctx, await findMissed(ctx), miss)
    },
  },
  {
    name: 'booking-card',
    title: '预约：经费卡停用或过期的另选付款',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await findOnLostCards(ctx.db, findToday(ctx)), leaveCard),
  },
  {
    name: 'booking-overrun',
    title: '预约：使用超过预约时间的通知',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await findRunningOn(ctx), warnOfOverrun),
  },
  {
    name: 'booking-end',
    title: '预约：超时未结束的自动结束',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await findOverrun(ctx), endOverrun),
  },
]
