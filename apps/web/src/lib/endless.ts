import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Call, Reply } from '@portal/contract/kernel/call'
import type { Failure } from './failure.ts'
import { makeKey } from './query.ts'
import { send, type SendArguments } from './send.ts'

// Separate from query.ts, which every page loads.

type KeyedReply = { items: readonly unknown[]; next: number | null }
/** A call paged by `before`, the last number of the previous page; `next` is null on the last page. */
type Keyed<C extends Call> = Reply<C> extends KeyedReply ? Reply<C> : never
type EndlessHook<Page> = (
  query: Readonly<Record<string, string>>,
) => UseInfiniteQueryResult<InfiniteData<Page, number | undefined>, Failure>

/**
 * `export const useLog = defineEndless(gateMonitorCalls.log)`: newest first, further pages on demand. The
 * query is text from the address bar; the contract parses it.
 */
export const defineEndless =
  <C extends Call>(call: C): EndlessHook<Keyed<C>> =>
  (query) =>
    useInfiniteQuery({
      queryKey: [...makeKey(call), query],
      queryFn: ({ pageParam, signal }) =>
        send(call, {
          query: { ...query, before: pageParam, size: 50 },
          signal,
          quiet: true,
        } as unknown as SendArguments<C>) as Promise<Keyed<C>>,
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page: KeyedReply) => page.next ?? undefined,
    })
