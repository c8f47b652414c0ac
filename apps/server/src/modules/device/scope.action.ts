import type { Ctx } from '../../kernel/ctx.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import type { Asking } from './device.store.ts'

export const asking = async (ctx: Ctx): Promise<Asking> => ({
  id: ctx.me.id,
  headedDepts: await listHeadedDepts(ctx),
})
