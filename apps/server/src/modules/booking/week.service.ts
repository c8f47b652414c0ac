import type { bookingCalls } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import { stretchesOf } from '../opening/opening.rules.ts'
import { maySee } from './roles.rules.ts'
import * as store from './week.store.ts'

/** What a calendar draws. Whose time it is, is told to those only who may see the booking. */
export async function week(ctx: Ctx, { query }: Parsed<typeof bookingCalls.week>) {
  const zone = ctx.env.CAMPUS_TZ
  const [from, to] = [new Date(query.from), new Date(query.to)]
  const row = await store.findWeek(ctx, { deviceId: query.deviceId, from, to, firstDay: localOf(from, zone).day, lastDay: localOf(to, zone).day })
  if (!row) throw notFound('仪器')
  return {
    device: { id: row.id, serialId: row.serialId, name: row.name, status: row.status, bookable: row.shared && row.enabled === true && row.status === 'normal' },
    zone,
    now: ctx.now,
    opening: row.enabled === null ? null : row,
    stretches: stretchesOf({ windows: row.enabled ? row.windows : [], exceptions: row.exceptions, zone, from, to }).map((s) => ({ startAt: s.from, endAt: s.to, open: s.open, reason: s.reason })),
    busy: [...(row.past ?? []), ...row.busy].map((b) => busyOf(b, ctx.me.id, row)),
  }
}

function busyOf([seat, from, to, id, state, bookerId, experimenterId, payerId, who]: store.Busy, me: number, row: store.WeekRow) {
  const sees = maySee({ state, bookerId, experimenterId, payerId }, me, row, false)
  return {
    startAt: new Date(from), endAt: new Date(to), seat, mine: bookerId === me || experimenterId === me,
    id: sees ? id : null, state: sees ? state : null, who: sees ? who : null,
  }
}
