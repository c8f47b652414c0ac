import { eachAlone, type Job } from '../../kernel/jobs.ts'
import { putBack } from './leaving.action.ts'
import { ownerless } from './stock-in.store.ts'

export const stockInJobs: readonly Job[] = [
  {
    name: 'stock-in-owner',
    title: '入库：卡主已停用的退回重新提交',
    cron: '* * * * *',
    run: async (ctx) => eachAlone(ctx, await ownerless(ctx), putBack),
  },
]
