import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { makeAddress, type Arguments, type Call, type Reply } from '@portal/contract/kernel/call'
import type { Page } from '@portal/contract/kernel/page'
import { takeCome } from './boot-hand.ts'
import { Failure } from './failure.ts'
import { download, send, type SendArguments, type Transfer } from './send.ts'

// Definers for a feature's `<d>.queries.ts`: defineRead, defineList, defineWrite, defineTake, defineSave.
// Each takes a call of the contract.

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A request that got lost is retried; a request that the server has refused is not.
      retry: (count, error) =>
        count < 1 && error instanceof Failure && (error.kind === 'network' || error.status >= 502),
      throwOnError: false,
      networkMode: 'always',
      // `networkMode: 'always'` would switch this off.
      refetchOnReconnect: true,
    },
    // Requests are sent even if the browser says it is offline: TanStack would queue a mutation silently and
    // send it when the connection is back, perhaps after the user has left.
    mutations: { networkMode: 'always' },
  },
})

/**
 * The query key of a call. Without arguments it matches all variants: `renew([bookingCalls.list])` reloads
 * those on screen.
 */
export const makeKey = (call: Call, args?: Arguments<Call>): readonly unknown[] =>
  args ? [call.path, args] : [call.path]
export const renew = (calls: readonly Call[]): Promise<unknown> =>
  Promise.all(calls.map((c) => queryClient.invalidateQueries({ queryKey: makeKey(c) })))

interface ReadOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number
}
/** Query options of a call, for `queryClient.ensureQueryData` and similar. */
export const makeQuery = <C extends Call>(call: C, args: Arguments<C> = {}) =>
  queryOptions<Reply<C>, Failure>({
    queryKey: makeKey(call, args as Arguments<Call>),
    queryFn: ({ signal }) => send(call, { ...args, signal, quiet: true } as SendArguments<C>),
    initialData: () => takeCome<Reply<C>>(makeAddress(call, args)),
  })

/**
 * `export const useBooking = defineRead(bookingCalls.get)` → `useBooking({ params: { id } })`. The screen
 * shows failures itself.
 */
export const defineRead =
  <C extends Call>(call: C) =>
  (args: Arguments<C> = {}, options: ReadOptions = {}): UseQueryResult<Reply<C>, Failure> =>
    useQuery({ ...makeQuery(call, args), ...options })

/** Query of a list page: paging, order, and filters as text from the address bar. The contract parses it. */
export type ListQuery = Record<string, unknown> & {
  page: number
  size: number
  order_by?: string | undefined
}
export type RowsHook<Row> = (query: ListQuery) => UseQueryResult<Page<Row>, Failure>
type PageCall = Call
export type RowOf<C extends Call> = Reply<C> extends { items: readonly (infer Row)[] } ? Row : never

/**
 * `export const useBookings = defineList(bookingCalls.list)` for `<ListPage rows={useBookings}>`. Keeps the
 * previous page on screen while the next one loads.
 */
export const defineList =
  <C extends PageCall>(call: C): RowsHook<RowOf<C>> =>
  (query) =>
    // Filters come from the address bar as text; on the server the call's schema parses them.
    useQuery({
      ...makeQuery(call, { query } as Arguments<C>),
      placeholderData: keepPreviousData,
    }) as UseQueryResult<Page<RowOf<C>>, Failure>

export interface Write<C extends Call> {
  call: C
  run(args: SendArguments<C>): Promise<Reply<C>>
  busy: boolean
}
/**
 * `export const useCancel = defineWrite(bookingCalls.cancel, [bookingCalls.list])`; after success the listed
 * calls are reloaded.
 */
export const defineWrite =
  <C extends Call>(call: C, renews: readonly Call[] = []) =>
  (): Write<C> => {
    const mutation = useMutation<Reply<C>, Failure, SendArguments<C>>({
      mutationFn: (args) => send(call, args),
      onSuccess: async () => void (await renew(renews)),
    })
    return { call, run: mutation.mutateAsync, busy: mutation.isPending }
  }

/**
 * Like `defineWrite`, outside a component; the caller shows the busy state: `export const decideScraps =
 * defineTake(assetCalls.decideScraps, scrapped)`.
 */
export const defineTake = <C extends Call>(
  call: C,
  renews: readonly Call[] = [],
): Omit<Write<C>, 'busy'> => ({
  call,
  run: async (args) => {
    const reply = await send(call, args)
    await renew(renews)
    return reply
  },
})

/**
 * Downloads a file: `export const saveBookings = defineSave(bookingCalls.export, '预约.xlsx')` for `<ListPage
 * onExport={saveBookings}>`.
 */
export const defineSave =
  <C extends Call>(call: C, fallbackName: string) =>
  (query: Record<string, unknown>, transfer?: Transfer): Promise<void> =>
    download(call, { query, ...transfer } as SendArguments<C>, fallbackName)
