import { EXPIRING_DAYS, type QualificationState } from '@portal/contract/qualification/qualification'
import { addDays, findInstant, findLocal } from '../../kernel/time.ts'

/** The instant at the end of the last valid campus day. */
export const findEnd = (validTo: string, zone: string): Date => findInstant(addDays(validTo, 1), 0, zone)
/** The last campus day before this instant. */
export const findLastDay = (validUntil: Date, zone: string): string =>
  findLocal(new Date(validUntil.getTime() - 1), zone).day

/** A qualification that ends by this instant counts as expiring. */
export const expiringUntil = (now: Date): Date => new Date(now.getTime() + EXPIRING_DAYS * 86_400_000)

export function findState(validUntil: Date | null, now: Date): QualificationState {
  if (!validUntil || validUntil > expiringUntil(now)) return 'valid'
  return validUntil > now ? 'expiring' : 'expired'
}
