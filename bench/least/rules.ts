import {
  findCampusRules,
  findRules,
  type DeviceRules,
} from '../../apps/server/src/modules/booking/place/rules.store.ts'
import { judgeSteps, type Case, type Steps } from '../../apps/server/src/modules/approval/policy.rules.ts'
import {
  readDeptParents,
  readPolicies,
  readRulesVersion,
} from '../../apps/server/src/modules/approval/policy.store.ts'
import type { Database } from './database.ts'
import type { Memory } from './memory.ts'

export interface Rules extends DeviceRules {
  /** The versions that must still hold when a booking is written (docs/decisions/108). */
  versions: { device: number | null; campus: number[] }
  steps(about: Case): Steps<'booking'>
}
export type FindRules = (deviceId: number) => Promise<Rules | undefined>

/** The booking rules of an instrument: its own, the campus's days, and the approval policies. */
export function rememberRules({ filling }: Database, memory: Memory): FindRules {
  const topics = ['device_rules', 'campus_rules', 'approval_policy', 'dept'].map((table) => `table:${table}`)
  const known = memory.keep<Rules>(['device-rules', ...topics], 5000)

  async function load(deviceId: number): Promise<Rules | undefined> {
    const policyVersion = await readRulesVersion(filling)
    const [rules, days, policies, parents] = await Promise.all([
      findRules(filling, deviceId),
      findCampusRules(filling),
      readPolicies(filling),
      readDeptParents(filling),
    ])
    if (!rules) return undefined
    const bySteps = Map.groupBy(
      policies.filter(({ business }) => business === 'booking'),
      ({ step }) => step,
    )
    const parentOf = new Map(parents.map(({ id, parentId }) => [id, parentId]))
    const ancestors: number[] = []
    for (let at: number | null | undefined = rules.labDeptId; at; at = parentOf.get(at)) ancestors.push(at)
    return {
      ...rules,
      exceptions: [...rules.exceptions, ...days.exceptions],
      versions: { device: rules.version, campus: [rules.campusVersion, days.version, policyVersion] },
      steps: (about) => judgeSteps('booking', (step) => bySteps.get(step) ?? [], about, ancestors),
    }
  }
  return (deviceId) => known.get(String(deviceId), () => load(deviceId))
}
