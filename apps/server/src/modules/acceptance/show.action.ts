import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import type { AcceptanceProcess } from './acceptance.flow.ts'
import { acceptances, mayMake, type Standing } from './acceptance.process.ts'
import { cosignerNumbers, countCosignersToday } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'
import * as parts from './parts.store.ts'
import { showDetail } from './acceptance.view.ts'

/** Everything of an acceptance, for a caller with these roles. */
export async function readDetail(
  ctx: Ctx,
  a: store.Acceptance,
  roles: ReadonlySet<AcceptanceProcess['role']>,
) {
  const [stage, imports, checks, pieces, outside, members, pictures, trail, numbers] = await together([
    purchase.readStage(ctx, a.purchaseId),
    parts.listItemIds(ctx.db, a.id).then((ids) => purchase.listImports(ctx, a.purchaseId, ids)),
    parts.listChecks(ctx.db, a.id),
    parts.listPieces(ctx.db, a.id),
    a.state === 'draft' || a.state === 'cancelled'
      ? parts.listFreePieces(ctx.db, a.purchaseId)
      : Promise.resolve([]),
    parts.listMembers(ctx.db, a.id),
    file.listFiles(ctx, 'acceptance', [a.id]),
    acceptances.trailOf(ctx, a, (key) => key !== 'dept_head' || (a.steps?.includes(key) ?? false)),
    dictionary.readNumbers(ctx, cosignerNumbers),
  ])
  const again = a.state === 'cancelled' && outside.length > 0 && (await mayMake(ctx, a.requesterId))
  const membersMin =
    a.state === 'draft' ? countCosignersToday(a, pieces, numbers) : (a.cosigners ?? members.length)
  return showDetail(a, {
    roles,
    stage,
    imports,
    again,
    checks,
    pieces,
    outside,
    members,
    membersMin,
    pictures: pictures.get(a.id) ?? [],
    trail,
  })
}

/** The acceptance as it is now, for the caller. */
export async function showNow(ctx: Ctx, id: number) {
  const { row, roles } = await acceptances.load(ctx, id)
  return readDetail(ctx, row, roles)
}

/** After a step: the caller's roles may have changed, and they may no longer be allowed to see it. */
export async function showAfter(ctx: Ctx, a: store.Acceptance, standing: Standing) {
  return readDetail(ctx, a, (await acceptances.rolesAmong(ctx, [a], standing))(a))
}
