import { readers } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './people.store.ts'

/** The person's whole record; the caller checks the permission. Throws if there is none. */
export async function requirePerson(ctx: Ctx, id: number): Promise<store.PersonRecord> {
  const record = await store.find(ctx.db, id)
  if (!record) throw notFound('用户')
  return record
}

/**
 * Off-campus people may not list the university's people; they must know the username. Account managers may,
 * even if off-campus, as the first administrator is.
 */
export const mayList = (ctx: Ctx): boolean => ctx.me.onCampus || ctx.holds(...readers)
