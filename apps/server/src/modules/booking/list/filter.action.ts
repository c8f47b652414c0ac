import { listFilters, type BookingFilters } from '@portal/contract/booking/list'
import type { Ctx } from '../../../kernel/ctx.ts'
import { forbidden } from '../../../kernel/refuse.ts'
import { queryGrams } from '../../../kernel/search.rules.ts'
import { addDays, findInstant } from '../../../kernel/time.ts'
import { listWaitingRows } from '../../approval/approval.service.ts'
import * as store from './list.store.ts'
import { mayLook } from '../sql.store.ts'
import { findScope } from '../standing.store.ts'

export async function readFilters(ctx: Ctx, q: BookingFilters): Promise<store.Filters> {
  const zone = ctx.env.CAMPUS_TZ
  const [whose, meant, waiting] = await Promise.all([
    findWays(ctx, q.scope),
    q.keyword ? findMeantBy(ctx, q.keyword, q) : null,
    q.awaitingMe ? listWaitingRows(ctx, 'booking') : null,
  ])
  const states = q.state?.length ? q.state : null
  const from = q.fromDay ? findInstant(q.fromDay, 0, zone) : null
  const lastDay = q.toDay ?? q.liveOn
  const until = lastDay ? findInstant(addDays(lastDay, 1), 0, zone) : null
  const meantIds = meant && 'ids' in meant ? new Set(meant.ids) : null
  const ids = meantIds ? (waiting?.filter((id) => meantIds.has(id)) ?? [...meantIds]) : waiting
  // The most selective condition chooses the index; the others filter row by row.
  const own = whose?.length === 1 ? whose : null
  const narrow = narrowTo('device_id', q.deviceId) ?? own ?? (ids ? null : whose)
  const byStart =
    !narrow &&
    !ids &&
    from !== null &&
    until !== null &&
    until.getTime() - from.getTime() <= FEW_DAYS * 86_400_000
  const ways =
    narrow ??
    (byStart || ids
      ? null
      : (narrowTo('lab_id', q.labId) ?? (states && [{ column: 'state', values: states }])))
  const within = [meant && 'within' in meant ? meant.within : null, whose].filter(
    (w): w is store.Within => w !== null && w !== ways,
  )
  return {
    ways,
    byStart,
    within,
    many: meant !== null && 'within' in meant && meant.many,
    states,
    kind: q.kind ?? null,
    deviceId: q.deviceId ?? null,
    labId: q.labId ?? null,
    from,
    until,
    liveFrom: q.liveOn ? findInstant(q.liveOn, 0, zone) : null,
    ids,
    after: null,
  }
}
const FEW_DAYS = 31
const narrowTo = (column: 'device_id' | 'lab_id', value: number | undefined): store.Ways =>
  value === undefined ? null : [{ column, values: [value] }]

/** The columns and values that a scope stands for. Refuses `all` without the view permission. */
async function findWays(ctx: Ctx, scope: BookingFilters['scope']): Promise<store.Ways> {
  const me = [ctx.me.id]
  if (scope === 'mine') return [{ column: 'booker_id', values: me }]
  if (scope === 'using')
    return [
      { column: 'booker_id', values: me },
      { column: 'experimenter_id', values: me },
    ]
  if (scope === 'experimenter') return [{ column: 'experimenter_id', values: me }]
  if (scope === 'payer') return [{ column: 'payer_id', values: me }]
  if (scope === 'all' && !mayLook(ctx)) throw forbidden()
  const { all, labIds, deviceIds } = await findScope(ctx, scope === 'all')
  return all
    ? null
    : [
        { column: 'lab_id', values: labIds },
        { column: 'device_id', values: deviceIds },
      ]
}

const OTHERS = listFilters.omit({ scope: true, keyword: true }).keyof().options
/** The keyword matches a booking's number, a device or a person. */
async function findMeantBy(ctx: Ctx, keyword: string, q: BookingFilters) {
  const sought = queryGrams(keyword)
  if (!sought) return { ids: [] }
  const number = /^\d{1,15}$/.test(keyword) ? Number(keyword) : null
  const alone = OTHERS.every((other) => q[other] === undefined)
  return store.findMeant(ctx.db, number, sought, alone)
}
