import { issueWords } from '@portal/contract/ministry-report/issue'
import { findTable } from '@portal/contract/ministry-report/layout'
import { ministryRefusals, type ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import * as store from './issue.store.ts'
import { findField, nameOfRow } from './layout.rules.ts'
import { requireOwn, requireYear, readStanding, standingOn } from './standing.action.ts'
import * as yearStore from './year.store.ts'

type Calls = typeof ministryReportCalls

export async function issues(ctx: Ctx, { query: q }: Parsed<Calls['issues']>) {
  const standing = q.tab ? await standingOn(ctx, q.tab) : await readStanding(ctx)
  await requireYear(ctx, q.year)
  const layout = await yearStore.findLayout(ctx.db, q.year)
  const { rows, total } = await store.page(ctx.db, { ...q, deptIds: standing.deptIds }, q)
  return {
    items: rows.map(({ cells, deptId: _dept, year: _year, ...i }) => {
      const table = layout && findTable(layout, i.tab)
      return {
        ...i,
        rowName: (table && cells && nameOfRow(table, cells)) || null,
        fieldTitle: (table && i.field && findField(table, i.field)?.title) || null,
        can: issueWords[i.code].explainable ? ['explain' as const] : [],
      }
    }),
    total,
  }
}
export const exportIssues = exported('上报检查的问题', issues, [
  { header: '表', value: (i) => i.tab },
  { header: '行', width: 30, value: (i) => i.rowName },
  { header: '字段', value: (i) => i.fieldTitle },
  { header: '问题', value: (i) => issueWords[i.code].title },
  { header: '详情', width: 50, value: (i) => i.message },
  { header: '说明', width: 30, value: (i) => i.words },
  { header: '说明人', value: (i) => i.explainedBy },
  { header: '说明时间', value: (i) => i.explainedAt },
])

/** Explains an issue that is not a mistake. The explanation holds as long as the check finds the same. */
export async function explain(ctx: Ctx, { params, body }: Parsed<Calls['explain']>) {
  const issue = await store.find(ctx.db, params.id)
  if (!issue) {
    ctx.allow(ctx.holds('DEVICE_ALL'))
    throw notFound('检查出的问题')
  }
  requireOwn(await standingOn(ctx, issue.tab), issue.deptId)
  ctx.target = `ministry_issue ${issue.id}`
  if (!issueWords[issue.code].explainable) throw refuse('NOT_EXPLAINABLE', ministryRefusals.NOT_EXPLAINABLE)
  await store.explain(ctx, issue.id, body.words)
  return null
}
