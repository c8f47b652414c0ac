import type { Parsed } from '@portal/contract/kernel/call'
import {
  justificationRefusals,
  sumCosts,
  findUnitCost,
  type justificationCalls,
} from '@portal/contract/price-plan/justification'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import { requireSeen } from '../device/device.service.ts'
import * as files from '../file/file.service.ts'
import * as store from './justification.store.ts'
import { lock } from './price-plan.store.ts'
import { FILES, type Device, mayWrite, mayReadGrounds } from './justification.action.ts'

async function requireReadable(ctx: Ctx, deviceId: number): Promise<Device> {
  const device = await requireSeen(ctx, deviceId)
  ctx.allow(mayReadGrounds(ctx, device), justificationRefusals.CAMPUS_ONLY)
  return device
}
const addTotals = <R extends store.JustificationRow>(row: R) => ({
  ...row,
  totalFen: sumCosts(row.costs),
  unitCostFen: findUnitCost(row.costs, row.yearlyQuantity),
})

export async function listJustifications(
  ctx: Ctx,
  { query: { deviceId, ...page } }: Parsed<typeof justificationCalls.justifications>,
) {
  const device = await requireReadable(ctx, deviceId)
  const { items, total } = await store.listOfDevice(ctx.db, device.id, page)
  return { items: items.map(addTotals), total, can: mayWrite(ctx, device) ? ['edit' as const] : [] }
}

export async function showJustification(
  ctx: Ctx,
  { params }: Parsed<typeof justificationCalls.justification>,
) {
  const row = await store.find(ctx.db, params.id)
  if (!row) throw notFound('价格论证')
  await requireReadable(ctx, row.device.id)
  const papers = (await files.listFiles(ctx, FILES, [row.id])).get(row.id) ?? []
  return { ...addTotals(row), files: papers.map(files.showAttachment) }
}

async function requireWritable(ctx: Ctx, deviceId: number): Promise<Device> {
  const device = await requireSeen(ctx, deviceId)
  ctx.target = `device ${device.id}`
  ctx.allow(mayWrite(ctx, device), `您不能填报“${device.name}”的价格论证`)
  return device
}

export async function justify(ctx: Ctx, { body }: Parsed<typeof justificationCalls.justify>) {
  const device = await requireWritable(ctx, body.deviceId)
  if (body.meetingDay > findToday(ctx))
    throw refuseField('meetingDay', justificationRefusals.MEETING_TO_COME, 'MEETING_TO_COME')
  await lock(ctx, device.id)
  const added = await store.add(ctx, body)
  await files.attach(ctx, body.fileIds, FILES, added.id)
  ctx.live(`device:${device.id}`)
  return added
}

export async function addPaper(ctx: Ctx, { body }: Parsed<typeof justificationCalls.addPaper>) {
  await requireWritable(ctx, body.deviceId)
  const upload = ctx.requireFile()
  return files.showAttachment(await files.keep(ctx, upload, { business: FILES, visibility: 'private' }))
}
