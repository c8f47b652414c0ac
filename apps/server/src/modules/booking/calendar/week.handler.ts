import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound } from '../../../kernel/refuse.ts'
import { together } from '../../../kernel/together.ts'
import { addDays, findInstant } from '../../../kernel/time.ts'
import { listStretches, type Interval } from '../../opening/opening.rules.ts'
import { judgeOpened } from '../booking.rules.ts'
import { readRules } from '../place/rules.action.ts'
import type { DeviceRules, ScheduleColumns } from '../place/rules.store.ts'
import { maySee, type Standing } from '../roles.rules.ts'
import { readStanding } from '../standing.action.ts'
import { requireSight } from './sight.action.ts'
import * as store from './week.store.ts'

/** The data of a device's calendar. Names are included only for callers who may see the booking. */
export async function showWeek(ctx: Ctx, { query }: Parsed<typeof bookingCalls.week>) {
  const zone = ctx.env.CAMPUS_TZ
  const [from, to] = [new Date(query.from), new Date(query.to)]
  const known = await readRules(ctx, query.deviceId)
  if (!known) throw notFound('仪器')
  const { rules } = known
  await requireSight(ctx, rules)
  const { deviceId, labId, opening } = rules
  const [busy, standing] = await together([
    store.findBusy(ctx, deviceId, { from, to }),
    readStanding(ctx, rules),
  ])
  return {
    device: {
      id: deviceId,
      serialId: rules.serialId,
      name: rules.deviceName,
      lab: { id: labId, name: rules.labName },
      categoryId: rules.categoryId,
      closed: explainClosed(rules, standing),
    },
    zone,
    now: ctx.now,
    opening: opening && { ...opening, payModes: [...opening.payModes] },
    ...draw(ctx, { ...rules, ...standing, ...busy, enabled: opening?.enabled ?? null }, { from, to }),
  }
}

/**
 * Why the device takes no bookings; reasons that the lab's director or administrator may override are left
 * out for them.
 */
function explainClosed(rules: DeviceRules, { director, admin }: Standing): string | null {
  const reasons = judgeOpened(rules, rules.opening?.enabled).filter(
    (r) => !(r.overridable && (director || admin)),
  )
  return reasons.map((r) => r.message).join('；') || null
}

/** One day of all bookable devices of a lab. */
export async function showLabDay(ctx: Ctx, { query: { labId, day } }: Parsed<typeof bookingCalls.labDay>) {
  const zone = ctx.env.CAMPUS_TZ
  const [from, to] = [findInstant(day, 0, zone), findInstant(addDays(day, 1), 0, zone)]
  const span = { from, to, firstDay: day, lastDay: addDays(day, 1) }
  const { rows, more } = await store.findLab(ctx, labId, span)
  return {
    now: ctx.now,
    startAt: from,
    endAt: to,
    devices: rows.map((row) => showLine(ctx, row, { from, to })),
    more,
  }
}

/** Some days of a few devices, in the order of the request. */
export async function showCompared(ctx: Ctx, { query }: Parsed<typeof bookingCalls.compare>) {
  const zone = ctx.env.CAMPUS_TZ
  const lastDay = addDays(query.from, query.days)
  const span = { from: findInstant(query.from, 0, zone), to: findInstant(lastDay, 0, zone) }
  const rows = await store.findSome(ctx, query.deviceIds, { ...span, firstDay: query.from, lastDay })
  const known = new Map(rows.map((row) => [row.id, row]))
  const asked = query.deviceIds.flatMap((id) => known.get(id) ?? [])
  return { now: ctx.now, devices: asked.map((row) => showLine(ctx, row, span)) }
}

const showLine = (ctx: Ctx, row: store.WeekRow, span: Interval) => ({
  ...row,
  lab: { id: row.labId, name: row.labName },
  ...draw(ctx, row, span),
})

type Drawn = Standing & ScheduleColumns & Pick<store.WeekRow, 'enabled' | 'busy' | 'past'>
/** When the device is open and what is taken. */
function draw(ctx: Ctx, row: Drawn, { from, to }: Interval) {
  const stretches = listStretches({
    windows: row.enabled ? row.windows : [],
    exceptions: row.exceptions,
    zone: ctx.env.CAMPUS_TZ,
    from,
    to,
  })
  return {
    stretches: stretches.map((s) => ({ startAt: s.from, endAt: s.to, open: s.open, reason: s.reason })),
    busy: [...(row.past ?? []), ...row.busy].map((b) => showBusy(b, ctx.me.id, row)),
  }
}

function showBusy(
  [seat, from, to, id, state, bookerId, experimenterId, payerId, who]: store.Busy,
  me: number,
  row: Standing,
) {
  const sees = maySee({ bookerId, experimenterId, payerId }, me, row)
  return {
    startAt: new Date(from),
    endAt: new Date(to),
    seat,
    mine: bookerId === me || experimenterId === me,
    id: sees ? id : null,
    state: sees ? state : null,
    who: sees ? who : null,
  }
}
