import { approvalCalls } from '@portal/contract/approval/approval'
import { defineCache, listWrites, type Asker } from '../../kernel/cache.ts'
import { Ctx } from '../../kernel/ctx.ts'
import type { PolicyRow } from './policy.rules.ts'
import { readDeptParents, readPolicies, readRulesVersion } from './policy.store.ts'

/** The whole policy, cached in the process: it is small, and booking reads it thousands of times a second. */
export interface Policy {
  /** Version of campus_rules that was read first: no row of the policy is older. */
  version: number
  rowsOf(business: string, step: string): readonly PolicyRow[]
  /** The department itself, then those above it. */
  ancestorsOf(deptId: number | null): readonly number[]
}

const cache = defineCache<Policy>({
  name: 'approval-policy',
  title: '审核配置',
  tables: ['approval_policy', 'dept', 'campus_rules'],
  calls: listWrites(approvalCalls),
  seconds: 30,
})

/** Calls that write use one policy throughout, even if it changes meanwhile. */
const policies = new WeakMap<Asker, Promise<Policy>>()
export function readPolicy(ctx: Asker): Promise<Policy> {
  if (!(ctx instanceof Ctx && ctx.actor && ctx.isTransaction)) return readKept(ctx)
  let policy = policies.get(ctx)
  if (!policy) policies.set(ctx, (policy = readKept(ctx)))
  return policy
}
const readKept = (ctx: Asker): Promise<Policy> =>
  cache.get(ctx, '', async (db) => {
    const version = await readRulesVersion(db)
    const [rows, parents] = await Promise.all([readPolicies(db), readDeptParents(db)])
    return { version, ...arrange(rows, parents) }
  })

/**
 * The version to store with a decision made by the policy. It is read before the rows, so at worst the policy
 * is newer than this version.
 */
export const readPolicyVersion = async (ctx: Asker): Promise<number> => (await readPolicy(ctx)).version

function arrange(
  rows: readonly PolicyRow[],
  parents: readonly { id: number; parentId: number | null }[],
): Omit<Policy, 'version'> {
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
