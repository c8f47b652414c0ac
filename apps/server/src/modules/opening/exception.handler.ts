import type { Parsed } from '@portal/contract/kernel/call'
import type { openingCalls } from '@portal/contract/opening/opening'
import type { Ctx } from '../../kernel/ctx.ts'
import { listDayScreens } from '../../kernel/live.ts'
import { notFound } from '../../kernel/refuse.ts'
import { addDays, findToday } from '../../kernel/time.ts'
import { requireCan } from '../device/device.service.ts'
import { changeGuarded } from './guard.action.ts'
import * as store from './opening.store.ts'

/**
 * Refuses callers who may not set these dates: a device's own need the permission to open it, the campus's a
 * system administrator.
 */
async function allowDates(ctx: Ctx, deviceId: number | null): Promise<void> {
  if (deviceId !== null) ctx.live(...listDayScreens(await requireCan(ctx, deviceId, 'open')))
  else ctx.allow(ctx.holds('ADMIN'), '校历由系统管理员维护')
}

/** Days back that are listed (half a year); older dates no longer matter. */
const SHOWN_DAYS = 183
export const listHolidays = (ctx: Ctx) =>
  store.listExceptions(ctx.db, [], addDays(findToday(ctx), -SHOWN_DAYS), null)

export async function addException(
  ctx: Ctx,
  { body: { accept, ...fields } }: Parsed<typeof openingCalls.addException>,
) {
  await allowDates(ctx, fields.deviceId)
  return changeGuarded(ctx, { ...fields, accepted: accept }, () => store.addException(ctx, fields))
}

export async function removeException(
  ctx: Ctx,
  { params, query }: Parsed<typeof openingCalls.removeException>,
) {
  const exception = await store.findException(ctx.db, params.id)
  if (!exception) throw notFound('例外日期')
  await allowDates(ctx, exception.deviceId)
  await changeGuarded(ctx, { ...exception, reason: '加开时间取消', accepted: query.accept ?? false }, () =>
    store.removeException(ctx, params.id),
  )
  return null
}
