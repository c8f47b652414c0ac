import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { useUser } from '../lib/session.ts'
import { readOf } from '../lib/query.ts'

// What the frames themselves ask the server. The lab and help domains of the contract take these two over when they land.
const labRoles = call({
  method: 'GET', path: '/api/v2/lab/get_role', summary: '当前用户在实验室中的角色', access: 'signed-in',
  query: z.object({ id: z.string() }), reply: z.record(z.string(), z.boolean()),
})
const guidance = call({
  method: 'GET', path: '/api/v1/guidance/infos', summary: '帮助搜索', access: 'public',
  query: z.object({ keyword: z.string().optional() }), reply: z.unknown(),
})

const readLabRoles = readOf(labRoles)
/** Which roles the person has on a lab. Without a lab nothing is asked (§7). undefined: not known yet. */
export function useLabRoles(labId: string | null): Record<string, boolean> | undefined {
  const user = useUser()
  return readLabRoles({ query: { id: labId ?? '' } }, { enabled: Boolean(labId && user), staleTime: 60_000 }).data
}

export interface HelpHit {
  id?: number | string
  title: string
  summary?: string
}
const readGuidance = readOf(guidance)
export function useHelpSearch(keyword: string): { hits: HelpHit[]; busy: boolean; failed: boolean } {
  const { data, isFetching, isError } = readGuidance({ query: { keyword } }, { enabled: keyword !== '', staleTime: 60_000 })
  // The answer is a list, or carries one (§7).
  const list = Array.isArray(data) ? data : ((data as { list?: unknown } | undefined)?.list ?? (data as { items?: unknown } | undefined)?.items ?? [])
  return { hits: Array.isArray(list) ? (list as HelpHit[]) : [], busy: isFetching, failed: isError }
}
