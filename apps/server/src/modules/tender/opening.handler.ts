import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { showDetail } from './access.action.ts'
import type { Tender } from './tender.flow.ts'
import { tenders, type Row } from './tender.process.ts'
import { loadToRun } from './tender.handler.ts'
import * as store from './tender.store.ts'

export async function open(ctx: Ctx, { params }: Parsed<typeof tenderCalls.open>) {
  await openTender(ctx, await loadToRun(ctx, params.id))
  return showDetail(ctx, params.id)
}

/** Its time has come, and nobody has opened it by hand. */
export async function openDue(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const loaded = (await store.takeDue(ctx, id)) && (await tenders.loadAsSystem(ctx, id))
  if (loaded) await openTender(ctx, loaded)
}

export const openTender = (
  ctx: Ctx,
  loaded: { row: Row; roles: ReadonlySet<Tender['role']> },
): Promise<Row> => tenders.take(ctx, loaded, 'open')
