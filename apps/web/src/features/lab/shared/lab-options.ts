import { useQuery } from '@tanstack/react-query'
import { labCalls } from '@portal/contract/lab/lab'
import { makeQuery } from '../../../lib/query.ts'
import type { Option } from '../../../ui/list/filters.tsx'

/** All open labs, including those that share nothing yet. */
export function useEveryLab(): Option[] {
  const { data } = useQuery({ ...makeQuery(labCalls.select, { query: { size: 1000 } }), staleTime: 600_000 })
  return (data ?? []).map((l) => ({ value: l.id, label: l.name }))
}

/** Adds a lab that was closed since: it stays visible with its name until another one is chosen. */
export const withClosed = (
  labs: readonly Option[],
  now: { id: number; name: string } | null | undefined,
): Option[] => [
  ...labs,
  ...(now && labs.length > 0 && !labs.some((l) => l.value === now.id)
    ? [{ value: now.id, label: `${now.name}（已停用）` }]
    : []),
]
