import { bookingStateWords, sampleStateWords, type BookingState, type SampleState } from '@portal/contract/booking/booking'
import type { ProgressStep } from '@portal/contract/kernel/rows'
import type { Step } from '../../ui/detail/progress-strip.tsx'
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
export const bookingTag = (state: BookingState): { tone: StateTone; text: string } => ({ tone: bookingTones[state], text: bookingStateWords[state] })

const sampleTones: Record<SampleState, StateTone> = { declared: 'draft', received: 'active', tested: 'done', returned: 'stopped', kept: 'stopped' }
export const sampleTag = (state: SampleState): { tone: StateTone; text: string } => ({ tone: sampleTones[state], text: sampleStateWords[state] })

const stepStates: Record<ProgressStep['status'], Step['state']> = { done: 'done', current: 'current', next: 'coming', stopped: 'refused' }
export const stepsOf = (progress: readonly ProgressStep[]): Step[] =>
  progress.map((p) => ({ title: p.title, state: stepStates[p.status], who: p.who, at: p.at }))

/** Ready sentences for whoever turns a booking down. */
export const refusalPicks = ['所选时间另有安排', '用途说明不够清楚', '样品不适合该仪器', '请改用其他仪器', '请先取得上机资格'] as const
