import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './report.store.ts'

/** A year's report. Access to its rows is checked separately. */
export async function requireReport(ctx: Ctx, id: number): Promise<store.ReportRecord> {
  const report = await store.find(ctx.db, id)
  if (!report) throw notFound('上报年度')
  ctx.target = `national_report ${id}`
  return report
}
