import { z } from 'zod'

// Can an instrument be booked with its current settings? The server decides by the rules that also apply to a
// booking.

export const readinessChecks = ['shared', 'device', 'settings', 'hours', 'prices', 'reviewers'] as const
export type ReadinessCheck = (typeof readinessChecks)[number]
export const readinessWords: Record<ReadinessCheck, string> = {
  shared: '共享',
  device: '仪器',
  settings: '开放',
  hours: '时段',
  prices: '收费',
  reviewers: '审核员',
}

export const readiness = z.object({
  /** At least one person can book it in at least one way. */
  bookable: z.boolean(),
  /** The instrument is meant to be open, so a missing condition is a fault and not an intended closure. */
  opened: z.boolean(),
  /** 开放中, or the first missing condition. */
  text: z.string(),
})
export type Readiness = z.output<typeof readiness>

export const checkRow = z.object({
  key: z.enum(readinessChecks),
  done: z.boolean(),
  /** Without it nobody can book; the other checks have a default rule. */
  must: z.boolean(),
  text: z.string(),
})
export type CheckRow = z.output<typeof checkRow>
