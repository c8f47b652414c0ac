import type { Ctx } from '../../kernel/ctx.ts'
import type { Panel } from './panel.flow.ts'
import { begin, panels, type PanelRequest } from './panel.process.ts'
import * as store from './panel.store.ts'

// Owns the panels of experts on precious, imported or scrapped instruments, and what each expert signed. A
// business opens the panel it needs, hears its result (panel.events.ts), and voids it when its own request is
// withdrawn.

export { registerPanelReader } from './panel.process.ts'
export type { PanelRecord } from './panel.store.ts'
export { showRow } from './panel.view.ts'
export { countWaiting } from './waiting.action.ts'

/** Opens a panel, to be composed by the requester of what it is about. */
export const open = async (ctx: Ctx, about: PanelRequest): Promise<void> => void (await begin(ctx, about))

const SYSTEM: ReadonlySet<Panel['role']> = new Set(['system'])
/** Voids the panels of a withdrawn or changed request: signatures are kept, but no longer count. */
export async function voidAll(
  ctx: Ctx,
  business: store.PanelBusiness,
  rowId: number,
  reason: string | null = null,
): Promise<void> {
  for (const row of await store.listOfRow(ctx, business, rowId))
    if (row.state !== 'void') await panels.take(ctx, { row, roles: SYSTEM }, 'void', { reason })
}

/** All panels of a row, newest first. */
export const listOfRow = (
  ctx: Ctx,
  business: store.PanelBusiness,
  rowId: number,
): Promise<store.PanelRecord[]> => store.listOfRow(ctx, business, rowId)

/** Is or was the caller an expert on this row? */
export const isSeated = (ctx: Ctx, business: store.PanelBusiness, rowId: number): Promise<boolean> =>
  store.isSeated(ctx, business, rowId)
