import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { defineCache, listWrites, type Asker } from '../../kernel/cache.ts'
import * as store from './dictionary.store.ts'

/** By name, in its order; an item that is not offered any more still has its word. */
export type Dictionaries = ReadonlyMap<string, store.Dictionary>

const cache = defineCache<Dictionaries>({
  name: 'dictionaries',
  title: '数据字典',
  tables: ['dictionary', 'dictionary_item'],
  calls: listWrites(dictionaryCalls),
  // Thresholds of offices stand in them.
  strictly: true,
  seconds: 600,
  max: 1,
})

/** All of them: some hundred items, asked for by most forms and bookings. */
export const readDictionaries = (asker: Asker): Promise<Dictionaries> =>
  cache.get(asker, '', async (db) => new Map((await store.readAll(db)).map((d) => [d.name, d])))

export interface Code {
  label: string
  value: string
}
/** What one may choose from it; nothing, where there is no such dictionary. */
export const listOffered = (dictionary: store.Dictionary | undefined): Code[] =>
  (dictionary?.items ?? []).flatMap(({ label, value, enabled }) => (enabled ? [{ label, value }] : []))
