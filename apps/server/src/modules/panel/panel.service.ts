import type { Ctx } from '../../kernel/ctx.ts'
import type { Panel } from './panel.flow.ts'
import { begin, panels, type PanelRequest } from './panel.process.ts'
import * as store from './panel.store.ts'

// Owns the panels of experts on what is precious, imported or scrapped, and
// what each of them signed. A business that needs one opens it, hears what it
// came to (panel.events.ts), and voids it when what it was about is taken back.

export { registerPanelReader } from './panel.process.ts'
export type { PanelRecord } from './panel.store.ts'
export { showRow } from './panel.view.ts'
export { countWaiting } from './waiting.action.ts'

/** A panel to be put together by whoever asked for what it is about. */
export const open = async (ctx: Ctx, about: PanelRequest): Promise<void> => void (await begin(ctx, about))

const SYSTEM: ReadonlySet<Panel['role']> = new Set(['system'])
/** The request behind them was taken back or changed: what was signed stays, and counts no more. */
export async function voidAll(
  ctx: Ctx,
  business: store.PanelBusiness,
  rowId: number,
  reason: string | null = null,
): Promise<void> {
  for (const row of await store.listOfRow(ctx, business, rowId))
    if (row.state !== 'void') await panels.take(ctx, { row, roles: SYSTEM }, 'void', { reason })
}

/** Every panel there was for a row, newest first. */
export const listOfRow = (
  ctx: Ctx,
  business: store.PanelBusiness,
  rowId: number,
): Promise<store.PanelRecord[]> => store.listOfRow(ctx, business, rowId)

/** Is or was the person who asks an expert on this row? */
export const isSeated = (ctx: Ctx, business: store.PanelBusiness, rowId: number): Promise<boolean> =>
  store.isSeated(ctx, business, rowId)
