import {
  bookingStateWords,
  sampleStateWords,
  type BookingState,
  type SampleState,
} from '@portal/contract/booking/booking'
import type { StateTone } from '../../ui/state-tag.tsx'

// How a booking's words look.

const bookingTones: Record<BookingState, StateTone> = {
  awaiting_payer: 'waiting',
  awaiting_reviewer: 'waiting',
  awaiting_director: 'waiting',
  awaiting_use: 'active',
  in_use: 'active',
  awaiting_test_order: 'waiting',
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
  no_show: 'refused',
  expired: 'stopped',
  revoked: 'stopped',
}
export const bookingTag = (state: BookingState): { tone: StateTone; text: string } => ({
  tone: bookingTones[state],
  text: bookingStateWords[state],
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

/** Ready sentences for whoever turns a booking down. */
export const refusalPicks = [
  '所选时间另有安排',
  '用途说明不够清楚',
  '样品不适合该仪器',
  '请改用其他仪器',
  '请先取得上机资格',
] as const
