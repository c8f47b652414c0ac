import {
  listReportedTables,
  findTable,
  yearWords,
  type LayoutTable,
} from '@portal/contract/ministry-report/layout'
import {
  ministryRefusals,
  type Cells,
  type ministryReportCalls,
} from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { fixedText as textOf, tooWide, widthless } from './fixed.rules.ts'
import { parseNumber } from './number.rules.ts'
import { shownAs } from './shown.action.ts'
import { requireTable, standingOn } from './standing.action.ts'

type Calls = typeof ministryReportCalls
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const nameFile = (year: number, version: number | undefined) =>
  `${yearWords(year)}${version ? `第 ${version} 版` : '（未冻结）'}`

/** Numbers as numbers; text that only looks like a number (a code, an instrument's number) stays text. */
function sheetCells(table: LayoutTable, cells: Cells): (string | number)[] {
  return table.fields.map((f) => {
    const cell = cells[f.name] ?? ''
    const isNumber = (f.type === 'integer' || f.type === 'decimal') && parseNumber(cell) !== undefined
    return isNumber ? Number(cell) : cell
  })
}
const measureWidth = (title: string, width: number | null) =>
  Math.min(40, Math.max(title.length * 2 + 2, width ?? 12))

/** A workbook with one sheet for each table, with the fields in the layout's order. */
export async function workbook(ctx: Ctx, { params, query }: Parsed<Calls['workbook']>): Promise<RawReply> {
  const { layout, schoolKind, rowsOf } = await shownAs(ctx, params.year, query.version)
  const sheets = []
  for (const table of listReportedTables(layout, schoolKind)) {
    const rows = await rowsOf(table.tab)
    sheets.push({
      name: table.tab,
      columns: table.fields.map((f) => ({
        width: measureWidth(f.title, f.width),
        ...(f.type === 'decimal' && { numFmt: `0.${'0'.repeat(f.decimals)}`.replace(/\.$/, '') }),
      })),
      rows: [table.fields.map((f) => f.title), ...rows.map((r) => sheetCells(table, r))],
      freezePane: { rows: 1 },
    })
  }
  const { writeXlsx } = await import('hucre/xlsx') // not loaded at start-up
  const body = Buffer.from(await writeXlsx({ sheets }))
  return { type: XLSX, body, fileName: `教育部报表-${nameFile(params.year, query.version)}.xlsx` }
}

/**
 * One table as text with fixed widths. Refused if the layout
 * has a field without a width, or if a cell is too wide.
 */
export async function fixedText(ctx: Ctx, { params, query }: Parsed<Calls['fixedText']>): Promise<RawReply> {
  const { layout, rowsOf } = await shownAs(ctx, params.year, query.version)
  const table = findTable(layout, query.tab)
  if (!table) throw refuseField('tab', ministryRefusals.NO_TABLE, 'NO_TABLE')
  const unknown = widthless(table)
  if (unknown.length > 0)
    throw refuse('NO_WIDTHS', ministryRefusals.NO_WIDTHS, {
      reasons: [{ code: 'NO_WIDTHS', message: `没有宽度：${unknown.map((f) => f.title).join('、')}` }],
    })
  const rows = await rowsOf(query.tab)
  const wide = tooWide(table, rows, layout.fixed)
  if (wide.length > 0)
    throw refuse('TOO_WIDE', ministryRefusals.TOO_WIDE, {
      reasons: wide.slice(0, 20).map((message) => ({ code: 'TOO_WIDE', message })),
    })
  const charset = layout.fixed.encoding === 'gbk' ? 'gbk' : 'utf-8'
  return {
    type: `text/plain; charset=${charset}`,
    body: textOf(table, rows, layout.fixed),
    fileName: `${query.tab}-${nameFile(params.year, query.version)}.txt`,
  }
}

/** A template with the columns that people fill in, and a second sheet with the permitted values. */
export async function template(ctx: Ctx, { query }: Parsed<Calls['template']>): Promise<RawReply> {
  await standingOn(ctx, query.tab)
  const table = await requireTable(ctx, query.year, query.tab)
  const fields = table.fields.filter((f) => f.from === null && !f.sum)
  const notes = fields.map((f) => [
    f.title,
    f.required ? '必填' : '选填',
    f.codes.length > 0
      ? f.codes.map((c) => (c.code === c.word ? c.word : `${c.code} ${c.word}`)).join('；')
      : f.width === null
        ? ''
        : `宽度 ${f.width}`,
  ])
  const { writeXlsx } = await import('hucre/xlsx') // not loaded at start-up
  const body = await writeXlsx({
    sheets: [
      {
        name: query.tab,
        columns: fields.map((f) => ({ width: measureWidth(f.title, f.width) })),
        rows: [fields.map((f) => (f.required ? `${f.title}*` : f.title))],
        freezePane: { rows: 1 },
      },
      {
        name: '填写说明',
        columns: [{ width: 24 }, { width: 10 }, { width: 60 }],
        rows: [['列', '是否必填', '说明'], ...notes],
      },
    ],
  })
  return { type: XLSX, body: Buffer.from(body), fileName: `${query.tab}导入模板.xlsx` }
}
