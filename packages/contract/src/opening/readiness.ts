import { z } from 'zod'

// Whether an instrument can be booked as it is set up now, judged on the server by the rules that a booking
// is judged by.

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
  /** Somebody can book it, in one way at least. */
  bookable: z.boolean(),
  /** It was meant to be open: what is missing hinders that, and does not just stand as it was left. */
  opened: z.boolean(),
  /** 开放中, or the first thing that is missing. */
  text: z.string(),
})
export type Readiness = z.output<typeof readiness>

export const checkRow = z.object({
  key: z.enum(readinessChecks),
  done: z.boolean(),
  /** Without it nobody can book; the others have a rule of their own where nothing is set. */
  must: z.boolean(),
  text: z.string(),
})
export type CheckRow = z.output<typeof checkRow>
