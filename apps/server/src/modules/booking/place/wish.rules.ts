import type { BookingKind, PayMode } from '@portal/contract/booking/booking'
import type { Interval } from '../../opening/opening.rules.ts'
import { readPeriod } from '../timing.rules.ts'

/** What somebody wants to book. */
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
  /** The booking that is changed: its own time is not in its way. 0: a new one. */
  exceptId: number
}
/** The same, before it is known who pays where nobody was named. */
export type Wished = Omit<Asked, 'payerId'> & { payerId: number | null }

/** The booking that is changed, or the beginnings of a new one, which has number 0. */
interface Subject {
  id: number
  deviceId: number
  kind: BookingKind
  bookerId: number
}
/** What the forms say, to be judged or to be written. */
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
