import { useQuery } from '@tanstack/react-query'
import { labCalls } from '@portal/contract/lab/lab'
import { makeQuery } from '../../../lib/query.ts'
import type { Option } from '../../../ui/list/filters.tsx'

/** For filters of the back office: all labs, including those that share nothing. */
export function useEveryLab(): Option[] {
  const { data } = useQuery({ ...makeQuery(labCalls.select, { query: { size: 1000 } }), staleTime: 600_000 })
  return (data ?? []).map((l) => ({ value: l.id, label: l.name }))
}
