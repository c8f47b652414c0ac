import type { Readiness } from '@portal/contract/opening/readiness'
import type { Ctx } from '../../kernel/ctx.ts'

type Judge = (ctx: Ctx, deviceIds: readonly number[]) => Promise<Map<number, Readiness>>
let judge: Judge | undefined
/** The module of openings, which may ask this one but not be asked, says which devices can be booked. */
export function registerReadiness(judgeDevices: Judge): void {
  judge = judgeDevices
}

export const findReadiness = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, Readiness>> =>
  (await judge?.(ctx, ids)) ?? new Map()
