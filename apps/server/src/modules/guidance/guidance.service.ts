import type { guidanceCalls } from '@portal/contract/guidance/guidance'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './guidance.store.ts'

export const search = (ctx: Ctx, { query }: Parsed<typeof guidanceCalls.search>) => store.search(ctx, query.keyword)
