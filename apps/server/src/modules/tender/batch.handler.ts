import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTender } from './opening.handler.ts'
import { tenders } from './tender.process.ts'
import { announceTender, requireOther } from './tender.handler.ts'

/** Announces several drafts, or opens several that are due. */
export const take = (ctx: Ctx, { body: { items, step } }: Parsed<typeof tenderCalls.take>) =>
  tenders.eachOf(ctx, items, (loaded) => {
    requireOther(ctx, loaded.row)
    return step === 'announce' ? announceTender(ctx, loaded) : openTender(ctx, loaded)
  })
