import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { WHOLE_SIZE } from '@portal/contract/kernel/page'
import { makeQuery, renew, defineSave, defineWrite } from '../../lib/query.ts'
import { keepPresent } from '../../ui/list/options.ts'

const ALL = { page: 0, size: WHOLE_SIZE }
const LONG = 600_000

/** For selects: the enabled items of a dictionary. */
export function useCodeOptions(type: string): { value: string; label: string }[] {
  const { data } = useQuery({ ...makeQuery(dictionaryCalls.codes, { query: { type } }), staleTime: LONG })
  return data ?? []
}

/** Labels of the values that rows have, also of those that are no longer offered; empty until loaded. */
export function useCodeLabels(type: string): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...makeQuery(dictionaryCalls.codes, { query: { type, all: 'true' } }),
    staleTime: LONG,
  })
  return new Map((data ?? []).map(({ value, label }) => [value, label] as const))
}
/** For the form of a row: what is offered, and the value that the row has if it no longer is. */
export function useKeptCodeOptions(type: string, present: string | null): { value: string; label: string }[] {
  const offered = useCodeOptions(type)
  const label = useCodeLabels(type).get(present ?? '')
  return keepPresent(offered, present === null || label === undefined ? null : { value: present, label })
}

export const useDictionaries = (keyword: string) =>
  useQuery({
    ...makeQuery(dictionaryCalls.list, { query: { ...ALL, keyword } }),
    placeholderData: keepPreviousData,
  })
export const useItems = (dictName: string) =>
  useQuery(makeQuery(dictionaryCalls.items, { query: { ...ALL, dictName } }))

export const saveDictionaries = defineSave(dictionaryCalls.export, '数据字典.xlsx')

const read = [dictionaryCalls.list, dictionaryCalls.items, dictionaryCalls.codes, dictionaryCalls.whole]
export const useCreateDictionary = defineWrite(dictionaryCalls.create, read)
export const useChangeDictionary = defineWrite(dictionaryCalls.change, read)
export const useRemoveDictionary = defineWrite(dictionaryCalls.remove, read)
export const useCreateItem = defineWrite(dictionaryCalls.createItem, read)
export const useChangeItem = defineWrite(dictionaryCalls.changeItem, read)
export const useRemoveItem = defineWrite(dictionaryCalls.removeItem, read)
/** Called after an import. */
export const renewDictionaries = () => renew(read)
