import {
  isOfColleges,
  listReportedTables,
  findTable,
  type LayoutTable,
  type Tab,
} from '@portal/contract/ministry-report/layout'
import { ministryRefusals } from '@portal/contract/ministry-report/ministry-report'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound, refuseField } from '../../kernel/refuse.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import type { RowRecord } from './row.store.ts'
import * as yearStore from './year.store.ts'

// Access: the equipment office sees everything, the head of a college its rows of SJ4, SJ5 and SJ6.

export interface Standing {
  office: boolean
  /** Departments whose rows the caller sees; null: all. */
  deptIds: readonly number[] | null
}
export async function readStanding(ctx: Ctx): Promise<Standing> {
  const office = ctx.holds('DEVICE_ALL')
  const deptIds = office ? null : await listHeadedDepts(ctx)
  ctx.allow(office || (deptIds?.length ?? 0) > 0)
  return { office, deptIds }
}
/** The caller's standing for one table. Heads of colleges are refused at tables of the school. */
export async function standingOn(ctx: Ctx, tab: Tab): Promise<Standing> {
  const standing = await readStanding(ctx)
  ctx.allow(standing.office || isOfColleges(tab))
  return standing
}
export function requireOwn({ deptIds }: Standing, deptId: number | null): void {
  if (deptIds && (deptId === null || !deptIds.includes(deptId))) throw forbidden(ministryRefusals.NOT_OWN)
}

export async function requireYear(ctx: Ctx, year: number): Promise<yearStore.YearRecord> {
  const found = await yearStore.find(ctx.db, year)
  if (!found) throw notFound('上报学年')
  return found
}
/** Locks a year that is about to change until the end of the transaction, and counts the change. */
export async function beginChange(ctx: Ctx, year: number): Promise<void> {
  ctx.target = `ministry_year ${year}`
  if (!(await yearStore.touch(ctx, year))) throw notFound('上报学年')
}

/** The layout of a table that the school reports in that year; refused if it reports none. */
export async function requireTable(ctx: Ctx, year: number, tab: Tab): Promise<LayoutTable> {
  const { schoolKind } = await requireYear(ctx, year)
  const layout = await yearStore.findLayout(ctx.db, year)
  const table = layout && findTable(layout, tab)
  if (!table || !listReportedTables(layout, schoolKind).includes(table))
    throw refuseField('tab', ministryRefusals.NO_TABLE, 'NO_TABLE')
  return table
}

type Event = 'edit' | 'remove' | 'correct'
/** The actions that a row permits. Drawn rows can only be typed over, with a reason. */
export function listActions({ office, deptIds }: Standing, r: Pick<RowRecord, 'source' | 'deptId'>): Event[] {
  if (r.source !== null) return office ? (r.source === 'school' ? ['edit', 'correct'] : ['correct']) : []
  return deptIds && (r.deptId === null || !deptIds.includes(r.deptId)) ? [] : ['edit', 'remove']
}
