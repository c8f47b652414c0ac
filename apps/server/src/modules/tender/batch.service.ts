import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { tenderStateWords } from '@portal/contract/tender/tender'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tooLate } from '../../kernel/flow-log.store.ts'
import { openTender } from './opening.service.ts'
import { OF } from './rounds.service.ts'
import { announceTender, loadToRun } from './tender.service.ts'

/** Announces several drafts, or opens several that are due. */
export const take = (ctx: Ctx, { body: { items, step } }: Parsed<typeof tenderCalls.take>) =>
  eachByItself(ctx, items, async ({ id, state }) => {
    const loaded = await loadToRun(ctx, id)
    if (loaded.t.state !== state) throw await tooLate(ctx, OF, id)
    if (step === 'announce') await announceTender(ctx, loaded)
    else await openTender(ctx, loaded.t, loaded.how.roles)
    const now = step === 'announce' ? 'announced' : 'opened'
    return { state: now, message: tenderStateWords[now] }
  })
