import type { Ctx } from '../../kernel/ctx.ts'
import * as panel from '../panel/panel.service.ts'
import { OF, purchases } from './purchase.process.ts'
import * as store from './purchase.store.ts'

// What the expert panels mean for the purchase that waits for them.

/** A panel was called or recalled: the requester is asked while a panel is still a draft. */
export async function awaitPanels(ctx: Ctx, purchaseId: number): Promise<void> {
  const p = await store.find(ctx.db, purchaseId)
  if (p?.state !== 'awaiting_experts') return
  const isDraft = (await panel.listOfRow(ctx, OF, purchaseId)).some((x) => x.state === 'draft')
  await (isDraft ? purchases.askAgain(ctx, p) : purchases.closeAsk(ctx, p, 'panel'))
}

/** A panel has ended: a refusal sends the purchase back, and the last approval moves it on. */
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
