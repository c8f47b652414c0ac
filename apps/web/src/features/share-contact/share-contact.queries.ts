import { useQuery } from '@tanstack/react-query'
import { labCalls } from '@portal/contract/lab/lab'
import { shareContactCalls } from '@portal/contract/share-contact/share-contact'
import { defineList, makeQuery, defineSave, defineWrite } from '../../lib/query.ts'
import { makeFound } from '../../ui/form/found.ts'

export const useContacts = defineList(shareContactCalls.list)
export const saveContacts = defineSave(shareContactCalls.export, '联系方式.xlsx')
export const useCreateContact = defineWrite(shareContactCalls.create, [shareContactCalls.list])
export const useChangeContact = defineWrite(shareContactCalls.change, [shareContactCalls.list])
export const useRemoveContact = defineWrite(shareContactCalls.remove, [shareContactCalls.list])

/** For the select: the labs whose data the user manages. */
export function useLabOptions(keyword: string) {
  const query = useQuery({
    ...makeQuery(labCalls.managed, { query: { page: 0, size: 20, keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map((l) => ({ value: l.id, label: l.name })))
}
