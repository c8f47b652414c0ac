import {
  bookingStateWords,
  sampleStateWords,
  type BookingState,
  type SampleState,
} from '@portal/contract/booking/booking'
import { goesByTime, type Quote } from '@portal/contract/price-plan/price-plan'
import { formatMoney } from '../../lib/format.ts'
import type { StateTone } from '../../ui/state-tag.tsx'
import { defineTags } from '../../ui/state-tags.ts'

// Labels and tags of bookings.

export const bookingTag = defineTags(bookingStateWords, {
  awaiting_use: 'active',
  in_use: 'active',
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  no_show: 'refused',
  expired: 'stopped',
  revoked: 'stopped',
})

const sampleTones: Record<SampleState, StateTone> = {
  declared: 'draft',
  received: 'active',
  tested: 'done',
  returned: 'stopped',
  kept: 'stopped',
}
export const sampleTag = (state: SampleState): { tone: StateTone; text: string } => ({
  tone: sampleTones[state],
  text: sampleStateWords[state],
})

/** Whether the sum is still unknown: it depends on a time that the laboratory has not set yet. */
export const lacksSum = (startAt: string | null | undefined, quote: Quote): boolean =>
  !startAt && goesByTime(quote)
export const SUM_LATER = '按时间计费，待安排测试时间后确定'
/** A short form of `SUM_LATER`. */
export const SUM_UNKNOWN = '费用待确定'

/** How another end changes the price. By volume prices a longer use may cost less. */
export const wordChange = (beforeFen: number, afterFen: number): string =>
  afterFen < beforeFen
    ? `减少 ${formatMoney(beforeFen - afterFen)}`
    : `增加 ${formatMoney(afterFen - beforeFen)}`

/** What the fee of a booking that came to nothing is called, as on its bill. */
export const nameFee = (state: BookingState): string => (state === 'no_show' ? '爽约费' : '取消费')

const payerPicks = ['经费不足', '与我的课题无关', '请换其他付款人'] as const
const labPicks = [
  '所选时间另有安排',
  '用途说明不够清楚',
  '样品不适合该仪器',
  '请改用其他仪器',
  '请先取得上机资格',
] as const
/** Ready-made reasons for a refusal: a payer judges the payment, the laboratory the use. */
export const refusalPicks = (state: BookingState): readonly string[] =>
  state === 'awaiting_payer' ? payerPicks : labPicks
