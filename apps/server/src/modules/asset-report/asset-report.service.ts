import {
  assetConditionWords,
  assetRefusals,
  assetStateWords,
  type assetReportCalls,
  type AssetEvent,
} from '@portal/contract/asset-report/asset-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { eventsOn, requireSeen, setPlace } from '../device/device.service.ts'
import {
  attach as attachFiles,
  attachmentOf,
  filesOf,
  keepPicture,
  readableBy,
  remove,
} from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { assetFlow, type AssetRole } from './asset-report.flow.ts'
import * as store from './asset-report.store.ts'
import { historyOf, knownOf, reportOf } from './asset-report.view.ts'

const BUSINESS = 'asset_report'

function rolesOn(ctx: Ctx, row: { reporterId: number }): Set<AssetRole> {
  const roles = new Set<AssetRole>()
  if (row.reporterId === ctx.me.id) roles.add('reporter')
  if (ctx.holds('DEVICE_ALL')) roles.add('office')
  return roles
}
const shown = (ctx: Ctx, row: store.AssetRow) => reportOf(row, assetFlow.can(row.state, rolesOn(ctx, row)))

async function load(ctx: Ctx, id: number): Promise<store.AssetRow> {
  const row = await store.find(ctx, id)
  if (!row) throw notFound('填报')
  ctx.target = `${BUSINESS} ${id}`
  ctx.allow(rolesOn(ctx, row).size > 0, '只有填报人和设备处可以查看')
  return row
}

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
  const { items, total } = await store.list(ctx, filters, query)
  return { items: items.map((row) => shown(ctx, row)), total }
}

export async function get(ctx: Ctx, { params }: Parsed<typeof assetReportCalls.get>) {
  const row = await load(ctx, params.id)
  const pictures = (await filesOf(ctx, BUSINESS, [row.id])).get(row.id) ?? []
  return {
    ...shown(ctx, row),
    known: knownOf(row),
    pictures: pictures.map(attachmentOf),
    history: historyOf(await history(ctx, BUSINESS, row.id)),
  }
}

// ── Writing ──────────────────────────────────────────────────────────────────

export async function attach(ctx: Ctx) {
  const kept = []
  for (const file of ctx.files)
    kept.push(attachmentOf(await keepPicture(ctx, file, { business: BUSINESS, visibility: 'private' })))
  return kept
}

async function keepPictures(ctx: Ctx, id: number, ids: readonly string[]): Promise<void> {
  const before = ((await filesOf(ctx, BUSINESS, [id])).get(id) ?? []).map((f) => f.id)
  for (const gone of before) if (!ids.includes(gone)) await remove(ctx, gone)
  await attachFiles(
    ctx,
    ids.filter((one) => !before.includes(one)),
    BUSINESS,
    id,
  )
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'asset_report_open'))
      throw refuse('ASSET_OPEN', assetRefusals.ASSET_OPEN, { status: 409 })
    if (violates(e, 'asset_report_room_id_fkey')) throw refuseField('roomId', '房间不存在')
    throw e
  }
}

/** Who belongs to the lab, reviews, keeps or answers for a device may report on it. */
async function requireReportable(ctx: Ctx, deviceId: number) {
  const device = await requireSeen(ctx, deviceId)
  const concerned =
    device.roles.length > 0 || device.contactId === ctx.me.id || eventsOn(ctx, device).length > 0
  if (!concerned) throw forbidden('只有本实验室人员、仪器联系人和管理员可以填报')
  return device
}

export async function submit(
  ctx: Ctx,
  { body: { id, pictureIds, ...body } }: Parsed<typeof assetReportCalls.submit>,
) {
  const device = await requireReportable(ctx, body.deviceId)
  await requireActive(ctx, body.custodianId, 'custodianId')
  if (id) {
    const row = await load(ctx, id)
    if (row.deviceId !== device.id) throw notFound('填报')
    await take(ctx, row, 'resubmit', null)
    await explained(() => store.change(ctx, id, body))
    await keepPictures(ctx, id, pictureIds)
    return { id }
  }
  const { to } = assetFlow.judge(null, 'submit', new Set(['reporter']))
  const added = await explained(() => store.add(ctx, body, to))
  ctx.target = `${BUSINESS} ${added.id}`
  await attachFiles(ctx, pictureIds, BUSINESS, added.id)
  await logStep(ctx, { business: BUSINESS, rowId: added.id, event: 'submit', from: null, to })
  return added
}

async function take(ctx: Ctx, row: store.AssetRow, event: AssetEvent, reason: string | null) {
  const { to } = assetFlow.judge(row.state, event, rolesOn(ctx, row), { reason })
  if (!(await store.step(ctx, row.id, row.state, to))) throw await tooLate(ctx, BUSINESS, row.id)
  await logStep(ctx, { business: BUSINESS, rowId: row.id, event, from: row.state, to, reason })
  if (row.reporterId !== ctx.me.id) {
    await tell(ctx, {
      userIds: [row.reporterId],
      kind: 'system',
      title: `固定资产填报${assetStateWords[to]}：${row.deviceName}`,
      body: reason ? `原因：${reason}` : '',
      link: `/constant/history?id=${row.id}`,
    })
  }
  return { state: to }
}

/** What was reported becomes what the books say. */
export async function accept(ctx: Ctx, { params }: Parsed<typeof assetReportCalls.accept>) {
  const row = await load(ctx, params.id)
  const stepped = await take(ctx, row, 'accept', null)
  await setPlace(ctx, row.deviceId, row.roomId, row.custodianId)
  return stepped
}
export const giveBack = async (ctx: Ctx, { params, body }: Parsed<typeof assetReportCalls.return>) =>
  take(ctx, await load(ctx, params.id), 'return', body.reason)
export const withdraw = async (ctx: Ctx, { params }: Parsed<typeof assetReportCalls.withdraw>) =>
  take(ctx, await load(ctx, params.id), 'withdraw', null)

/** Whoever may see a report may look at its pictures. */
export function fileReaders(): void {
  readableBy(BUSINESS, async (ctx, id) => {
    const row = await store.find(ctx, id)
    return row !== undefined && rolesOn(ctx, row).size > 0
  })
}

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
