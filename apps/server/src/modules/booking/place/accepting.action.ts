import type { Ctx } from '../../../kernel/ctx.ts'
import { because, setAside } from '../reasons.rules.ts'
import { type Judged } from './judging.action.ts'
import { findHelp, turnDown } from './alternatives.action.ts'
import { findStanding } from '../standing.store.ts'

/**
 * Refuses the call with every reason that is not overridden by a director or administrator; returns the codes
 * that are.
 */
export async function accept(ctx: Ctx, judged: Judged, override: readonly string[]): Promise<string[]> {
  const reasons = [...judged.reasons]
  if (judged.asked.fundCardId !== null && judged.asked.payerId !== ctx.me.id)
    reasons.push(because('CARD_OF_PAYER', 'fundCardId'))
  if (reasons.length === 0) return []
  const { left, overridden } = setAside(
    reasons,
    override,
    override.length > 0 && (await mayOverride(ctx, judged.row.deviceId)),
  )
  if (left.length > 0) throw turnDown(left, await findHelp(ctx, judged, left, { refused: true }))
  return overridden
}
export async function mayOverride(ctx: Ctx, deviceId: number): Promise<boolean> {
  const standing = await findStanding(ctx, deviceId)
  return standing.director || standing.admin
}
