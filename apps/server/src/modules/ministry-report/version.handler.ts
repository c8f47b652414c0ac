import { issueWords } from '@portal/contract/ministry-report/issue'
import { findTable, type Tab } from '@portal/contract/ministry-report/layout'
import {
  changeKindWords,
  ministryRefusals,
  type ministryReportCalls,
} from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { check } from './check.action.ts'
import { listDifferences, type Side } from './compare.rules.ts'
import * as issueStore from './issue.store.ts'
import { shownAs } from './shown.action.ts'
import { requireYear } from './standing.action.ts'
import * as store from './version.store.ts'
import * as yearStore from './year.store.ts'

type Calls = typeof ministryReportCalls
const SHOWN = 20

/** Freezes the rows as the year's next version, if every issue was corrected or explained. */
export async function freeze(ctx: Ctx, { params: { year }, body }: Parsed<Calls['freeze']>) {
  ctx.target = `ministry_year ${year}`
  if (!(await yearStore.lock(ctx, year))) throw notFound('上报学年')
  const { drawnAt, schoolCode } = await requireYear(ctx, year)
  if (!drawnAt || !schoolCode) throw refuse('NOT_DRAWN', ministryRefusals.NOT_DRAWN)
  const { rows, whole } = await check(ctx, year)
  const found = await issueStore.all(ctx.db, year)
  const left = found.filter((i) => i.words === null)
  if (left.length > 0)
    throw refuse('ISSUES_LEFT', `${ministryRefusals.ISSUES_LEFT}（${left.length} 项）`, {
      reasons: left.slice(0, SHOWN).map((i) => ({
        code: 'ISSUES_LEFT',
        message: `${i.tab} ${issueWords[i.code].title}：${i.message}`,
      })),
    })
  const before = await store.find(ctx.db, year)
  const frozen = rows.map(({ tab, source, cells, drawn }) => ({ tab, source, cells, drawn }))
  if (before) {
    if (!body.why) throw refuseField('why', ministryRefusals.WHY_MISSING, 'WHY_MISSING')
    const was = await store.rows(ctx.db, before.id)
    if (sameAs(was, frozen) && JSON.stringify(before.layout) === JSON.stringify(whole.layout))
      throw refuse('SAME_AS_VERSION', ministryRefusals.SAME_AS_VERSION)
  }
  const number = (before?.number ?? 0) + 1
  const issues = found.map(({ tab, rowId, field, code, message, words }) => ({
    tab,
    row: rowId,
    field,
    code,
    message,
    words,
  }))
  await store.freeze(ctx, { year, number, why: before ? body.why : null, issues }, frozen)
  return { number }
}
const sameAs = (a: readonly store.FrozenRow[], b: readonly store.FrozenRow[]) => {
  const text = (rows: readonly store.FrozenRow[]) =>
    rows.map((r) => JSON.stringify([r.tab, Object.entries(r.cells).toSorted()])).toSorted()
  return JSON.stringify(text(a)) === JSON.stringify(text(b))
}

async function findSide(ctx: Ctx, year: number, version: number, tab: Tab): Promise<Side> {
  const { layout, rowsOf } = await shownAs(ctx, year, version)
  const table = findTable(layout, tab)
  if (!table) throw refuseField('tab', ministryRefusals.NO_TABLE, 'NO_TABLE')
  return { table, rows: await rowsOf(tab) }
}

/** The changes in `year`/`version` compared with `withYear`/`withVersion`. */
export async function differences(ctx: Ctx, { query: q }: Parsed<Calls['differences']>) {
  const before = await findSide(ctx, q.withYear, q.withVersion, q.tab)
  const after = await findSide(ctx, q.year, q.version, q.tab)
  const all = listDifferences(before, after).filter((d) => !q.kind || d.kind === q.kind)
  return { items: all.slice(q.page * q.size, (q.page + 1) * q.size), total: all.length }
}
export const exportDifferences = exported('上报版本的差异', differences, [
  { header: '变化', value: (r) => changeKindWords[r.kind] },
  { header: '行', width: 30, value: (r) => r.name },
  { header: '字段', width: 30, value: (r) => r.fields.map((f) => f.title).join('\n') },
  { header: '原内容', width: 30, value: (r) => r.fields.map((f) => f.before).join('\n') },
  { header: '现内容', width: 30, value: (r) => r.fields.map((f) => f.after).join('\n') },
])
