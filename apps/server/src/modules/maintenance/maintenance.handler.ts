import { makeRef } from '@portal/contract/kernel/rows'
import { maintenanceRefusals, type maintenanceCalls } from '@portal/contract/asset/maintenance'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { forbidden, notFound, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { keepUntouched } from '../../kernel/untouched.rules.ts'
import { standingOn } from '../device/device.service.ts'
import * as file from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { showDevice, filtersFor, readBusy, requireRun, readWorld } from '../asset/asset.service.ts'
import { looksAfter, isRunBy, mayRecord, type World } from '../asset/asset.rules.ts'
import * as store from './maintenance.store.ts'

const OF = 'maintenance'
const NOT_RUN = '您不管理该仪器'
const NOT_TO_RECORD = '您不能登记该仪器的保养'
const today = (ctx: Ctx) => findToday(ctx)

export async function listPlans(ctx: Ctx, { query }: Parsed<typeof maintenanceCalls.plans>) {
  const [world, filters] = await together([readWorld(ctx), filtersFor(ctx, query)])
  const day = today(ctx)
  const { items, total } = await store.listPlans(ctx.db, world, { ...query, ...filters, today: day }, query)
  const rows = items.map((p) => ({
    id: p.id,
    device: showDevice(p),
    title: p.title,
    detail: p.detail,
    everyDays: p.everyDays,
    nextOn: p.nextOn,
    overdue: p.enabled && p.nextOn < day,
    keeper: { id: p.keeperId, name: p.keeperName },
    enabled: p.enabled,
    lastOn: p.lastOn,
    can: [
      ...(isRunBy(world, p) ? (['edit', 'remove'] as const) : []),
      ...(p.deviceStatus !== 'scrapped' && (isRunBy(world, p) || p.keeperId === world.userId)
        ? (['record'] as const)
        : []),
    ],
  }))
  return pageReply(rows, total)
}

const planColumns: readonly SheetColumn<store.PlanRecord>[] = [
  { header: '仪器名称', width: 28, value: (p) => p.deviceName },
  { header: '资产编号', value: (p) => p.deviceSerialId },
  { header: '实验室', width: 24, value: (p) => p.labName },
  { header: '保养项目', width: 20, value: (p) => p.title },
  { header: '保养要求', width: 40, value: (p) => p.detail },
  { header: '周期（天）', value: (p) => p.everyDays },
  { header: '上次保养', value: (p) => p.lastOn },
  { header: '下次保养', value: (p) => p.nextOn },
  { header: '负责人', value: (p) => p.keeperName },
  { header: '状态', value: (p) => (p.enabled ? '启用' : '停用') },
]
export async function exportPlans(
  ctx: Ctx,
  { query }: Parsed<typeof maintenanceCalls.exportPlans>,
): Promise<RawReply> {
  const [world, filters] = await together([readWorld(ctx), filtersFor(ctx, query)])
  const day = today(ctx)
  return makeSheet(
    '保养计划',
    planColumns,
    store.walkPlans(ctx.db, world, { ...query, ...filters, today: day }),
    `保养计划-${day}.xlsx`,
  )
}

export async function savePlan(
  ctx: Ctx,
  { body: { seen, ...typed } }: Parsed<typeof maintenanceCalls.savePlan>,
) {
  const world = await readWorld(ctx)
  const device = await requireRun(ctx, world, typed.deviceId)
  // Locked, so that a record that moves its next day comes before or after.
  if (typed.id) await store.lockPlan(ctx, typed.id)
  const before = typed.id ? await store.findPlan(ctx.db, typed.id) : undefined
  if (typed.id && before?.deviceId !== device.id) throw notFound('保养计划')
  const body = before ? keepUntouched(typed, seen, before) : typed
  if (body.keeperId !== before?.keeperId) await requireActive(ctx, body.keeperId, 'keeperId')
  if (body.enabled && (await readBusy(ctx, device.id)).status === 'scrapped')
    throw refuseField('enabled', '该仪器已报废，不能启用保养计划')
  if (!body.id) return { id: await store.addPlan(ctx, body) }
  await store.changePlan(ctx, body.id, body)
  return { id: body.id }
}

export async function removePlan(ctx: Ctx, { params }: Parsed<typeof maintenanceCalls.removePlan>) {
  const [world, plan] = await together([readWorld(ctx), store.findPlan(ctx.db, params.id)])
  if (!plan) throw world.office ? notFound('保养计划') : forbidden(NOT_RUN)
  ctx.allow(isRunBy(world, plan), NOT_RUN)
  ctx.target = `maintenance plan ${plan.id}`
  await store.removePlan(ctx, plan.id)
  return null
}

export async function listRecords(ctx: Ctx, { query }: Parsed<typeof maintenanceCalls.records>) {
  const [world, filters] = await together([readWorld(ctx), filtersFor(ctx, query)])
  const { items, total } = await store.listRecords(ctx.db, world, { ...query, ...filters }, query)
  const files = await file.listFiles(
    ctx,
    OF,
    items.map((r) => r.id),
  )
  const rows = items.map((r) => ({
    id: r.id,
    device: showDevice(r),
    plan: makeRef(r.planId, r.planTitle),
    doneOn: r.doneOn,
    doneBy: r.doneBy,
    what: r.what,
    costFen: looksAfter(world, r) ? r.costFen : null,
    createdBy: { id: r.createdById, name: r.createdByName },
    createdAt: r.createdAt,
    files: (files.get(r.id) ?? []).map(file.showAttachment),
    can: mayRemove(ctx, world, r) ? ['remove' as const] : [],
  }))
  return pageReply(rows, total)
}

/** As in the list: only those who look after the device see the cost. */
const listRecordColumns = (world: World): readonly SheetColumn<store.MaintenanceRecord>[] => [
  { header: '仪器名称', width: 28, value: (r) => r.deviceName },
  { header: '资产编号', value: (r) => r.deviceSerialId },
  { header: '实验室', width: 24, value: (r) => r.labName },
  { header: '保养项目', width: 20, value: (r) => r.planTitle },
  { header: '完成日期', value: (r) => r.doneOn },
  { header: '保养人', value: (r) => r.doneBy },
  { header: '保养内容', width: 40, value: (r) => r.what },
  { header: '费用（元）', money: true, value: (r) => (looksAfter(world, r) ? r.costFen / 100 : null) },
  { header: '登记人', value: (r) => r.createdByName },
]
export async function exportRecords(
  ctx: Ctx,
  { query }: Parsed<typeof maintenanceCalls.exportRecords>,
): Promise<RawReply> {
  const [world, filters] = await together([readWorld(ctx), filtersFor(ctx, query)])
  return makeSheet(
    '保养记录',
    listRecordColumns(world),
    store.walkRecords(ctx.db, world, { ...query, ...filters }),
    `保养记录-${today(ctx)}.xlsx`,
  )
}

export async function addRecord(ctx: Ctx, { body }: Parsed<typeof maintenanceCalls.addRecord>) {
  const [world, device] = await together([readWorld(ctx), standingOn(ctx, body.deviceId)])
  const plan = body.planId === null ? undefined : await store.findPlan(ctx.db, body.planId)
  if (!device) throw world.office ? notFound('仪器') : forbidden(NOT_TO_RECORD)
  const named = plan?.deviceId === device.id && plan.keeperId === ctx.me.id
  ctx.allow(mayRecord(world, device, named), NOT_TO_RECORD)
  ctx.target = `device ${device.id}`
  if (body.planId !== null && plan?.deviceId !== device.id)
    throw refuseField('planId', maintenanceRefusals.PLAN_OTHER, 'PLAN_OTHER')
  if (body.doneOn > today(ctx)) throw refuseField('doneOn', maintenanceRefusals.DONE_FUTURE, 'DONE_FUTURE')
  const id = await store.addRecord(ctx, body)
  await file.attach(ctx, body.fileIds, OF, id)
  return { id }
}

/**
 * The person who entered a record may remove it on the same day, to correct a mistake; later only those who
 * manage the instrument may.
 */
const mayRemove = (ctx: Ctx, world: World, r: store.MaintenanceRecord): boolean =>
  isRunBy(world, r) ||
  (r.createdById === ctx.me.id && findLocal(r.createdAt, ctx.env.CAMPUS_TZ).day === today(ctx))

export async function removeRecord(ctx: Ctx, { params }: Parsed<typeof maintenanceCalls.removeRecord>) {
  const [world, record] = await together([readWorld(ctx), store.findRecord(ctx.db, params.id)])
  if (!record) throw world.office ? notFound('保养记录') : forbidden(NOT_RUN)
  ctx.allow(mayRemove(ctx, world, record), '只能删除当天由您登记的记录，其他记录请由仪器管理人员删除')
  ctx.target = `maintenance record ${record.id}`
  await store.removeRecord(ctx, record)
  await file.removeFiles(ctx, [OF], record.id)
  return null
}
