import type { Ctx } from '../../kernel/ctx.ts'

type SeesSettlement = (ctx: Ctx, settlementId: number) => Promise<boolean>
const sees: { by?: SeesSettlement } = {}
/**
 * Registers who may see a settlement, once per process: settlements depend on test orders, not the reverse.
 */
export const registerSettlementReaders = (by: SeesSettlement): void => {
  sees.by = by
}

/** True if the caller may open this settlement; a test order links to it only then. */
export const opensSettlement = async (ctx: Ctx, settlementId: number | null): Promise<boolean> =>
  settlementId !== null && ((await sees.by?.(ctx, settlementId)) ?? false)
