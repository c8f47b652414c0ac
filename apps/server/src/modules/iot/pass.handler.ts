import type { doorAccessCalls } from '@portal/contract/iot/door-access'
import type { Parsed } from '@portal/contract/kernel/call'
import { QR_SECONDS, signPass } from '../../adapters/gate-device/wire.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './access.store.ts'
import { listRights } from './grant.rules.ts'
import { horizon, openKey } from './list.action.ts'

/** A QR code for each door of the booking that the caller may open now, valid for QR_SECONDS. */
export async function showPass(ctx: Ctx, { params }: Parsed<typeof doorAccessCalls.pass>) {
  const booking = await store.findBooking(ctx.db, params.id)
  ctx.allow(booking?.bookerId === ctx.me.id || booking?.experimenterId === ctx.me.id)
  if (!booking) throw notFound('预约')
  const until = horizon(ctx.now)
  const booked = (await store.readBooked(ctx.db, 'booking', booking.id, ctx.now, until)).filter(
    (b) => b.kind === 'door' && b.userId === ctx.me.id,
  )
  const rights = listRights(booked, [], { now: ctx.now, until, zone: ctx.env.CAMPUS_TZ })
  const all = await store.readDoors(
    ctx.db,
    rights.map((r) => r.unitId),
  )
  const doors = all.filter((d) => !d.foreign)
  const read = rights.filter((r) => doors.some((d) => d.id === r.unitId))
  const mine = read.filter((r) => r.from <= ctx.now)
  const end = Math.floor(ctx.now.getTime() / 1000) + QR_SECONDS
  const shown = doors.flatMap((d) => {
    const right = mine.find((r) => r.unitId === d.id)
    const key = openKey(ctx, d.sealedKey)
    if (!right || !key) return []
    const pass = { gatewayId: d.gatewayId, unit: right.number, ref: right.ref, user: ctx.me.id, end }
    return [{ id: d.id, name: d.name, place: d.place, qr: signPass(key, pass) }]
  })
  const opens = read.map((r) => r.from).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  return {
    doors: shown,
    now: ctx.now,
    until: shown.length > 0 ? new Date(end * 1000) : null,
    opensAt: shown.length === 0 ? opens : null,
    asked: all.filter((d) => d.foreign).map((d) => d.name),
  }
}
