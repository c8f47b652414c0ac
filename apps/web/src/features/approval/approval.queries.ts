import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { approvalCalls, type Business, type Task } from '@portal/contract/approval/approval'
import type { Arguments } from '@portal/contract/kernel/call'
import { makeKey, defineRead, renew } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import type { Failure } from '../../lib/failure.ts'
import { loadView } from './shared/registry.ts'

export const useWaiting = defineRead(approvalCalls.wait)

export type InboxQuery = NonNullable<Arguments<typeof approvalCalls.tasks>['query']>

/** Pages loaded as the user scrolls; a reload fetches all of them again. */
export function useTasks(query: InboxQuery) {
  return useInfiniteQuery<
    { items: Task[]; next: string | null },
    Failure,
    Task[],
    readonly unknown[],
    string | undefined
  >({
    queryKey: makeKey(approvalCalls.tasks, { query }),
    queryFn: ({ pageParam, signal }) =>
      send(approvalCalls.tasks, { query: { ...query, after: pageParam ?? '' }, signal, quiet: true }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    select: (data) => data.pages.flatMap((p) => p.items),
  })
}

/** The inbox view of a business: loaded with its first task and cached for good. */
export const viewQuery = (business: Business) =>
  queryOptions({
    queryKey: ['inbox view', business],
    queryFn: () => loadView(business),
    staleTime: Infinity,
  })
export const useView = (business: Business) => useQuery(viewQuery(business))

export const renewInbox = () => renew([approvalCalls.wait, approvalCalls.tasks])
