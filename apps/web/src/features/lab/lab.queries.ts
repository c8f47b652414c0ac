import { useQuery } from '@tanstack/react-query'
import { deptCalls, type DeptNode } from '@portal/contract/dept/dept'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { labCalls } from '@portal/contract/lab/lab'
import { listOf, queryOf, readOf } from '../../lib/query.ts'

export const useMyLabs = readOf(labCalls.my)
export const useLabs = listOf(labCalls.list)
export const useMembers = readOf(labCalls.members)

const LONG = 600_000
/** 公共服务平台 for the value 3 of `lab_type`; the value itself until the words are there. */
export function useWords(type: 'lab_type' | 'lab_grade'): (value: string | null) => string | null {
  const { data } = useQuery({ ...queryOf(dictionaryCalls.codes, { query: { type } }), staleTime: LONG })
  return (value) => data?.find((d) => d.value === value)?.label ?? value
}

const flat = (nodes: readonly DeptNode[]): { value: number; label: string }[] => nodes.flatMap((n) => [{ value: n.id, label: n.label }, ...flat(n.children)])
export function useDeptOptions() {
  const { data } = useQuery({ ...queryOf(deptCalls.tree, { query: { enabled: 'true' } }), staleTime: LONG })
  return flat(data?.content ?? [])
}
