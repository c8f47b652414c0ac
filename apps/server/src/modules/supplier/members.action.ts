import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { findAsked } from './people.action.ts'
import { suppliers } from './supplier.process.ts'
import { chooseAsked } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

type Member = Pick<store.MemberRow, 'id' | 'enabled'>

/**
 * After people of a company came or went: updates who is asked for it, here and in later modules. `before`:
 * the members until now.
 */
export async function followMembers(ctx: Ctx, supplierId: number, before: readonly Member[]): Promise<void> {
  const was = chooseAsked(before)
  const now = await findAsked(ctx, supplierId)
  const joined = now.filter((id) => !was.includes(id))
  const change = { supplierId, joined, gone: was.filter((id) => !now.includes(id)) }
  const s = await store.find(ctx.db, supplierId)
  if (!s) throw new Error('a supplier is never removed')
  await suppliers.excuse(ctx, s, change.gone)
  await suppliers.askAgain(ctx, s, { step: 'papers', userIds: change.joined })
  await announce(ctx, 'supplier.members_changed', change)
}

/** After accounts were closed: only the others of their companies are asked. */
export async function followLeaving(ctx: Ctx, { userIds }: { userIds: readonly number[] }): Promise<void> {
  for (const { id } of await store.listCompanies(ctx.db, userIds)) {
    const members = await store.listMembers(ctx.db, id)
    await followMembers(
      ctx,
      id,
      members.map((m) => ({ ...m, enabled: m.enabled || userIds.includes(m.id) })),
    )
  }
}
