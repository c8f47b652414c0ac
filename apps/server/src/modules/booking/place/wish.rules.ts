import type { BookingKind, PayMode } from '@portal/contract/booking/booking'
import type { Interval } from '../../opening/opening.rules.ts'
import { readPeriod } from '../timing.rules.ts'

/** A requested booking. */
export interface Asked {
  deviceId: number
  kind: BookingKind
  period: Interval | null
  seat: number | null
  experimenterId: number
  payerId: number
  payMode: PayMode
  fundCardId: number | null
  sampleCount: number
  /** The booking that is changed: its own time does not count as taken. 0: a new one. */
  exceptId: number
}
/** A request before the default payer is known. */
export type Wished = Omit<Asked, 'payerId'> & { payerId: number | null }

/** The booking that is changed, or a new one with id 0. */
interface Subject {
  id: number
  deviceId: number
  kind: BookingKind
  bookerId: number
}
/** The form fields, for judging and for writing. */
interface Said {
  startAt?: string | null | undefined
  endAt?: string | null | undefined
  seat?: number | null | undefined
  experimenterId?: number | null | undefined
  payerId?: number | null | undefined
  payMode: PayMode
  fundCardId?: number | null | undefined
  sampleCount: number
}
export const readWish = (b: Subject, said: Said): Wished => ({
  deviceId: b.deviceId,
  kind: b.kind,
  period: readPeriod(said),
  seat: said.seat ?? null,
  experimenterId: said.experimenterId ?? b.bookerId,
  payerId: said.payerId ?? null,
  payMode: said.payMode,
  fundCardId: said.fundCardId ?? null,
  sampleCount: said.sampleCount,
  exceptId: b.id,
})

export const countSamples = (rows: readonly { count: number }[]): number =>
  rows.reduce((sum, s) => sum + s.count, 0)
