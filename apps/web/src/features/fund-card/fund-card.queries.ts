import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fundCardCalls, type LedgerKind } from '@portal/contract/fund-card/fund-card'
import {
  makeKey,
  defineList,
  makeQuery,
  defineRead,
  renew,
  defineSave,
  defineWrite,
} from '../../lib/query.ts'
import { download, send, type Transfer } from '../../lib/send.ts'

const changed = [fundCardCalls.list, fundCardCalls.mine, fundCardCalls.get, fundCardCalls.ledger]

export const useMyCards = defineList(fundCardCalls.mine)
export const useCards = defineList(fundCardCalls.list)
export const useCard = defineRead(fundCardCalls.get)
export const useCreateCard = defineWrite(fundCardCalls.create, changed)
export const useChangeCard = defineWrite(fundCardCalls.change, changed)
export const useRemoveCard = defineWrite(fundCardCalls.remove, changed)
export const useSuspendCard = defineWrite(fundCardCalls.suspend, changed)
export const useResumeCard = defineWrite(fundCardCalls.resume, changed)
export const saveCards = defineSave(fundCardCalls.export, '经费卡.xlsx')
export const renewCards = () => renew(changed)
export const useTopUp = defineWrite(fundCardCalls.topUp, changed)
export const useAdjust = defineWrite(fundCardCalls.adjust, changed)
export const useCardUsers = defineRead(fundCardCalls.users)
export const useAuthorise = defineWrite(fundCardCalls.authorise, [fundCardCalls.users])
export const useRevokeUser = defineWrite(fundCardCalls.revoke, [fundCardCalls.users])

export interface LedgerFilters {
  kind?: LedgerKind | undefined
  from?: string | undefined
  to?: string | undefined
}
export const saveLedger = (cardId: number, query: LedgerFilters, transfer: Transfer) =>
  download(fundCardCalls.ledgerExport, { params: { id: cardId }, query, ...transfer }, '经费卡流水.xlsx')
/** A card's ledger, newest first, further pages on demand. */
export const useLedger = (cardId: number, filters: LedgerFilters) =>
  useInfiniteQuery({
    queryKey: [...makeKey(fundCardCalls.ledger), cardId, filters],
    queryFn: ({ pageParam, signal }) =>
      send(fundCardCalls.ledger, {
        params: { id: cardId },
        query: { before: pageParam, ...filters, size: 20 },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/**
 * Cards with which the user can pay today. Amounts held by the bookings of `settled` test orders count as
 * available, because settling frees them.
 */
export const useUsableCards = (settled: readonly number[] = [], enabled = true) =>
  useQuery({
    ...makeQuery(fundCardCalls.mine, {
      query: {
        page: 0,
        size: 100,
        usable: 'true',
        ...(settled.length && { testOrderIds: settled.join() }),
      },
    }),
    staleTime: 10_000,
    enabled,
  })
