import type { Derivation, Layout, LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { cutToFit } from './field.rules.ts'
import { cellFrom, mapped } from './layout.rules.ts'
import { fromFen, fromInteger, hoursText, parseNumber, sum, formatNumber } from './number.rules.ts'

// Turns records and ledger into cells of SJ1, SJ3 and the tables with
// one row. A cell without data stays empty, and the check reports it.

export interface BookedDevice {
  id: number
  number: string
  class: string | null
  name: string
  model: string | null
  spec: string | null
  origin: string | null
  country: string | null
  priceFen: number | null
  boughtOn: string | null
  status: string
  purpose: string | null
  keeper: string | null
  deptCode: string
  deptName: string
  /** Day of disposal; null: none is known. An instrument scrapped without a day counts as gone. */
  goneOn: string | null
}

/**
 * Whether the instrument existed at the end of the year and
 * has to be reported. Unknown data does not exclude it.
 */
export function inSj1(d: BookedDevice, layout: Layout, lastDay: string): boolean {
  if (d.boughtOn !== null && d.boughtOn > lastDay) return false
  if (d.goneOn !== null ? d.goneOn <= lastDay : d.status === 'scrapped') return false
  return inScope1(d.class ?? '', d.priceFen === null ? undefined : fromFen(d.priceFen), layout)
}
export const inScope1 = (code: string, price: bigint | undefined, { scope }: Layout): boolean =>
  (price === undefined || price >= fromYuan(scope.minYuan)) &&
  !scope.excludedClasses.includes(code.slice(0, 2))
export const inScope3 = (code: string, price: bigint | undefined, { scope }: Layout): boolean =>
  price !== undefined &&
  price >= fromYuan(scope.preciousYuan) &&
  scope.preciousClasses.includes(code.slice(0, 2))
export const fromYuan = (yuan: number): bigint => fromFen(Math.round(yuan * 100))

/** Fills the fields with a source, each in the format of its field. */
export function fill(
  table: LayoutTable,
  said: Partial<Record<Derivation, (field: LayoutField) => string>>,
): Cells {
  const cells: Cells = {}
  for (const field of table.fields) {
    const value = field.from && said[field.from]?.(field)
    if (value !== undefined && value !== null) cells[field.name] = value || field.blank
  }
  return cells
}
export const said = (text: string | null) => () => text ?? ''
export const counted = (n: number) => (f: LayoutField) => formatNumber(fromInteger(n), countDecimals(f))
/** Decimals of a field; 0 for whole numbers. */
export const countDecimals = (f: LayoutField): number => (f.type === 'decimal' ? f.decimals : 0)

export const sj1Cells = (
  table: LayoutTable,
  d: BookedDevice,
  { fixed, schoolCode }: { fixed: Layout['fixed']; schoolCode: string | null },
): Cells =>
  fill(table, {
    'school.code': said(schoolCode),
    'device.number': (f) => cutToFit(f, d.number, fixed),
    'device.class': said(d.class),
    'device.name': said(d.name),
    'device.model': said(d.model),
    'device.spec': said(d.spec),
    'device.origin': (f) => mapped(f, d.origin),
    'device.country': (f) => mapped(f, d.country),
    'device.price': (f) => (d.priceFen === null ? '' : formatNumber(fromFen(d.priceFen), countDecimals(f))),
    'device.boughtOn': said(d.boughtOn && d.boughtOn.slice(0, 7).replace('-', '')),
    'device.status': (f) => mapped(f, d.status),
    'device.purpose': (f) => mapped(f, d.purpose),
    'device.keeper': said(d.keeper),
    'dept.code': said(d.deptCode),
    'dept.name': said(d.deptName),
  })

// ── SJ3 ──────────────────────────────────────────────────────────────────────

export interface UseFigures {
  minutes: Record<'teaching' | 'research' | 'social_service' | 'unstated', number>
  openMinutes: number
  samples: number
  projects: Record<'teaching' | 'research' | 'social_service', number>
  trained: { students: number; teachers: number; others: number }
  /** Confirmed results: `paper indexed`. */
  results: Readonly<Record<string, number>>
}
export const noFigures = (): UseFigures => ({
  minutes: { teaching: 0, research: 0, social_service: 0, unstated: 0 },
  openMinutes: 0,
  samples: 0,
  projects: { teaching: 0, research: 0, social_service: 0 },
  trained: { students: 0, teachers: 0, others: 0 },
  results: {},
})
/** Key for minutes without a purpose, kept beside the cells; it is not a field of the ministry's. */
export const UNSTATED = '$unstated'

/** The cells of SJ3: the instrument's data from SJ1, and the figures of its use. */
export function sj3Cells(
  { sj1, sj3 }: { sj1: LayoutTable; sj3: LayoutTable },
  of: { cells: Cells; keeper: string | null; use: UseFigures },
): Cells {
  const { use, cells } = of
  const same = (d: Derivation) => () => cellFrom(sj1, d, cells)
  const hours = (minutes: number) => (f: LayoutField) => hoursText(minutes, countDecimals(f))
  const result = (key: string) => counted(use.results[key] ?? 0)
  const drawn = fill(sj3, {
    'school.code': same('school.code'),
    'device.number': same('device.number'),
    'device.class': same('device.class'),
    'device.name': same('device.name'),
    'device.price': same('device.price'),
    'device.model': same('device.model'),
    'device.spec': same('device.spec'),
    'device.keeper': said(of.keeper),
    'hours.teaching': hours(use.minutes.teaching),
    'hours.research': hours(use.minutes.research),
    'hours.service': hours(use.minutes.social_service),
    'hours.open': hours(use.openMinutes),
    'use.samples': counted(use.samples),
    'trained.students': counted(use.trained.students),
    'trained.teachers': counted(use.trained.teachers),
    'trained.others': counted(use.trained.others),
    'projects.teaching': counted(use.projects.teaching),
    'projects.research': counted(use.projects.research),
    'projects.service': counted(use.projects.social_service),
    'award.national': result('award national'),
    'award.provincial': result('award provincial'),
    'patent.teacher': result('patent teacher'),
    'patent.student': result('patent student'),
    'paper.indexed': result('paper indexed'),
    'paper.core': result('paper core'),
  })
  return use.minutes.unstated > 0 ? { ...drawn, [UNSTATED]: String(use.minutes.unstated) } : drawn
}

// ── Sums ─────────────────────────────────────────────────────────────────────

/** The cells of a one-row table that sum other tables; sums of tables that are not reported stay empty. */
export function sumCells(
  table: LayoutTable,
  rowsOf: (tab: string) => readonly Cells[] | undefined,
  schoolCode: string | null,
): Cells {
  const cells = fill(table, { 'school.code': said(schoolCode) })
  for (const field of table.fields) {
    if (!field.sum) continue
    const { where, field: of } = field.sum
    const rows = rowsOf(field.sum.tab)?.filter((r) => !where || r[where.field] === where.is)
    if (!rows) continue
    const total =
      of === null ? fromInteger(rows.length) : sum(rows.map((r) => parseNumber(r[of] ?? '') ?? 0n))
    cells[field.name] = formatNumber(total, countDecimals(field))
  }
  return cells
}
