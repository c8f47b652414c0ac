import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { putBack } from './leaving.action.ts'
import { listOwnerless } from './settlement.store.ts'

export const settlementJobs: readonly Job[] = [
  {
    name: 'settlement-owner',
    title: '结算：卡主已停用的退回换卡',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await listOwnerless(ctx.db), putBack),
  },
]
