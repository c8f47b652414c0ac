import { useQuery } from '@tanstack/react-query'
import { labCalls } from '@portal/contract/lab/lab'
import { shareContactCalls } from '@portal/contract/share-contact/share-contact'
import { listOf, queryOf, saveOf, writeOf } from '../../lib/query.ts'

export const useContacts = listOf(shareContactCalls.list)
export const saveContacts = saveOf(shareContactCalls.export, '联系方式.xlsx')
export const useCreateContact = writeOf(shareContactCalls.create, [shareContactCalls.list])
export const useChangeContact = writeOf(shareContactCalls.change, [shareContactCalls.list])
export const useRemoveContact = writeOf(shareContactCalls.remove, [shareContactCalls.list])

/** For the picker: the labs whose data one looks after. */
export function useLabOptions(keyword: string) {
  const { data, isFetching } = useQuery({
    ...queryOf(labCalls.managed, { query: { page: 0, size: 20, keyword } }),
    staleTime: 60_000,
  })
  return { options: (data?.items ?? []).map((l) => ({ value: l.id, label: l.name })), busy: isFetching }
}
