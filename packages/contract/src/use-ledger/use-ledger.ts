import type { BookingState } from '../booking/booking.ts'

// The use ledger: one row for each use of an instrument, or for each fee of an unused booking. All figures
// are computed from it (decision 063).

/** States of bookings that were used. */
export const useStates = ['awaiting_test_order', 'done'] as const satisfies readonly BookingState[]
/** Purpose of a use for the reports: SJ3's 教学, 科研, 社会服务. It is not required of past uses. */
export const useNatures = ['teaching', 'research', 'social_service'] as const
export type UseNature = (typeof useNatures)[number]
export const ledgerNatures = [...useNatures, 'unstated'] as const
export type LedgerNature = (typeof ledgerNatures)[number]
export const natureWords: Record<LedgerNature, string> = {
  teaching: '教学',
  research: '科研',
  social_service: '社会服务',
  unstated: '未填写',
}

/**
 * How an instrument was used. `fee`: not used but charged, because the booking was cancelled too late or
 * nobody came.
 */
export const ledgerKinds = [
  'self_operated',
  'sample_delivery',
  'fee',
  'unbooked',
  'staff',
  'teaching',
  'maintenance',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
export const ledgerKindWords: Record<LedgerKind, string> = {
  self_operated: '自主上机',
  sample_delivery: '送样',
  fee: '取消与爽约费',
  unbooked: '未预约使用',
  staff: '机组自用',
  teaching: '教学使用',
  maintenance: '维护调试',
}
