import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { localOf } from '../../kernel/time.ts'
import { endOverrun, expire, leaveCard, miss, remind, warnOfOverrun } from './use/due.action.ts'
import { coming, expired, missed, overrun, runningOn } from './use/due.store.ts'
import { onLostCards } from './decide/leaving.store.ts'

export const bookingJobs: readonly Job[] = [
  {
    name: 'booking-expire',
    title: '预约：开始前未通过审核的过期',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await expired(ctx), expire),
  },
  {
    name: 'booking-remind',
    title: '预约：开始前提醒',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await coming(ctx), remind),
  },
  {
    name: 'booking-miss',
    title: '预约：未按时使用的记为爽约',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await missed(ctx), miss),
  },
  {
    name: 'booking-card',
    title: '预约：经费卡停用或过期的另选付款',
    cron: '* * * * *',
    run: async (ctx) =>
      eachAlone(ctx, await onLostCards(ctx, localOf(ctx.now, ctx.env.CAMPUS_TZ).day), leaveCard),
  },
  {
    name: 'booking-overrun',
    title: '预约：使用超过预约时间的通知',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await runningOn(ctx), warnOfOverrun),
  },
  {
    name: 'booking-end',
    title: '预约：超时未结束的自动结束',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await overrun(ctx), endOverrun),
  },
]
