import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { defineCache, listWrites, type Asker } from '../../kernel/cache.ts'
import * as store from './dictionary.store.ts'

/** Dictionaries by name, items in order; disabled items are included, because their words are still shown. */
export type Dictionaries = ReadonlyMap<string, store.Dictionary>

const cache = defineCache<Dictionaries>({
  name: 'dictionaries',
  title: '数据字典',
  tables: ['dictionary', 'dictionary_item'],
  calls: listWrites(dictionaryCalls),
  // Approval thresholds are dictionaries, so a stale value must not be used.
  strictly: true,
  seconds: 600,
  max: 1,
})

/** All dictionaries: some hundred items, needed by most forms and bookings. */
export const readDictionaries = (asker: Asker): Promise<Dictionaries> =>
  cache.get(asker, '', async (db) => new Map((await store.readAll(db)).map((d) => [d.name, d])))

export interface Code {
  label: string
  value: string
}
/** All items, also those that may no longer be chosen. */
export const listKnown = (dictionary: store.Dictionary | undefined): Code[] =>
  (dictionary?.items ?? []).map(({ label, value }) => ({ label, value }))
/** The items that may be chosen; empty if there is no such dictionary. */
export const listOffered = (dictionary: store.Dictionary | undefined): Code[] =>
  (dictionary?.items ?? []).flatMap(({ label, value, enabled }) => (enabled ? [{ label, value }] : []))
