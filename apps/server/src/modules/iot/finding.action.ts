import type { Ctx } from '../../kernel/ctx.ts'
import { addMinutes } from '../../kernel/time.ts'
import { findingFlow } from './finding.flow.ts'
import { findings } from './finding.process.ts'
import * as store from './finding.store.ts'

/** Two days back, so that a gateway that was offline for a day still reports in time. */
const LOOK_MINUTES = 2 * 1440

/** Turns each mismatch into one task for the instrument's reviewer; returns how many are new. */
export async function findUses(ctx: Ctx): Promise<number> {
  const from = addMinutes(ctx.now, -LOOK_MINUTES)
  const found = [
    ...(await store.readUnused(ctx.db, from, ctx.now)),
    ...(await store.readRunning(ctx.db, from, ctx.now)),
  ]
  for (const f of found)
    await findings.begin(ctx, findingFlow, 'find', {
      by: ['system'],
      add: (state) => store.addFinding(ctx, state, f),
    })
  return found.length
}
