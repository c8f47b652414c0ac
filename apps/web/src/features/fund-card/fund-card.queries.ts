import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fundCardCalls, type LedgerKind } from '@portal/contract/fund-card/fund-card'
import { keyOf, listOf, queryOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

const changed = [fundCardCalls.list, fundCardCalls.mine, fundCardCalls.get, fundCardCalls.ledger]

export const useMyCards = listOf(fundCardCalls.mine)
export const useCards = listOf(fundCardCalls.list)
export const useCard = readOf(fundCardCalls.get)
export const useCreateCard = writeOf(fundCardCalls.create, changed)
export const useChangeCard = writeOf(fundCardCalls.change, changed)
export const useRemoveCard = writeOf(fundCardCalls.remove, changed)
export const useSuspendCard = writeOf(fundCardCalls.suspend, changed)
export const useResumeCard = writeOf(fundCardCalls.resume, changed)
export const saveCards = saveOf(fundCardCalls.export, '经费卡.xlsx')
export const renewCards = () => renew(changed)
export const useTopUp = writeOf(fundCardCalls.topUp, changed)
export const useAdjust = writeOf(fundCardCalls.adjust, changed)
export const useCardUsers = readOf(fundCardCalls.users)
export const useAuthorise = writeOf(fundCardCalls.authorise, [fundCardCalls.users])
export const useRevokeUser = writeOf(fundCardCalls.revoke, [fundCardCalls.users])

export interface LedgerFilters {
  kind?: LedgerKind | undefined
  from?: string | undefined
  to?: string | undefined
}
export const saveLedger = (cardId: number, query: LedgerFilters) =>
  download(fundCardCalls.ledgerExport, { params: { id: cardId }, query }, '经费卡流水.xlsx')
/** A card's ledger, newest first, as far down as one cares to go. */
export const useLedger = (cardId: number, filters: LedgerFilters) =>
  useInfiniteQuery({
    queryKey: [...keyOf(fundCardCalls.ledger), cardId, filters],
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

/** Cards I can pay with today. */
export const useUsableCards = () =>
  useQuery({
    ...queryOf(fundCardCalls.mine, { query: { page: 0, size: 100, usable: 'true' } }),
    staleTime: 10_000,
  })
