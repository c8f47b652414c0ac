import { guidanceCalls, type Guidance } from '@portal/contract/guidance/guidance'
import { labCalls, type LabDetail } from '@portal/contract/lab/lab'
import { defineRead } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'

// Requests of the frames themselves.
const readLabRoles = defineRead(labCalls.roles)
const readLab = defineRead(labCalls.detail)
const readGuidance = defineRead(guidanceCalls.search)

/** The user's roles in a lab. Without a lab nothing is requested. */
export function useLabRoles(labId: string | null) {
  const user = useUser()
  return readLabRoles({ query: { id: labId ?? '' } }, { enabled: Boolean(labId && user), staleTime: 60_000 })
}

/** The lab in view, by the same query as its pages. */
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
