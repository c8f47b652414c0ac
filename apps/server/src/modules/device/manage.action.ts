import type { Readiness } from '@portal/contract/opening/readiness'
import type { Ctx } from '../../kernel/ctx.ts'

type Judge = (ctx: Ctx, deviceIds: readonly number[]) => Promise<Map<number, Readiness>>
let judge: Judge | undefined
/**
 * The openings module registers its judgement of which devices can be booked; this module must not import it.
 */
export function registerReadiness(judgeDevices: Judge): void {
  judge = judgeDevices
}

export const findReadiness = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, Readiness>> =>
  (await judge?.(ctx, ids)) ?? new Map()
