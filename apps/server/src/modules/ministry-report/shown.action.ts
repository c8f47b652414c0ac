import type { Layout, SchoolKind, Tab } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as rowStore from './row.store.ts'
import { requireYear } from './standing.action.ts'
import * as store from './version.store.ts'
import * as yearStore from './year.store.ts'

export interface Shown {
  layout: Layout
  schoolKind: SchoolKind
  rowsOf: (tab: Tab) => Promise<Cells[]>
}
/** A frozen version or, with 0 or undefined, the rows in work. */
export async function shownAs(ctx: Ctx, year: number, number: number | undefined): Promise<Shown> {
  if (number) {
    const version = await store.find(ctx.db, year, number)
    if (!version) throw notFound('该学年的冻结版本')
    return {
      layout: version.layout,
      schoolKind: version.schoolKind,
      rowsOf: async (tab) => (await store.rows(ctx.db, version.id, tab)).map((r) => r.cells),
    }
  }
  const { schoolKind } = await requireYear(ctx, year)
  const layout = await yearStore.findLayout(ctx.db, year)
  if (!layout) throw notFound('上报学年')
  return {
    layout,
    schoolKind,
    rowsOf: async (tab) => (await rowStore.all(ctx.db, year, tab)).map((r) => ({ ...r.drawn, ...r.typed })),
  }
}
