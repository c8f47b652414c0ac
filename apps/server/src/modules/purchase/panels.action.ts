import type { Ctx } from '../../kernel/ctx.ts'
import * as panel from '../panel/panel.service.ts'
import { OF, purchases } from './purchase.process.ts'
import * as store from './purchase.store.ts'

// What becomes of a purchase by the panels of experts that it waits for.

/** A panel was called, or is to be put together anew: is anything of it left for the requester to do? */
export async function awaitPanels(ctx: Ctx, purchaseId: number): Promise<void> {
  const p = await store.find(ctx.db, purchaseId)
  if (p?.state !== 'awaiting_experts') return
  const isDraft = (await panel.listOfRow(ctx, OF, purchaseId)).some((x) => x.state === 'draft')
  await (isDraft ? purchases.askAgain(ctx, p) : purchases.closeAsk(ctx, p, 'panel'))
}

/** One panel has come to its end: the last one decides where it goes on. */
export async function concludePanel(ctx: Ctx, purchaseId: number, agreed: boolean): Promise<void> {
  const loaded = await purchases.loadAsSystem(ctx, purchaseId)
  if (loaded?.row.state !== 'awaiting_experts') return
  if (agreed) {
    await purchases.take(ctx, loaded, 'conclude')
    return
  }
  const said = (await panel.listOfRow(ctx, OF, purchaseId)).find((x) => x.state === 'disagreed')?.conclusion
  await purchases.take(ctx, loaded, 'send_back', {
    reason: `专家论证未通过${said ? `：${said}` : ''}`,
  })
}
