import { expect, test } from 'vitest'
import { addDays } from '../../kernel/time.ts'
import { isClosed, listClosures } from '../campus/holidays.ts'
import { listDays } from './slots.ts'

// The last day has no next one to which its bookings could be moved: a campus that closes on it could not be
// filled at all.
test('on whatever day the demo is filled, it books on no day on which the campus is closed', () => {
  const total = 3000
  for (let i = 0; i < 800; i++) {
    const today = addDays('2026-11-20', i)
    const closures = listClosures({ today })
    const days = listDays({ today }, closures, total)
    expect(days.reduce((sum, d) => sum + d.bookings, 0)).toBe(total)
    expect(days.filter((d) => d.bookings > 0 && isClosed(d.day, closures))).toEqual([])
  }
})
