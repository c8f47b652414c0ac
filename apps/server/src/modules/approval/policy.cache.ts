import type { Deps } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import type { PolicyRow } from './policy.rules.ts'
import { apart, readDeptParents, readPolicies } from './policy.store.ts'

/** The whole policy, as small as it is, in the process: booking asks it thousands of times a second. */
export interface Policy {
  rowsOf(business: string, step: string): readonly PolicyRow[]
  /** The dept itself, then upwards. */
  ancestorsOf(deptId: number | null): readonly number[]
}

/** Other processes tell of a change at once; should that news be lost, this is how long it is missed. */
const FRESH_MS = 30_000

interface Shelf {
  policy?: Policy | undefined
  readAt: number
  /** Grows with each change heard of: what was read before is not put on the shelf. */
  changes: number
  reading: boolean
}
const shelves = new WeakMap<Deps, Shelf>()

function shelfOf(deps: Deps): Shelf {
  let shelf = shelves.get(deps)
  if (!shelf) {
    shelves.set(deps, (shelf = { readAt: 0, changes: 0, reading: false }))
    deps.live.subscribe([POLICY_TOPIC], () => forgetPolicy(deps))
  }
  return shelf
}

export const POLICY_TOPIC = 'policy'

export function forgetPolicy(deps: Deps): void {
  const shelf = shelfOf(deps)
  shelf.policy = undefined
  shelf.changes++
}

/** No round trip as a rule: read once, then renewed behind the back of whoever asks. */
export async function policyOf(deps: Deps, db: Db): Promise<Policy> {
  const shelf = shelfOf(deps)
  if (!shelf.policy) return await read(shelf, db)
  if (Date.now() - shelf.readAt > FRESH_MS && !shelf.reading) {
    shelf.reading = true
    void read(shelf, apart(deps))
      .catch(() => {}) // the database is away for the moment: what is known stays good until it answers
      .finally(() => (shelf.reading = false))
  }
  return shelf.policy
}

async function read(shelf: Shelf, db: Db): Promise<Policy> {
  const { changes } = shelf
  const [rows, parents] = await Promise.all([readPolicies(db), readDeptParents(db)])
  const policy = arrange(rows, parents)
  if (changes === shelf.changes) Object.assign(shelf, { policy, readAt: Date.now() })
  return policy
}

function arrange(rows: readonly PolicyRow[], parents: readonly { id: number; parentId: number | null }[]): Policy {
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
        for (let at: number | null | undefined = deptId; at && !climbed.includes(at); at = parentOf.get(at)) climbed.push(at)
        known.set(deptId, (chain = climbed))
      }
      return chain
    },
  }
}
