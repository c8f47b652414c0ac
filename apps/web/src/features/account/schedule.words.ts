import type { BookingRow } from '@portal/contract/booking/row'
import type { StateTone } from '../../ui/state-tag.tsx'

type Planned = Pick<BookingRow, 'state' | 'startAt' | 'endAt'>

/** A booking of today compared with the clock, so that late ones stand out. */
export function nameStanding(b: Planned, now: number): { tone: StateTone; text: string } {
  const [start, end] = [Date.parse(b.startAt ?? ''), Date.parse(b.endAt ?? '')]
  if (b.state === 'in_use')
    return end < now ? { tone: 'refused', text: '超时未结束' } : { tone: 'active', text: '使用中' }
  if (start < now) return { tone: 'waiting', text: '未按时开始' }
  return { tone: 'draft', text: '未到时间' }
}
