import type { Parsed } from '@portal/contract/kernel/call'
import { IDLE_DAYS, type boardCalls } from '@portal/contract/statistics/board'
import type { Ctx } from '../../kernel/ctx.ts'
import { addDays, findInstant, findLocal } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { fillMonths, findSchoolYear, listMonths, sameDaysBefore, twelveMonthsTo } from './board.rules.ts'
import * as store from './board.store.ts'
import { readFew, readFigures, readKnown, readMonths } from './figures.action.ts'
import { listLabsOfDepts } from '../lab/lab.service.ts'
import { divide } from './period.rules.ts'
import { readStanding, wantedBy } from './standing.action.ts'
import * as statistics from './statistics.store.ts'
import type { Wanted } from './sums.store.ts'
import { readUtilisation } from './utilisation.action.ts'

/**
 * The board of the caller's widest scope: the campus, the headed departments or the directed laboratories.
 * Null for callers who have none of these.
 */
export async function board(ctx: Ctx) {
  const { scopes } = await readStanding(ctx)
  const scope = scopes.find((s) => s === 'all' || s === 'dept' || s === 'lab')
  if (!scope) return null
  const { day: to } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const month = { from: `${to.slice(0, 7)}-01`, to }
  const last = sameDaysBefore(to)
  const idleFrom = addDays(to, -IDLE_DAYS)
  const { wanted } = await wantedBy(ctx, { scope, ...month, nature: undefined })
  const known = await readKnown(ctx)
  const twelve = twelveMonthsTo(to)
  const [now, before, months, { idle, failing }, utilisation] = await together([
    readFigures(ctx, known, month, wanted),
    readFigures(ctx, known, last, wanted),
    readMonths(ctx, known, twelve, wanted),
    readFew(ctx, known, wanted, idleFrom),
    // The opening hours of the whole campus are too many to compute for a board.
    scope === 'all' ? null : readUtilisation(ctx, await listOwnLabs(ctx, wanted), twelve),
  ])
  return {
    scope,
    ...month,
    beforeFrom: last.from,
    beforeTo: last.to,
    now,
    before,
    months: showMonths(twelve, months),
    utilisation,
    idleFrom,
    idle,
    failing,
    asOf: known.asOf,
  }
}

/** The laboratories that the caller directs, or those of the departments that the caller heads. */
const listOwnLabs = async (ctx: Ctx, { labIds, deptIds }: Wanted): Promise<readonly number[]> =>
  labIds ?? listLabsOfDepts(ctx, deptIds ?? [])

function showMonths(days: { from: string; to: string }, of: Awaited<ReturnType<typeof readMonths>>) {
  const months = listMonths(days)
  const minutes = fillMonths(
    months,
    of.map((m) => ({ month: m.month.slice(0, 7), minutes: m.workingMinutes })),
  )
  return months.map((month, i) => ({ month, minutes: minutes[i] ?? 0 }))
}

/** Like `showMonths`, with the number of uses. */
function showHallMonths(days: { from: string; to: string }, of: Awaited<ReturnType<typeof readMonths>>) {
  const uses = new Map(of.map((m) => [m.month.slice(0, 7), m.uses]))
  return showMonths(days, of).map((m) => ({ ...m, uses: uses.get(m.month) ?? 0 }))
}

const EVERYTHING: Wanted = {
  labIds: null,
  deptIds: null,
  userId: null,
  payerId: null,
  deviceId: null,
  nature: null,
}
const MOST_SHOWN = 8
const LAST_DAYS = 30

/** Public once it is enabled: no single uses, no people. Null while it is disabled. */
export async function hall(ctx: Ctx) {
  const { enabled, title } = await store.readSetting(ctx.db)
  if (!enabled) return null
  const zone = ctx.env.CAMPUS_TZ
  const { day } = findLocal(ctx.now, zone)
  const year = findSchoolYear(day)
  const twelve = twelveMonthsTo(day)
  const most = (by: 'dept' | 'device', days: { from: string; to: string }) =>
    statistics.table(ctx.db, divide(days.from, days.to), EVERYTHING, {
      by,
      measure: 'workingMinutes',
      descending: true,
      idle: false,
      shared: false,
      page: 0,
      // More than are shown, because unused or unshared ones are left out below.
      size: MOST_SHOWN * 3,
    })
  const known = await readKnown(ctx)
  const [counts, of, months, depts, busiest] = await together([
    store.countNow(ctx.db, findInstant(day, 0, zone), findInstant(addDays(day, 1), 0, zone)),
    readFigures(ctx, known, year, EVERYTHING),
    readMonths(ctx, known, twelve, EVERYTHING),
    most('dept', year),
    most('device', { from: addDays(day, 1 - LAST_DAYS), to: day }),
  ])
  const open = new Set(
    await store.listShared(
      ctx.db,
      busiest.rows.map((r) => Number(r.key)),
    ),
  )
  const used = (rows: readonly statistics.Row[]) =>
    rows.filter((r) => r.workingMinutes > 0).slice(0, MOST_SHOWN)
  return {
    title,
    ...counts,
    uses: of.uses,
    users: of.users,
    minutes: of.workingMinutes,
    samples: of.samples,
    months: showHallMonths(twelve, months),
    depts: used(depts.rows).map((r) => ({ name: r.name ?? '', minutes: r.workingMinutes })),
    busiest: used(busiest.rows.filter((r) => open.has(Number(r.key)))).map((r) => ({
      name: r.name ?? '',
      lab: r.lab ?? '',
      minutes: r.workingMinutes,
    })),
    asOf: known.asOf,
  }
}

export const hallSetting = (ctx: Ctx) => store.readSetting(ctx.db)

export async function changeHall(ctx: Ctx, { body }: Parsed<typeof boardCalls.changeHall>) {
  ctx.target = 'hall_setting'
  await store.writeSetting(ctx, body)
  return null
}
