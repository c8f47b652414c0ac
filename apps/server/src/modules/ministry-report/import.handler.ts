import { isDrawn, isOfSchool } from '@portal/contract/ministry-report/layout'
import { ministryRefusals, type ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { linesOfSheet } from '../bulk/bulk.service.ts'
import * as books from './books.store.ts'
import { readRows, type RowFault } from './import.rules.ts'
import { fieldFrom } from './layout.rules.ts'
import * as store from './row.store.ts'
import { beginChange, requireOwn, requireTable, requireYear, standingOn } from './standing.action.ts'
import { isTyped } from './typing.rules.ts'
import * as yearStore from './year.store.ts'

type Calls = typeof ministryReportCalls

/** Imports a spreadsheet as rows of a typed table: all rows, or none and every fault by line and column. */
export async function importRows(ctx: Ctx, { body: b }: Parsed<Calls['importRows']>) {
  const standing = await standingOn(ctx, b.tab)
  const file = ctx.requireFile('文件')
  const lines = await linesOfSheet(await file.received.read())
  await beginChange(ctx, b.year)
  const table = await requireTable(ctx, b.year, b.tab)
  if (isDrawn(b.tab)) throw refuse('NOT_TYPED', ministryRefusals.NOT_TYPED)
  const deptId = isOfSchool(b.tab) ? null : (b.deptId ?? (standing.office ? null : ctx.me.deptId))
  if (!isOfSchool(b.tab)) requireOwn(standing, deptId)
  if (deptId !== null && !(await books.deptExists(ctx.db, deptId))) throw refuseField('deptId', '单位不存在')
  const layout = await yearStore.findLayout(ctx.db, b.year)
  if (!layout) throw notFound('上报学年')
  const mine = { ...table, fields: table.fields.filter(isTyped) }
  const read = readRows(mine, lines, layout.fixed)
  if ('faults' in read) throw badRows(read.faults)
  if (isOfSchool(b.tab)) return importSchool(ctx, b, read.rows)
  const code = fieldFrom(table, 'school.code')
  const { schoolCode } = await requireYear(ctx, b.year)
  const cells = read.rows.map((r) => (code && schoolCode ? { [code.name]: schoolCode, ...r } : r))
  const replaced = b.replace
    ? await store.removeAll(ctx, b.year, b.tab, deptId === null ? standing.deptIds : [deptId])
    : 0
  await store.add(ctx, { year: b.year, tab: b.tab, deptId, cells })
  return { added: cells.length, replaced }
}

/** The school's one row takes over the values of the file. */
async function importSchool(
  ctx: Ctx,
  { year, tab }: Parsed<Calls['importRows']>['body'],
  rows: readonly Record<string, string>[],
) {
  const [cells] = rows
  if (!cells || rows.length > 1) throw refuse('ONE_ROW', ministryRefusals.ONE_ROW)
  const [row] = await store.all(ctx.db, year, tab)
  if (!row) throw refuse('NOT_DRAWN', ministryRefusals.NOT_DRAWN)
  await store.type(ctx, row.id, { ...row.typed, ...cells })
  return { added: 0, replaced: 1 }
}
const badRows = (faults: readonly RowFault[]) =>
  refuse('BAD_ROWS', ministryRefusals.BAD_ROWS, {
    reasons: faults.map(({ line, column, message }) => ({
      code: 'BAD_ROWS',
      message: `第 ${line} 行${column === null ? '' : `“${column}”`}：${message}`,
      field: 'file',
    })),
  })
