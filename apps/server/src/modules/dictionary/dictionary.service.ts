// Owns the lists and numbers of business that its keepers set instead of code. Other modules may ask what a
// list offers and what a number is.

import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as store from './dictionary.store.ts'

/** The values one may choose from a list. */
export const listCodes = (ctx: Ctx, name: string) => store.listCodes(ctx.db, name)

/** What some values of these lists are called, also those that are not offered any more. */
export const listWords = (ctx: Ctx, names: readonly string[], values: readonly string[]) =>
  values.length ? store.readWords(ctx.db, names, values) : Promise.resolve([])

/**
 * Dictionaries of one number each (thresholds, sizes): what their first item says, in one query. Where one
 * has no number any more, the refusal names it.
 */
export async function readNumbers<N extends string>(
  ctx: Ctx,
  names: readonly N[],
): Promise<Record<N, number>> {
  const found = await store.readWhole(ctx.db, names)
  return Object.fromEntries(
    names.map((name) => {
      const dictionary = found.find((f) => f.name === name)
      const value = Number(dictionary?.items[0]?.value || NaN)
      if (!Number.isFinite(value))
        throw refuse(
          'DICTIONARY_NUMBER',
          `数据字典“${dictionary?.description ?? name}”没有设置数值，请联系管理员`,
          { status: 409 },
        )
      return [name, value]
    }),
  ) as Record<N, number> // one entry for each name
}
