import { guidanceCalls, type Guidance } from '@portal/contract/guidance/guidance'
import { labCalls, type LabDetail } from '@portal/contract/lab/lab'
import { defineRead } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'

// What the frames themselves ask the server.
const readLabRoles = defineRead(labCalls.roles)
const readLab = defineRead(labCalls.detail)
const readGuidance = defineRead(guidanceCalls.search)

/** Which roles the person has on a lab. Without a lab nothing is asked (§7). undefined: not known yet. */
export function useLabRoles(labId: string | null): Record<string, boolean> | undefined {
  const user = useUser()
  return readLabRoles({ query: { id: labId ?? '' } }, { enabled: Boolean(labId && user), staleTime: 60_000 })
    .data
}

/** The lab in view, as its pages read it too. */
export function useLabInView(labId: string | null): LabDetail | undefined {
  const user = useUser()
  return readLab({ query: { id: labId ?? '' } }, { enabled: Boolean(labId && user), staleTime: 30_000 }).data
}

export function useHelpSearch(keyword: string): {
  hits: readonly Guidance[]
  busy: boolean
  failed: boolean
} {
  const { data, isFetching, isError } = readGuidance(
    { query: { keyword } },
    { enabled: keyword !== '', staleTime: 60_000 },
  )
  return { hits: data ?? [], busy: isFetching, failed: isError }
}
