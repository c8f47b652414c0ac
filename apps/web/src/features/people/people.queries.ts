import { useQuery } from '@tanstack/react-query'
import { peopleCalls } from '@portal/contract/people/people'
import { queryOf } from '../../lib/query.ts'

/** For pickers: people by part of their name. */
export function usePeopleOptions(keyword: string) {
  const { data, isFetching } = useQuery({ ...queryOf(peopleCalls.find, { query: { page: 0, size: 20, keyword } }), enabled: keyword !== '', staleTime: 60_000 })
  return {
    options: (data?.items ?? []).map((p) => ({ value: p.id, label: `${p.name}（${[p.username, p.dept].filter(Boolean).join('，')}）` })),
    busy: isFetching,
  }
}
