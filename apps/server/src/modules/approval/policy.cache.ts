import { approvalCalls } from '@portal/contract/approval/approval'
import { defineCache, listWrites } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { PolicyRow } from './policy.rules.ts'
import { readDeptParents, readPolicies } from './policy.store.ts'

/** The whole policy, as small as it is, in the process: booking asks it thousands of times a second. */
export interface Policy {
  rowsOf(business: string, step: string): readonly PolicyRow[]
  /** The dept itself, then upwards. */
  ancestorsOf(deptId: number | null): readonly number[]
}

const cache = defineCache<Policy>({
  name: 'approval-policy',
  title: '审核配置',
  tables: ['approval_policy', 'dept'],
  calls: listWrites(approvalCalls),
  seconds: 30,
})

export const readPolicy = (ctx: Pick<Ctx, 'deps' | 'db'>): Promise<Policy> =>
  cache.get(ctx, '', async (db) => {
    const [rows, parents] = await Promise.all([readPolicies(db), readDeptParents(db)])
    return arrange(rows, parents)
  })

function arrange(
  rows: readonly PolicyRow[],
  parents: readonly { id: number; parentId: number | null }[],
): Policy {
  const byStep = Map.groupBy(rows, (r) => `${r.business} ${r.step}`)
  const parentOf = new Map(parents.map((p) => [p.id, p.parentId]))
  const known = new Map<number, readonly number[]>()
  return {
    rowsOf: (business, step) => byStep.get(`${business} ${step}`) ?? [],
    ancestorsOf(deptId) {
      if (deptId === null) return []
      let chain = known.get(deptId)
      if (!chain) {
        const climbed: number[] = []
        for (let at: number | null | undefined = deptId; at && !climbed.includes(at); at = parentOf.get(at))
          climbed.push(at)
        known.set(deptId, (chain = climbed))
      }
      return chain
    },
  }
}
