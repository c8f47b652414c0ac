import { view } from '@portal/contract/kernel/permissions'
import { MOST_DAYS, scopes, type Asked, type Scope } from '@portal/contract/statistics/statistics'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { listFamily, listHeadedDepts } from '../dept/dept.service.ts'
import { daysIn } from './period.rules.ts'
import * as store from './statistics.store.ts'
import type { Wanted } from './sums.store.ts'

// Whose uses the caller may see: every figure, file and saved view checks it here.

interface Standing {
  labIds: readonly number[]
  deptIds: readonly number[]
  scopes: readonly Scope[]
}

/** The scopes that the caller may see, the widest first. */
export async function readStanding(ctx: Ctx): Promise<Standing> {
  const [{ labIds, pays }, deptIds] = await together([store.posts(ctx.db, ctx.me.id), listHeadedDepts(ctx)])
  const has: Record<Scope, boolean> = {
    all: ctx.holds('DEVICE_ALL', ...view('FINANCIAL')),
    dept: deptIds.length > 0,
    lab: labIds.length > 0,
    group: pays,
    own: true,
  }
  return { labIds, deptIds, scopes: scopes.filter((s) => has[s]) }
}

/**
 * The requested scope, or the caller's widest one, combined with the filters. Refuses a scope that the caller
 * does not have, and periods of more than MOST_DAYS days.
 */
export async function wantedBy(ctx: Ctx, q: Asked): Promise<{ scope: Scope; wanted: Wanted }> {
  if (q.to < q.from) throw refuseField('to', '结束日期不能早于开始日期')
  if (daysIn(q.from, q.to) > MOST_DAYS) throw refuseField('to', '统计期间最长 11 年')
  const standing = await readStanding(ctx)
  const scope = q.scope ?? standing.scopes[0] ?? 'own'
  ctx.allow(standing.scopes.includes(scope))
  const inDept = q.deptId === undefined ? null : await listFamily(ctx, q.deptId)
  const within = (of: readonly number[], asked: readonly number[] | null) =>
    asked ? of.filter((id) => asked.includes(id)) : of
  const lab = q.labId === undefined ? null : [q.labId]
  return {
    scope,
    wanted: {
      labIds: scope === 'lab' ? within(standing.labIds, lab) : lab,
      deptIds: scope === 'dept' ? within(standing.deptIds, inDept) : inDept,
      userId: scope === 'own' ? ctx.me.id : null,
      payerId: scope === 'group' ? ctx.me.id : null,
      deviceId: q.deviceId ?? null,
      nature: q.nature ?? null,
    },
  }
}
