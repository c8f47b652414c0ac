import { bookingRefusals, type BookingRefusal } from '@portal/contract/booking/booking'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Facts } from './facts.rules.ts'

/**
 * Reasons that a director or administrator of the lab may set aside. None of them may cost other people time
 * or money.
 */
const overridable: ReadonlySet<BookingRefusal> = new Set<BookingRefusal>([
  'DEVICE_MAINTENANCE',
  'TIER_NOT_ADMITTED',
  'USER_TYPE_NOT_ADMITTED',
  'QUALIFICATION_MISSING',
  'QUALIFICATION_EXPIRED',
  'NOT_OPEN',
  'CLOSED',
  'TOO_SHORT',
  'TOO_LONG',
  'OFF_GRID',
  'NOTICE',
  'HORIZON',
  'QUOTA_DAY',
  'QUOTA_WEEK',
  'QUOTA_RUNNING',
])

/** Builds a reason, with the contract's message or a more precise one. */
export const because = (
  code: BookingRefusal,
  field?: string,
  message: string = bookingRefusals[code],
): Reason => ({
  code,
  message,
  ...(field && { field }),
  ...(overridable.has(code) && { overridable: true }),
})

/** True if the reason concerns the person or how they pay, not the time. */
export const speaksAgainstPerson = ({ code }: Pick<Reason, 'code'>): boolean => aboutPerson.has(code)
const aboutPerson: ReadonlySet<string> = new Set([
  'TIER_NOT_ADMITTED',
  'USER_TYPE_NOT_ADMITTED',
  'SUSPENDED',
  'PERSON_UNKNOWN',
  'QUALIFICATION_MISSING',
  'QUALIFICATION_EXPIRED',
  'QUOTA_DAY',
  'QUOTA_WEEK',
  'QUOTA_RUNNING',
  'PRICE_MISSING',
  'PAYER_WITHOUT_CARD',
])

export function explainUnpaid({ self, supervisor }: NonNullable<Facts['unpaid']>): Reason {
  const who = self ? '您没有可用的经费卡，不能由本人付款' : '所选付款人是学生，没有可用的经费卡'
  const whom = supervisor
    ? `导师${supervisor}付款`
    : self
      ? '您的导师付款；平台尚未登记您的导师，可请管理员登记'
      : '您的导师付款'
  return because('PAYER_WITHOUT_CARD', 'payerId', `${who}，请选择${whom}`)
}

/** The reasons that remain after an override. An override without the permission adds a reason of its own. */
export function setAside(
  reasons: readonly Reason[],
  override: readonly string[],
  may: boolean,
): { left: Reason[]; overridden: string[] } {
  const wanted = reasons.filter((r) => r.overridable && override.includes(r.code))
  if (wanted.length === 0) return { left: [...reasons], overridden: [] }
  if (!may) return { left: [...reasons, because('NOT_OVERRIDABLE')], overridden: [] }
  return { left: reasons.filter((r) => !wanted.includes(r)), overridden: wanted.map((r) => r.code) }
}
