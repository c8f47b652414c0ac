import {
  findingWords,
  scanConditionWords,
  stocktakeRefusals,
  stocktakeStateWords,
  type Finding,
  type stocktakeCalls,
} from '@portal/contract/asset/stocktake'
import { deviceStatusWords } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { exported, makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, shownAt } from '../../kernel/time.ts'
import { showDevice, makeRef } from '../asset/asset.service.ts'
import { seenLabs } from '../asset/asset.rules.ts'
import { stocktakeFlow, type Stocktaking } from './stocktake.flow.ts'
import { readAbout, readStanding, stocktakes } from './stocktake.process.ts'
import * as store from './stocktake.store.ts'

/** A stocktake that the caller takes part in, and the part that the caller counts. */
async function load(ctx: Ctx, id: number) {
  const { row, roles, standing } = await stocktakes.load(ctx, id)
  return { stocktake: row, roles, about: await readAbout(ctx, row, standing) }
}

const showRow = (s: store.StocktakeRecord, roles: ReadonlySet<Stocktaking['role']>) => ({
  id: s.id,
  title: s.title,
  year: s.year,
  dept: makeRef(s.deptId, s.deptName),
  state: s.state,
  createdBy: { id: s.createdById, name: s.createdByName },
  createdAt: s.createdAt,
  closedAt: s.closedAt,
  can: [
    ...(s.state === 'open' ? (['scan'] as const) : []),
    ...stocktakes.listActions(s, roles),
    'print' as const,
  ],
})

export async function list(ctx: Ctx, { query }: Parsed<typeof stocktakeCalls.stocktakes>) {
  const standing = await readStanding(ctx)
  const { world, deptIds } = standing
  if (!world.office && seenLabs(world).length === 0) return { items: [], total: 0 }
  const { items, total } = await store.list(ctx.db, { ...query, deptIds }, query)
  const rolesOn = await stocktakes.rolesAmong(ctx, items, standing)
  return { items: items.map((s) => showRow(s, rolesOn(s))), total }
}

async function readDetail(ctx: Ctx, id: number) {
  const { stocktake, about, roles } = await load(ctx, id)
  const { expected, found, ...differences } = await store.counts(ctx.db, about)
  const row = showRow(stocktake, roles)
  const mayGo = row.state === 'open' && roles.has('office') && !(await store.isScanned(ctx.db, id))
  return { ...row, can: [...row.can, ...(mayGo ? (['remove'] as const) : [])], expected, found, differences }
}
export const get = (ctx: Ctx, { params }: Parsed<typeof stocktakeCalls.stocktake>) =>
  readDetail(ctx, params.id)

export async function open(ctx: Ctx, { body }: Parsed<typeof stocktakeCalls.openStocktake>) {
  try {
    const { id } = await stocktakes.begin(ctx, stocktakeFlow, 'open', {
      by: ['office'],
      add: () => store.add(ctx, body),
    })
    return { id }
  } catch (e) {
    if (violates(e, 'stocktake_open'))
      throw refuse('STOCKTAKE_OPEN', stocktakeRefusals.STOCKTAKE_OPEN, { status: 409 })
    if (violates(e, 'stocktake_dept_id_fkey')) throw refuseField('deptId', '单位不存在')
    throw e
  }
}

export async function close(ctx: Ctx, { params }: Parsed<typeof stocktakeCalls.closeStocktake>) {
  await stocktakes.take(ctx, await stocktakes.hold(ctx, params.id), 'close')
  return readDetail(ctx, params.id)
}

/** Opened by mistake: closing it would keep every instrument of its scope as missing. */
export async function remove(ctx: Ctx, { params }: Parsed<typeof stocktakeCalls.removeStocktake>) {
  const { row } = await stocktakes.hold(ctx, params.id)
  if (row.state !== 'open') throw refuseClosed()
  if (await store.isScanned(ctx.db, row.id))
    throw refuse('STOCKTAKE_SCANNED', stocktakeRefusals.STOCKTAKE_SCANNED, { status: 409 })
  await store.remove(ctx, row.id)
  return null
}

// ── Scanning ─────────────────────────────────────────────────────────────────

function listFindings(r: store.ScanRecord): Finding[] {
  if (r.missing) return ['missing']
  return [
    ...(r.moved ? (['moved'] as const) : []),
    ...(r.condition !== 'good' ? (['condition'] as const) : []),
    ...(r.inScope ? [] : (['outside'] as const)),
    ...(r.wasScrapped ? (['scrapped'] as const) : []),
  ]
}
function showScan(ctx: Ctx, r: store.ScanRecord, { state }: Pick<store.About, 'state'>) {
  if (r.condition === null || r.scannedById === null || r.scannedAt === null)
    throw new Error('it was scanned')
  return {
    device: showDevice(r),
    condition: r.condition,
    room: r.room,
    expectedRoom: r.expectedRoom,
    note: r.note,
    findings: listFindings(r),
    scannedBy: { id: r.scannedById, name: r.scannedByName ?? '' },
    scannedAt: r.scannedAt,
    can: state === 'open' && r.scannedById === ctx.me.id ? ['takeBack' as const] : [],
  }
}

const refuseClosed = () => refuse('STOCKTAKE_CLOSED', stocktakeRefusals.STOCKTAKE_CLOSED, { status: 409 })

export async function scan(ctx: Ctx, { params, body }: Parsed<typeof stocktakeCalls.scan>) {
  const { about } = await load(ctx, params.id)
  const deviceId = await store.findDeviceId(ctx.db, body.serialId)
  if (deviceId === undefined) throw notFound('仪器')
  if (!(await store.hold(ctx, params.id))) throw refuseClosed()
  try {
    if (!(await store.scan(ctx, params.id, deviceId, body, about)))
      throw refuse('SCAN_FOREIGN', stocktakeRefusals.SCAN_FOREIGN, { status: 409 })
  } catch (e) {
    if (violates(e, 'stocktake_scan_room_id_fkey')) throw refuseField('roomId', '房间不存在')
    throw e
  }
  const row = await store.findScan(ctx.db, params.id, deviceId)
  if (!row) throw new Error('it was just written')
  return showScan(ctx, row, about)
}

export async function takeBack(ctx: Ctx, { params, body }: Parsed<typeof stocktakeCalls.takeBackScan>) {
  await load(ctx, params.id)
  const deviceId = await store.findDeviceId(ctx.db, body.serialId)
  if (deviceId === undefined) throw notFound('仪器')
  if (!(await store.hold(ctx, params.id))) throw refuseClosed()
  if (!(await store.takeBack(ctx, params.id, deviceId)))
    throw refuse('NOT_SCANNED', stocktakeRefusals.NOT_SCANNED, { status: 409 })
  return null
}

export async function listScans(ctx: Ctx, { params, query }: Parsed<typeof stocktakeCalls.scans>) {
  const { about } = await load(ctx, params.id)
  const { items, total } = await store.scans(ctx, params.id, about.labIds, query)
  return { items: items.map((r) => showScan(ctx, r, about)), total }
}

// ── Differences ──────────────────────────────────────────────────────────────

const findDifference = (r: store.ScanRecord) => ({
  device: { ...showDevice(r), priceFen: r.priceFen },
  findings: listFindings(r),
  expectedRoom: r.expectedRoom,
  room: r.missing ? null : (r.room ?? r.expectedRoom),
  condition: r.condition,
  note: r.note,
  scannedBy: makeRef(r.scannedById, r.scannedByName),
  scannedAt: r.scannedAt,
})

export async function listDifferences(
  ctx: Ctx,
  { params, query }: Parsed<typeof stocktakeCalls.differences>,
) {
  const { about } = await load(ctx, params.id)
  // Reads one row more than asked for, to know whether there is a next page.
  const rows = await store.differences(ctx.db, about, query.finding, query.after ?? 0, query.size + 1)
  const items = rows.slice(0, query.size)
  return {
    items: items.map(findDifference),
    next: rows.length > query.size ? (items.at(-1)?.deviceId ?? null) : null,
  }
}

export async function exportDifferences(
  ctx: Ctx,
  { params, query }: Parsed<typeof stocktakeCalls.exportDifferences>,
): Promise<RawReply> {
  const { stocktake, about } = await load(ctx, params.id)
  const rows = walkChunks<store.ScanRecord>((last, size) =>
    store.differences(ctx.db, about, query.finding, last?.deviceId ?? 0, size),
  )
  const { CAMPUS_TZ: zone } = ctx.env
  const columns: readonly SheetColumn<store.ScanRecord>[] = [
    { header: '资产编号', value: (r) => r.deviceSerialId },
    { header: '仪器名称', width: 28, value: (r) => r.deviceName },
    { header: '型号', width: 20, value: (r) => r.deviceModel },
    { header: '实验室', width: 24, value: (r) => r.labName },
    { header: '原值（元）', money: true, value: (r) => (r.priceFen === null ? null : r.priceFen / 100) },
    { header: '账面状态', value: (r) => deviceStatusWords[r.deviceStatus] },
    {
      header: '差异',
      width: 24,
      value: (r) =>
        listFindings(r)
          .map((f) => findingWords[f])
          .join('、'),
    },
    { header: '登记房间', width: 20, value: (r) => r.expectedRoom },
    { header: '实际房间', width: 20, value: (r) => (r.missing ? null : (r.room ?? r.expectedRoom)) },
    { header: '现状', value: (r) => r.condition && scanConditionWords[r.condition] },
    { header: '备注', width: 28, value: (r) => r.note },
    { header: '盘点人', value: (r) => r.scannedByName },
    { header: '盘点时间', value: (r) => r.scannedAt && shownAt(r.scannedAt, zone) },
  ]
  return makeSheet(
    '盘点差异',
    columns,
    rows,
    `${stocktake.title}-盘点差异-${findLocal(ctx.now, zone).day}.xlsx`,
  )
}

export const exportList = exported('盘点', list, [
  { header: '盘点名称', width: 40, value: (s) => s.title },
  { header: '年度', width: 8, value: (s) => s.year },
  { header: '范围', width: 26, value: (s) => s.dept?.name ?? '全校' },
  { header: '状态', width: 10, value: (s) => stocktakeStateWords[s.state] },
  { header: '发起人', width: 14, value: (s) => s.createdBy.name },
  { header: '发起时间', width: 18, value: (s) => s.createdAt },
  { header: '结束时间', width: 18, value: (s) => s.closedAt },
])
