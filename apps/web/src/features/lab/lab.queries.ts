import { useQuery } from '@tanstack/react-query'
import { deptCalls, type DeptNode } from '@portal/contract/dept/dept'
import { labCalls } from '@portal/contract/lab/lab'
import { listOf, queryOf, readOf } from '../../lib/query.ts'

export const useMyLabs = readOf(labCalls.my)
export const useLabs = listOf(labCalls.list)
/** The platform's own search: by `labName`. */
export const useLabSearch = listOf(labCalls.search)
export const useGrades = readOf(labCalls.byGrade)
export const useMembers = readOf(labCalls.members)

const LONG = 600_000
const flat = (nodes: readonly DeptNode[]): { value: number; label: string }[] =>
  nodes.flatMap((n) => [{ value: n.id, label: n.label }, ...flat(n.children)])
export function useDeptOptions() {
  const { data } = useQuery({ ...queryOf(deptCalls.tree, { query: { enabled: 'true' } }), staleTime: LONG })
  return flat(data?.content ?? [])
}
