import {
  assetConditionWords,
  assetRefusals,
  assetStateWords,
  type AssetEvent,
  type assetReportCalls,
} from '@portal/contract/asset-report/asset-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { together } from '../../kernel/together.ts'
import { lockDevice, readBusy } from '../asset/asset.service.ts'
import { eventsOn, requireSeen } from '../device/device.service.ts'
import {
  attach as attachFiles,
  showAttachment,
  listFiles,
  keepPicture,
  replaceFiles,
} from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { assetFlow } from './asset-report.flow.ts'
import { BUSINESS, readStanding, reports } from './asset-report.process.ts'
import * as store from './asset-report.store.ts'
import { showKnown, showReport } from './asset-report.view.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof assetReportCalls.list>) {
  const everybody = query.scope === 'all'
  if (everybody && !ctx.holds('DEVICE_ALL')) throw forbidden('只有设备处可以查看全部填报')
  const deviceId = query.deviceId === undefined ? null : (await requireSeen(ctx, query.deviceId)).id
  const filters = {
    reporterId: everybody ? null : ctx.me.id,
    state: query.state ?? null,
    condition: query.condition ?? null,
    deviceId,
    words: query.keyword ?? null,
  }
  const { items, total } = await store.list(ctx.db, filters, query)
  const rolesOn = await reports.rolesAmong(ctx, items, readStanding(ctx))
  return { items: items.map((row) => showReport(row, reports.listActions(row, rolesOn(row)))), total }
}

export async function get(ctx: Ctx, { params }: Parsed<typeof assetReportCalls.get>) {
  const { row, roles } = await reports.load(ctx, params.id)
  const [pictures, { history }] = await together([
    listFiles(ctx, BUSINESS, [row.id]),
    reports.trailOf(ctx, row),
  ])
  return {
    ...showReport(row, reports.listActions(row, roles)),
    known: showKnown(row),
    pictures: (pictures.get(row.id) ?? []).map(showAttachment),
    history,
  }
}

// ── Writing ──────────────────────────────────────────────────────────────────

export async function attach(ctx: Ctx) {
  const kept = []
  for (const file of ctx.files)
    kept.push(showAttachment(await keepPicture(ctx, file, { business: BUSINESS, visibility: 'private' })))
  return kept
}

const translateViolation = defineTranslation({
  asset_report_open: () => refuse('ASSET_OPEN', assetRefusals.ASSET_OPEN, { status: 409 }),
  asset_report_room_id_fkey: () => refuseField('roomId', '房间不存在'),
})

/** Throws unless the caller belongs to the device's lab, reviews or edits the device, or is its contact. */
async function requireReportable(ctx: Ctx, deviceId: number) {
  const device = await requireSeen(ctx, deviceId)
  const concerned =
    device.roles.length > 0 || device.contactId === ctx.me.id || eventsOn(ctx, device).length > 0
  if (!concerned) throw forbidden('只有本实验室人员、仪器联系人和管理员可以填报')
  return device
}

/** Locks the device, so that a concurrent scrapping, which withdraws open reports, comes before or after. */
async function requireInBooks(ctx: Ctx, deviceId: number): Promise<void> {
  await lockDevice(ctx, deviceId)
  if ((await readBusy(ctx, deviceId)).status === 'scrapped')
    throw refuse('ASSET_SCRAPPED', assetRefusals.ASSET_SCRAPPED, { status: 409 })
}

export async function submit(
  ctx: Ctx,
  { body: { id, pictureIds, ...body } }: Parsed<typeof assetReportCalls.submit>,
) {
  const device = await requireReportable(ctx, body.deviceId)
  await requireInBooks(ctx, device.id)
  await requireActive(ctx, body.custodianId, 'custodianId')
  if (id) {
    const loaded = await reports.load(ctx, id)
    if (loaded.row.deviceId !== device.id) throw notFound('填报')
    await reports.take(ctx, loaded, 'resubmit')
    await translateViolation(() => store.change(ctx, id, body))
    await replaceFiles(ctx, pictureIds, BUSINESS, id)
    return { id }
  }
  const added = await reports.begin(ctx, assetFlow, 'submit', {
    by: ['reporter'],
    add: async (state) => (await translateViolation(() => store.add(ctx, body, state))).id,
  })
  await attachFiles(ctx, pictureIds, BUSINESS, added.id)
  return { id: added.id }
}

async function take(ctx: Ctx, id: number, event: AssetEvent, reason: string | null = null) {
  const { state } = await reports.take(ctx, await reports.load(ctx, id), event, { reason })
  return { state }
}
export async function accept(ctx: Ctx, { params }: Parsed<typeof assetReportCalls.accept>) {
  const loaded = await reports.load(ctx, params.id)
  // Locks the device before the report, as a transfer does; the opposite order could deadlock.
  await requireInBooks(ctx, loaded.row.deviceId)
  const { state } = await reports.take(ctx, loaded, 'accept')
  return { state }
}
export const giveBack = (ctx: Ctx, { params, body }: Parsed<typeof assetReportCalls.return>) =>
  take(ctx, params.id, 'return', body.reason)
export const withdraw = (ctx: Ctx, { params }: Parsed<typeof assetReportCalls.withdraw>) =>
  take(ctx, params.id, 'withdraw')

// ── As a file ────────────────────────────────────────────────────────────────

export const exportList = exported('固定资产填报', list, [
  { header: '资产编号', width: 16, value: (a) => a.device.serialId },
  { header: '仪器', width: 30, value: (a) => a.device.name },
  { header: '单位', width: 26, value: (a) => a.dept.name },
  { header: '实验室', width: 26, value: (a) => a.lab.name },
  { header: '保管人', width: 14, value: (a) => a.custodian.name },
  { header: '楼宇', width: 20, value: (a) => a.room?.building },
  { header: '房间', width: 12, value: (a) => a.room?.name },
  { header: '现状', width: 10, value: (a) => assetConditionWords[a.condition] },
  { header: '备注', width: 40, value: (a) => a.remark },
  { header: '填报人', width: 14, value: (a) => a.reporter.name },
  { header: '状态', width: 14, value: (a) => assetStateWords[a.state] },
  { header: '填报时间', width: 18, value: (a) => a.createdAt },
])
