import { useQuery } from '@tanstack/react-query'
import { deptCalls, type DeptNode } from '@portal/contract/dept/dept'
import { labCalls } from '@portal/contract/lab/lab'
import { defineList, makeQuery, defineRead, defineWrite } from '../../lib/query.ts'

export const useMyLabs = defineRead(labCalls.my)
export const useLabs = defineList(labCalls.list)
/** The public search, by `labName`. */
export const useLabSearch = defineList(labCalls.search)
export const useGrades = defineRead(labCalls.byGrade)
export const useMembers = defineRead(labCalls.members)
export const useSetMemberPhone = defineWrite(labCalls.memberPhone, [labCalls.members, labCalls.detail])

const LONG = 600_000
const flat = (nodes: readonly DeptNode[]): { value: number; label: string }[] =>
  nodes.flatMap((n) => [{ value: n.id, label: n.label }, ...flat(n.children)])
export function useDeptOptions() {
  const { data } = useQuery({ ...makeQuery(deptCalls.tree, { query: { enabled: 'true' } }), staleTime: LONG })
  return flat(data?.content ?? [])
}
