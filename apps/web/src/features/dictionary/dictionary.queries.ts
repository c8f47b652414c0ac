import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { WHOLE_SIZE } from '@portal/contract/kernel/page'
import { queryOf, renew, saveOf, writeOf } from '../../lib/query.ts'

const ALL = { page: 0, size: WHOLE_SIZE }
const LONG = 600_000

/** For selects: the enabled items of a list. */
export function useCodeOptions(type: string): { value: string; label: string }[] {
  const { data } = useQuery({ ...queryOf(dictionaryCalls.codes, { query: { type } }), staleTime: LONG })
  return data ?? []
}

export const useDictionaries = (keyword: string) =>
  useQuery({
    ...queryOf(dictionaryCalls.list, { query: { ...ALL, keyword } }),
    placeholderData: keepPreviousData,
  })
export const useItems = (dictName: string) =>
  useQuery(queryOf(dictionaryCalls.items, { query: { ...ALL, dictName } }))

export const saveDictionaries = saveOf(dictionaryCalls.export, '数据字典.xlsx')

const read = [dictionaryCalls.list, dictionaryCalls.items, dictionaryCalls.codes, dictionaryCalls.whole]
export const useCreateDictionary = writeOf(dictionaryCalls.create, read)
export const useChangeDictionary = writeOf(dictionaryCalls.change, read)
export const useRemoveDictionary = writeOf(dictionaryCalls.remove, read)
export const useCreateItem = writeOf(dictionaryCalls.createItem, read)
export const useChangeItem = writeOf(dictionaryCalls.changeItem, read)
export const useRemoveItem = writeOf(dictionaryCalls.removeItem, read)
/** After an import. */
export const renewDictionaries = () => renew(read)
