import {
  nationalRefusals,
  rowStateWords,
  type NationalDetail,
  type nationalReportCalls,
} from '@portal/contract/national-report/national-report'
import type { Parsed, ReplyInput } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { readWorld } from '../asset/asset.service.ts'
import { isRunBy, type World } from '../asset/asset.rules.ts'
import { nationalRows } from './national-report.process.ts'
import { listActions, showCell, showRow } from './national-report.view.ts'
import { readRows, makeSource, type ReadRow } from './reading.action.ts'
import { requireReport } from './report.action.ts'
import * as reportStore from './report.store.ts'
import * as store from './row.store.ts'
import { inOneLine, type TypedValues } from './value.rules.ts'

type Calls = typeof nationalReportCalls

/** Rows in the form of the lists, with the caller's actions. */
async function shown(ctx: Ctx, who: World, records: readonly store.RowRecord[]) {
  const rolesOn = await nationalRows.rolesAmong(ctx, records, who)
  return (await readRows(makeSource(ctx), records)).map((read) => ({
    read,
    row: showRow(
      read,
      listActions(read, nationalRows.listActions(read.record, rolesOn(read.record)), {
        office: who.office,
        runs: isRunBy(who, read.record),
      }),
    ),
  }))
}
/**
 * Callers without an instrument see an empty list, because the store limits rows to the callers who run them.
 */
async function lookIn(ctx: Ctx, reportId: number): Promise<World> {
  await requireReport(ctx, reportId)
  return readWorld(ctx)
}

export async function devices(ctx: Ctx, { params, query }: Parsed<Calls['devices']>) {
  const who = await lookIn(ctx, params.id)
  const { items, total } = await store.list(
    ctx.db,
    who,
    { ...query, reportId: params.id, kind: 'device' },
    query,
  )
  const beside = await store.siblings(
    ctx.db,
    params.id,
    items.map((r) => r.deviceId),
  )
  return {
    items: (await shown(ctx, who, items)).map(({ row }) => {
      const s = beside.get(row.device.id)
      // A withdrawn instrument takes its customs row along.
      const state = row.state === 'withdrawn' ? row.state : s?.customsState
      const customs = s?.customsRowId && state ? { id: s.customsRowId, state } : null
      return { ...row, customs, services: { total: s?.services ?? 0, done: s?.servicesDone ?? 0 } }
    }),
    total,
  }
}

export async function rows(ctx: Ctx, { params, query }: Parsed<Calls['rows']>) {
  const who = await lookIn(ctx, params.id)
  const { items, total } = await store.list(ctx.db, who, { ...query, reportId: params.id }, query)
  return { items: (await shown(ctx, who, items)).map(({ row }) => row), total }
}

// ── As files ─────────────────────────────────────────────────────────────────

export const exportDevices = exported('国家平台上报仪器', devices, [
  { header: '资产编号', value: (d) => d.device.serialId },
  { header: '仪器', width: 30, value: (d) => d.device.name },
  { header: '实验室', width: 26, value: (d) => d.lab.name },
  { header: '状态', value: (d) => rowStateWords[d.state] },
  { header: '待处理', value: (d) => d.issues.length },
  { header: '待处理内容', width: 60, value: (d) => d.issues.map((i) => i.message).join('；') },
  { header: '海关监管', value: (d) => (d.customs ? rowStateWords[d.customs.state] : null) },
  { header: '服务记录数', value: (d) => d.services.total },
  { header: '已上报服务记录', value: (d) => d.services.done },
  { header: '上报失败原因', width: 40, value: (d) => d.reason },
])

export const exportRows = exported('国家平台上报数据', rows, [
  { header: '编号', width: 20, value: (r) => r.key },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '实验室', width: 26, value: (r) => r.lab.name },
  { header: '状态', value: (r) => rowStateWords[r.state] },
  { header: '待处理内容', width: 60, value: (r) => r.issues.map((i) => i.message).join('；') },
  { header: '上报失败原因', width: 40, value: (r) => r.reason },
])

// ── One row ──────────────────────────────────────────────────────────────────

export async function row(ctx: Ctx, { params }: Parsed<Calls['row']>) {
  return readDetail(ctx, params.id)
}

async function readDetail(ctx: Ctx, id: number): Promise<ReplyInput<Calls['row']>> {
  const { row: record, standing, roles } = await nationalRows.load(ctx, id)
  const read = await requireRead(ctx, record)
  const { history } = await nationalRows.trailOf(ctx, record)
  const events = nationalRows.listActions(record, roles)
  const typists = read.cells.flatMap((c) => (c.typed ? [c.typed.by] : []))
  const names = await store.listNames(ctx.db, [...new Set(typists)])
  const beside = (await store.siblings(ctx.db, record.reportId, [record.deviceId])).get(record.deviceId)
  return {
    ...showRow(read, listActions(read, events, { office: standing.office, runs: isRunBy(standing, record) })),
    year: record.year,
    reportId: record.reportId,
    cells: read.cells.map((c) => showCell(read, c, (userId) => names.get(userId))),
    lists: listLists(read),
    history,
    siblings: {
      deviceRowId: beside?.deviceRowId ?? record.id,
      customsRowId: beside?.customsRowId ?? null,
      services: beside?.services ?? 0,
    },
  }
}
const listLists = ({ schema }: ReadRow): NationalDetail['lists'] =>
  Object.fromEntries(
    Object.entries(schema.lists).map(([name, items]) => [
      name,
      items.map(({ code, label }) => ({ code, label })),
    ]),
  )

async function requireRead(ctx: Ctx, record: store.RowRecord): Promise<ReadRow> {
  const [read] = await readRows(makeSource(ctx), [record])
  if (!read) throw refuse('NO_SCHEMA', nationalRefusals.NO_SCHEMA)
  return read
}

/** Saves typed values even if they are invalid: the check reports what is left to do. */
export async function type(ctx: Ctx, { params, body }: Parsed<Calls['type']>) {
  const { row: record, standing } = await nationalRows.hold(ctx, params.id)
  ctx.allow(isRunBy(standing, record))
  ctx.target = `national_row ${record.id}`
  if (record.state === 'locked') throw refuse('ROW_LOCKED', nationalRefusals.ROW_LOCKED, { status: 409 })
  if (record.isOut) throw refuse('ROW_WITHDRAWN', nationalRefusals.ROW_WITHDRAWN, { status: 409 })
  const { schema } = await requireRead(ctx, record)
  const said: Record<string, TypedValues[string]> = {}
  const untyped: string[] = []
  for (const [code, value] of Object.entries(body.values)) {
    if (schema.fields.every((f) => f.code !== code)) throw refuseField(`values.${code}`, '该年度没有这个字段')
    if (value === null) untyped.push(code)
    else said[code] = { value: inOneLine(value), by: ctx.me.id, at: ctx.now.toISOString() }
  }
  await store.type(ctx, record.id, { state: record.state, typed: said, untyped })
  return readDetail(ctx, record.id)
}

/** Adds a customs row for an instrument that was not known to be under customs. */
export async function addCustoms(ctx: Ctx, { params }: Parsed<Calls['addCustoms']>) {
  const { row: record, standing } = await nationalRows.hold(ctx, params.id)
  ctx.allow(isRunBy(standing, record))
  ctx.target = `national_row ${record.id}`
  try {
    return await reportStore.addDeviceCustoms(ctx.db, ctx.now, record.reportId, record.deviceId)
  } catch (e) {
    if (violates(e, 'national_row_once'))
      throw refuse('CUSTOMS_THERE', nationalRefusals.CUSTOMS_THERE, { status: 409 })
    throw e
  }
}

/**
 * Removes the customs row of an instrument that is not under
 * customs: its required fields would stay empty for ever.
 */
export async function remove(ctx: Ctx, { params }: Parsed<Calls['remove']>) {
  const { row: record, standing } = await nationalRows.hold(ctx, params.id)
  ctx.allow(isRunBy(standing, record))
  ctx.target = `national_row ${record.id}`
  if (!(await store.remove(ctx, record.id)))
    throw refuse('ROW_STAYS', nationalRefusals.ROW_STAYS, { status: 409 })
  return null
}
