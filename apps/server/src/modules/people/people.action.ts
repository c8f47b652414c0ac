import { readers } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './people.store.ts'

/** The person's whole record; the caller answers for who may see it. */
export async function requirePerson(ctx: Ctx, id: number): Promise<store.PersonRecord> {
  const record = await store.find(ctx.db, id)
  if (!record) throw notFound('用户')
  return record
}

/**
 * The university's people are not listed to guests: one has to know whom one looks for. Whoever keeps the
 * accounts need not be of it himself, as the first administrator is not.
 */
export const mayList = (ctx: Ctx): boolean => ctx.me.onCampus || ctx.holds(...readers)
