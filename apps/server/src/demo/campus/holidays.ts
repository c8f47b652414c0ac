import { addDays, findWeekday } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Frame, OpenDevice } from './model.ts'

export interface Closure {
  first: string
  last: string
  reason: string
}

/** First day and length of the Spring Festival holiday; the demo has none in other years. */
const springFestivals: Record<string, readonly [string, number]> = {
  2024: ['02-10', 8],
  2025: ['01-28', 8],
  2026: ['02-15', 9],
  2027: ['02-05', 8],
  2028: ['01-25', 8],
  2029: ['02-12', 8],
  2030: ['02-02', 8],
}

/**
 * Days on which the whole campus is closed: holidays of last year, this year and next year, and one Sunday
 * without power, two to three weeks from today.
 */
export function listClosures({ today }: Pick<Frame, 'today'>): Closure[] {
  const year = Number(today.slice(0, 4))
  const holidays = [year - 1, year, year + 1].flatMap((y): Closure[] => {
    const spring = springFestivals[y]
    return [
      { first: `${y}-01-01`, last: `${y}-01-01`, reason: '元旦放假' },
      ...(spring
        ? [
            {
              first: `${y}-${spring[0]}`,
              last: addDays(`${y}-${spring[0]}`, spring[1] - 1),
              reason: '春节放假',
            },
          ]
        : []),
      { first: `${y}-05-01`, last: `${y}-05-05`, reason: '劳动节放假' },
      { first: `${y}-10-01`, last: `${y}-10-07`, reason: '国庆节放假' },
    ]
  })
  const sunday = addDays(today, 21 - findWeekday(today))
  return [...holidays, { first: sunday, last: sunday, reason: '校园供电线路检修' }]
}

export const isClosed = (day: string, closures: readonly Closure[]): boolean =>
  closures.some((c) => c.first <= day && day <= c.last)

/** The cast's devices stay open on those days, so that bookings in tests do not depend on the date. */
export function fillHolidays(
  copier: Copier,
  closures: readonly Closure[],
  devices: readonly OpenDevice[],
  createdBy: number,
): void {
  const rows = copier.table('opening_exception', [
    'device_id',
    'first_day',
    'last_day',
    'open',
    'from_minute',
    'to_minute',
    'reason',
    'created_by',
  ])
  for (const { first, last, reason } of closures) {
    rows.add({
      device_id: null,
      first_day: first,
      last_day: last,
      open: false,
      from_minute: 0,
      to_minute: 1440,
      reason,
      created_by: createdBy,
    })
    for (const { id, cast, opened } of devices) {
      const [hours] = opened.windows[0] ?? []
      if (!cast || !hours) continue
      rows.add({
        device_id: id,
        first_day: first,
        last_day: last,
        open: true,
        from_minute: hours[0],
        to_minute: hours[1],
        reason: `${reason}期间照常开放`,
        created_by: createdBy,
      })
    }
  }
}
