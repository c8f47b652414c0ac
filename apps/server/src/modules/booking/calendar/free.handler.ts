import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { queryGrams } from '../../../kernel/search.rules.ts'
import { findLocal, findToday, minutesBetween } from '../../../kernel/time.ts'
import { isOpenThroughout } from '../../opening/opening.rules.ts'
import * as store from './free.store.ts'

/**
 * Most devices checked for one page. A search at an hour when few are open gets a short page and `next` to go
 * on.
 */
const LOOKED_AT = 1000
const CHUNK = 200

/** The devices that are free at the chosen time. */
export async function listFree(ctx: Ctx, { query }: Parsed<typeof bookingCalls.free>) {
  const zone = ctx.env.CAMPUS_TZ
  const [from, to] = [new Date(query.startAt), new Date(query.endAt)]
  const [first, last] = [findLocal(from, zone), findLocal(to, zone)]
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  const asked = {
    from,
    to,
    minutes: minutesBetween(from, to),
    firstDay: first.day,
    lastDay: last.day,
    fromMinute: first.minute,
    toMinute: last.minute,
    now: ctx.now,
    today: findToday(ctx),
    tier: ctx.me.tier,
    userType: ctx.me.userType,
    grams: sought?.grams ?? null,
    recheck: sought?.recheck ?? [],
    labId: query.labId ?? null,
    deptId: query.deptId ?? null,
    categoryId: query.categoryId ?? null,
  }
  const found: store.Candidate[] = []
  let after = query.after ?? 0
  for (let looked = 0; looked < LOOKED_AT; looked += CHUNK) {
    const some = await store.findCandidates(ctx.db, { ...asked, after, limit: CHUNK })
    for (const d of some) {
      if (found.length === query.size) return showFound(found, after)
      if (isOpenThroughout({ windows: d.windows, exceptions: d.exceptions, zone, from, to })) found.push(d)
      after = d.id
    }
    if (some.length < CHUNK) return showFound(found, null)
  }
  return showFound(found, after)
}

const showFound = (found: readonly store.Candidate[], next: number | null) => ({
  items: found.map((d) => ({
    id: d.id,
    serialId: d.serialId,
    name: d.name,
    model: d.model,
    lab: { id: d.labId, name: d.labName },
    freeSeats: d.capacity - d.taken,
    capacity: d.capacity,
  })),
  next,
})
