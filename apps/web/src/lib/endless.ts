import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Call, Reply } from '@portal/contract/kernel/call'
import type { Failure } from './failure.ts'
import { makeKey } from './query.ts'
import { send, type SendArguments } from './send.ts'

// Apart from query.ts, which every page loads.

type KeyedReply = { items: readonly unknown[]; next: number | null }
/** Of a call whose `before` is the last number of the page above; `next` is null on the last one. */
type Keyed<C extends Call> = Reply<C> extends KeyedReply ? Reply<C> : never
type EndlessHook<Page> = (
  query: Readonly<Record<string, string>>,
) => UseInfiniteQueryResult<InfiniteData<Page, number | undefined>, Failure>

/**
 * `export const useLog = defineEndless(gateMonitorCalls.log)`: newest first, as far down as one cares to go.
 * The query is the address bar's text; the contract parses it.
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
