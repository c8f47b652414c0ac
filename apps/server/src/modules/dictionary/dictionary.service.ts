// Owns lists and numbers that offices maintain instead of developers. Other modules may ask for the items of
// a list and the value of a number.

import type { Asker } from '../../kernel/cache.ts'
import { refuse } from '../../kernel/refuse.ts'
import { listKnown, listOffered, readDictionaries, type Code } from './dictionary.cache.ts'
import type { NumberName } from './value.rules.ts'

/** The values that may be chosen from a list. */
export async function listCodes(ctx: Asker, name: string): Promise<Code[]> {
  return listOffered((await readDictionaries(ctx)).get(name))
}
/**
 * The label of each value of a list, also of values that are no longer offered: rows that have one go on
 * showing its label.
 */
export const readLabels = async (ctx: Asker, name: string): Promise<ReadonlyMap<string, string>> =>
  new Map(
    listKnown((await readDictionaries(ctx)).get(name)).map(({ value, label }) => [value, label] as const),
  )

export interface Word extends Code {
  /** Name of the dictionary. */
  name: string
  enabled: boolean
}
/** The labels of these values in these lists, including disabled items. */
export async function listWords(
  ctx: Asker,
  names: readonly string[],
  values: readonly string[],
): Promise<Word[]> {
  if (values.length === 0) return []
  const [all, asked] = [await readDictionaries(ctx), new Set(values)]
  return names.flatMap((name) =>
    (all.get(name)?.items ?? []).flatMap((item) => (asked.has(item.value) ? [{ name, ...item }] : [])),
  )
}

/**
 * The values of dictionaries with one number each (thresholds, sizes): their first enabled item. Throws
 * DICTIONARY_NUMBER, naming the dictionary, if it has no number.
 */
export async function readNumbers<N extends NumberName>(
  ctx: Asker,
  names: readonly N[],
): Promise<Record<N, number>> {
  const all = await readDictionaries(ctx)
  return Object.fromEntries(
    names.map((name) => {
      const dictionary = all.get(name)
      const value = Number(listOffered(dictionary)[0]?.value || NaN)
      if (!Number.isFinite(value))
        throw refuse(
          'DICTIONARY_NUMBER',
          `数据字典“${dictionary?.description ?? name}”没有设置数值，请联系管理员`,
          { status: 409 },
        )
      return [name, value]
    }),
  ) as Record<N, number> // one entry per name
}
