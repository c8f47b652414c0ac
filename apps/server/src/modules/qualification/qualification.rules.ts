import { EXPIRING_DAYS, type QualificationState } from '@portal/contract/qualification/qualification'
import { addDays, findInstant, findLocal } from '../../kernel/time.ts'

/** It holds to the end of its last campus day. */
export const findEnd = (validTo: string, zone: string): Date => findInstant(addDays(validTo, 1), 0, zone)
/** The last day of what ends at this instant. */
export const findLastDay = (validUntil: Date, zone: string): string =>
  findLocal(new Date(validUntil.getTime() - 1), zone).day

/** From when on one that ends then counts as running out. */
export const expiringUntil = (now: Date): Date => new Date(now.getTime() + EXPIRING_DAYS * 86_400_000)

export function findState(validUntil: Date | null, now: Date): QualificationState {
  if (!validUntil || validUntil > expiringUntil(now)) return 'valid'
  return validUntil > now ? 'expiring' : 'expired'
}
