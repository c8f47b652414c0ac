import type { Parsed } from '@portal/contract/kernel/call'
import type { pivotCalls } from '@portal/contract/statistics/pivot'
import type { Ctx } from '../../kernel/ctx.ts'
import { exportedWalk, makeSheet, writeAge } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { readKnown } from './figures.action.ts'
import { nameKept, pivotFor } from './pivot.action.ts'
import { sheetOfPivot } from './pivot.sheet.rules.ts'
import { wantedBy } from './standing.action.ts'
import { listUses, useColumns, walkUses } from './uses.action.ts'

export const pivot = (ctx: Ctx, { query }: Parsed<typeof pivotCalls.pivot>) => pivotFor(ctx, query)

export async function exportPivot(ctx: Ctx, { query: q }: Parsed<typeof pivotCalls.exportPivot>) {
  const table = await pivotFor(ctx, q)
  const { columns, rows } = sheetOfPivot(table, q)
  async function* lines() {
    yield* rows
  }
  const day = findToday(ctx)
  return makeSheet('交叉分析', columns, lines(), `交叉分析-${day}.xlsx`, q.format, () =>
    writeAge(table.asOf, ctx.env.CAMPUS_TZ),
  )
}

/** The uses behind a cell, each with its person and instrument. */
export async function pivotUses(ctx: Ctx, { query: q }: Parsed<typeof pivotCalls.pivotUses>) {
  const { wanted } = await wantedBy(ctx, q)
  const page = await listUses(ctx, q, wanted, q.only)
  return { ...page, only: await nameKept(ctx, q.only, wanted) }
}

export const exportPivotUses = exportedWalk(
  '交叉分析-使用记录',
  async function* (ctx: Ctx, { query: q }: Parsed<typeof pivotCalls.exportPivotUses>) {
    const { wanted } = await wantedBy(ctx, q)
    const { asOf } = await readKnown(ctx)
    yield* walkUses(ctx, q, wanted, q.only)
    return asOf
  },
  useColumns,
)
