import { makeRef } from '@portal/contract/kernel/rows'
import {
  isDrawn,
  isOfColleges,
  isOfSchool,
  findTable,
  type Layout,
  type LayoutTable,
} from '@portal/contract/ministry-report/layout'
import {
  ministryRefusals,
  type Cells,
  type ministryReportCalls,
} from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import * as books from './books.store.ts'
import { findFault, tidied } from './field.rules.ts'
import { fieldFrom, findField } from './layout.rules.ts'
import { parseNumber } from './number.rules.ts'
import * as store from './row.store.ts'
import {
  beginChange,
  listActions,
  requireOwn,
  requireTable,
  requireYear,
  standingOn,
  type Standing,
} from './standing.action.ts'
import { readTyped } from './typing.rules.ts'
import * as versionStore from './version.store.ts'
import { findDays } from './year.rules.ts'
import * as yearStore from './year.store.ts'

type Calls = typeof ministryReportCalls
const makeCells = (r: Pick<store.RowRecord, 'drawn' | 'typed'>): Cells => ({ ...r.drawn, ...r.typed })
/** The drawn values of fields that were typed over. */
const listCovered = (r: store.RowRecord): Cells =>
  r.source === null ? {} : Object.fromEntries(Object.keys(r.typed).map((f) => [f, r.drawn[f] ?? '']))
const findDept = (r: Pick<store.RowRecord, 'deptId' | 'dept'>) => makeRef(r.deptId, r.dept)
const listFields = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => !name.startsWith('$')))

export async function rows(ctx: Ctx, { query: q }: Parsed<Calls['rows']>) {
  const standing = await standingOn(ctx, q.tab)
  await requireYear(ctx, q.year)
  if (q.version) return frozenRows(ctx, standing, { ...q, version: q.version })
  const { rows: found, total } = await store.page(
    ctx.db,
    { ...q, keyword: q.keyword, deptIds: standing.deptIds },
    q,
  )
  return {
    items: found.map((r) => ({
      id: r.id,
      place: r.place,
      cells: listFields(makeCells(r)),
      drawn: listCovered(r),
      dept: findDept(r),
      issues: r.issues,
      can: listActions(standing, r),
    })),
    total,
  }
}
/** Versions do not store the department of a row, so only the office may read them. */
async function frozenRows(
  ctx: Ctx,
  { office }: Standing,
  q: Parsed<Calls['rows']>['query'] & { version: number },
) {
  if (!office) throw forbidden()
  const version = await versionStore.find(ctx.db, q.year, q.version)
  if (!version) throw notFound('该学年的冻结版本')
  const { rows: found, total } = await versionStore.page(ctx.db, version.id, q.tab, q)
  return {
    items: found.map((r) => ({
      id: 0,
      place: r.place,
      cells: listFields(r.cells),
      drawn: Object.fromEntries(
        Object.entries(r.drawn).filter(([name, v]) => !name.startsWith('$') && r.cells[name] !== v),
      ),
      dept: null,
      issues: 0,
      can: [],
    })),
    total,
  }
}
/** Exports rows with the columns of the layout of that year or version. */
export async function exportRows(ctx: Ctx, input: Parsed<Calls['exportRows']>) {
  const { year, tab, version } = input.query
  await standingOn(ctx, tab)
  const layout = version
    ? (await versionStore.find(ctx.db, year, version))?.layout
    : await yearStore.findLayout(ctx.db, year)
  const table = layout && findTable(layout, tab)
  if (!table) throw notFound('上报表')
  type Row = Awaited<ReturnType<typeof rows>>['items'][number]
  const columns = table.fields.map((f) => ({
    header: f.title,
    value: ({ cells }: Row) => {
      const cell = cells[f.name] ?? ''
      const isNumber = f.type === 'integer' || f.type === 'decimal'
      return isNumber && parseNumber(cell) !== undefined ? Number(cell) : cell
    },
  }))
  return exported(`${tab} ${table.title}`, rows, columns)(ctx, input)
}

async function requireRow(ctx: Ctx, id: number) {
  const found = await store.find(ctx.db, id)
  if (!found) {
    // The same refusal whether or not the row exists, except for the office.
    ctx.allow(ctx.holds('DEVICE_ALL'))
    throw notFound('上报行')
  }
  const standing = await standingOn(ctx, found.tab)
  requireOwn(standing, found.deptId)
  return { row: found, standing }
}

/** Locks the year and reads a row that the caller keeps anew: an import may have removed it meanwhile. */
async function holdRow(ctx: Ctx, id: number): Promise<store.RowRecord> {
  const { row: seen } = await requireRow(ctx, id)
  await beginChange(ctx, seen.year)
  ctx.target = `ministry_row ${id}`
  const now = await store.find(ctx.db, id)
  if (!now) throw notFound('上报行')
  return now
}

export async function row(ctx: Ctx, { params }: Parsed<Calls['row']>) {
  const { row: r, standing } = await requireRow(ctx, params.id)
  const layout = await yearStore.findLayout(ctx.db, r.year)
  const table = layout && findTable(layout, r.tab)
  const deviceId = r.source?.startsWith('device:') ? Number(r.source.slice('device:'.length)) : null
  const { from, to } = findDays(r.year)
  const corrections = r.source === null ? [] : await store.corrections(ctx.db, r)
  return {
    id: r.id,
    year: r.year,
    tab: r.tab,
    cells: listFields(makeCells(r)),
    drawn: listFields(r.drawn),
    dept: findDept(r),
    device: deviceId === null ? null : ((await books.device(ctx.db, deviceId)) ?? null),
    hours:
      r.tab === 'SJ3' && deviceId !== null
        ? await books.hours(ctx.db, deviceId, from, to, layout?.scope.excludedKinds ?? [])
        : [],
    corrections: corrections.map((c) => ({
      ...c,
      title: (table && findField(table, c.field)?.title) ?? c.field,
    })),
    can: listActions(standing, r),
  }
}

// ── Typing ───────────────────────────────────────────────────────────────────

/** The typed cells in the table's format; throws a refusal with all faulty fields. */
async function typed(ctx: Ctx, table: LayoutTable, year: number, said: Cells): Promise<Cells> {
  const layout = await requireLayout(ctx, year)
  const read = readTyped(table, said, layout.fixed)
  if ('faults' in read) {
    const [first] = read.faults
    throw refuse('REFUSED', first?.message ?? ministryRefusals.NO_FIELD, {
      reasons: read.faults.map((f) => ({ code: 'REFUSED', ...f })),
    })
  }
  return read.cells
}
async function requireLayout(ctx: Ctx, year: number): Promise<Layout> {
  const layout = await yearStore.findLayout(ctx.db, year)
  if (!layout) throw notFound('上报学年')
  return layout
}
/** Department of the new row: the named one, or a head's own department if none is named. */
async function deptFor(
  ctx: Ctx,
  standing: Standing,
  asked: number | null | undefined,
): Promise<number | null> {
  const deptId = asked ?? (standing.office ? null : ctx.me.deptId)
  requireOwn(standing, deptId)
  if (deptId !== null && !(await books.deptExists(ctx.db, deptId))) throw refuseField('deptId', '单位不存在')
  return deptId
}
async function codeCells(ctx: Ctx, table: LayoutTable, year: number): Promise<Cells> {
  const field = fieldFrom(table, 'school.code')
  const { schoolCode } = await requireYear(ctx, year)
  return field && schoolCode ? { [field.name]: schoolCode } : {}
}

export async function addRow(ctx: Ctx, { body: b }: Parsed<Calls['addRow']>) {
  const standing = await standingOn(ctx, b.tab)
  await beginChange(ctx, b.year)
  const table = await requireTable(ctx, b.year, b.tab)
  if (isDrawn(b.tab)) throw refuse('NOT_TYPED', ministryRefusals.NOT_TYPED)
  if (isOfSchool(b.tab)) throw refuse('ONE_ROW', ministryRefusals.ONE_ROW)
  const deptId = await deptFor(ctx, standing, b.deptId)
  const cells = { ...(await codeCells(ctx, table, b.year)), ...(await typed(ctx, table, b.year, b.cells)) }
  const [id = 0] = await store.add(ctx, { year: b.year, tab: b.tab, deptId, cells: [cells] })
  ctx.target = `ministry_row ${id}`
  return { id }
}
export async function changeRow(ctx: Ctx, { params, body }: Parsed<Calls['changeRow']>) {
  const r = await holdRow(ctx, params.id)
  const table = await requireTable(ctx, r.year, r.tab)
  if (isDrawn(r.tab)) throw refuse('NOT_TYPED', ministryRefusals.NOT_TYPED)
  await store.type(ctx, r.id, { ...r.typed, ...(await typed(ctx, table, r.year, body.cells)) })
  return null
}
export async function removeRow(ctx: Ctx, { params }: Parsed<Calls['removeRow']>) {
  const r = await holdRow(ctx, params.id)
  if (!isOfColleges(r.tab)) throw refuse('NOT_TYPED', ministryRefusals.NOT_TYPED)
  await store.remove(ctx, r.id)
  return null
}

/** Types over a drawn value. The drawn value is kept, with who changed it and why. */
export async function correct(ctx: Ctx, { params, body }: Parsed<Calls['correct']>) {
  const found = await store.find(ctx.db, params.id)
  if (!found) throw notFound('上报行')
  await beginChange(ctx, found.year)
  ctx.target = `ministry_row ${params.id}`
  // Read again under the lock.
  const r = await store.find(ctx.db, params.id)
  if (!r) throw notFound('上报行')
  if (r.source === null) throw refuse('NOT_DRAWN_TAB', ministryRefusals.NOT_DRAWN_TAB)
  const table = await requireTable(ctx, r.year, r.tab)
  const field = findField(table, body.field)
  if (!field) throw refuseField('field', ministryRefusals.NO_FIELD)
  const { fixed } = await requireLayout(ctx, r.year)
  const value = body.value === null ? null : tidied(field, body.value) || field.blank
  const fault = value === null || value === '' ? undefined : findFault(field, value, fixed)
  if (fault) throw refuseField('value', fault.message)
  const drawn = r.drawn[field.name] ?? ''
  await store.correct(ctx, r, { field: field.name, drawn, value, reason: body.reason })
  const { [field.name]: _before, ...others } = r.typed
  await store.type(ctx, r.id, value === null ? others : { ...others, [field.name]: value })
  return null
}
