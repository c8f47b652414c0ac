import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as paperStore from './paper.store.ts'
import { suppliers } from './supplier.process.ts'
import * as store from './supplier.store.ts'
import { showDetail } from './supplier.view.ts'

/** The company as it is now, for the caller. */
export async function readDetail(ctx: Ctx, supplierId: number) {
  const { row: s, roles } = await suppliers.load(ctx, supplierId)
  const [papers, kinds, members, trail] = await together([
    paperStore.listPapers(ctx.db, s.id),
    dictionary.readLabels(ctx, 'supplier_paper'),
    store.listMembers(ctx.db, s.id),
    suppliers.trailOf(ctx, s),
  ])
  return showDetail(s, {
    roles,
    papers,
    members,
    trail,
    today: findToday(ctx),
    kinds,
  })
}
