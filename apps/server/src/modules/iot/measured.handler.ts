import type { doorAccessCalls } from '@portal/contract/iot/door-access'
import { iotOffice } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { chooseTable, findHours, findSearched } from './measured.rules.ts'
import * as store from './measured.store.ts'

const NOTHING: store.Ran = { ranFrom: null, ranTo: null, kwh: null }

export async function showMeasured(ctx: Ctx, { params }: Parsed<typeof doorAccessCalls.measured>) {
  const booking = await store.findMeasured(ctx.db, params.id)
  ctx.allow(
    ctx.holds(...iotOffice) ||
      (booking !== undefined &&
        (booking.people.includes(ctx.me.id) ||
          (await store.keepsDevice(ctx.db, booking.deviceId, ctx.me.id)))),
  )
  if (!booking) throw notFound('预约')
  const told = await store.readTold(ctx.db, booking.id)
  // Current before and after the use belongs to other bookings. The time with power excludes it, if a switch
  // reported it. Under an override no entry turns the power on; then the uses before and after exclude it.
  const { from, to } = findSearched(told, booking)
  const until = to < ctx.now ? to : ctx.now
  const table = chooseTable(from, ctx.now)
  const ran = table ? await store.readRan(ctx.db, table, booking.deviceId, from, until) : NOTHING
  // Without them the hours with power would be proposed, which may be much longer.
  const readingsGone = table === null && (await store.hasRunThatDay(ctx.db, booking.deviceId, from, until))
  const hours = readingsGone ? null : findHours({ ...told, ...ran })
  const kwh = ran.kwh === null ? null : Math.round(ran.kwh * 1000) / 1000
  return { ...told, ranFrom: ran.ranFrom, ranTo: ran.ranTo, kwh, readingsGone, hours }
}
