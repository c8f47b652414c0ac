import { view } from '@portal/contract/kernel/permissions'
import {
  financeRefusals,
  financeScopes,
  type Asked,
  type FinanceScope,
} from '@portal/contract/finance-report/finance-report'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { listDirectedLabs } from '../lab/lab.service.ts'
import type { Within } from './journal.store.ts'
import { makePeriod, type Period } from './period.rules.ts'

const MOST_DAYS = 4018
const DAY_MS = 86_400_000

/** The caller's request in the form that the stores take. */
export interface Wanted {
  scope: FinanceScope
  /** The scopes that the caller has, the widest first. */
  scopes: readonly FinanceScope[]
  /** A half-open interval. */
  period: Period
  within: Within
}

/**
 * The requested period and scope, or the caller's widest scope. Refuses a scope that the caller does not
 * have, and periods of more than MOST_DAYS days.
 */
export async function wantedBy(ctx: Ctx, q: Asked): Promise<Wanted> {
  if (q.to < q.from) throw refuseField('to', financeRefusals.PERIOD_BACKWARDS)
  if ((Date.parse(q.to) - Date.parse(q.from)) / DAY_MS > MOST_DAYS)
    throw refuseField('to', financeRefusals.PERIOD_LONG)
  const all = ctx.holds(...view('FINANCIAL'))
  const labIds = await listDirectedLabs(ctx)
  const has: Record<FinanceScope, boolean> = { all, lab: labIds.length > 0, own: true }
  const scopes = financeScopes.filter((s) => has[s])
  const scope = q.scope ?? scopes[0] ?? 'own'
  ctx.allow(scopes.includes(scope))
  return {
    scope,
    scopes,
    period: readPeriod(ctx, q.from, q.to),
    within: {
      labIds: scope === 'lab' ? labIds : null,
      payerId: scope === 'own' ? ctx.me.id : null,
      ownerId: scope === 'own' ? ctx.me.id : null,
    },
  }
}

export const readPeriod = (ctx: Ctx, from: string, to: string): Period =>
  makePeriod(from, to, ctx.env.CAMPUS_TZ)
