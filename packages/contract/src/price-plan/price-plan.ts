import { z } from 'zod'
import { amountFen } from '../kernel/fields.ts'

/** Whose price: the device's own dept, the campus, another school or institute, a company. */
export const priceTiers = ['dept', 'campus', 'school', 'company'] as const
export type PriceTier = (typeof priceTiers)[number]
export const priceTierWords: Record<PriceTier, string> = { dept: '本单位', campus: '校内', school: '校外院校', company: '校外企业' }

export const priceBases = ['per_time', 'per_sample'] as const
export type PriceBasis = (typeof priceBases)[number]
export const priceBasisWords: Record<PriceBasis, string> = { per_time: '按时间', per_sample: '按样品' }

/** One tier's price. A part of a unit counts as a whole one. */
export const rate = z.object({
  /** Fen for one unit. */
  unitFen: amountFen,
  /** per_time: minutes in a unit (30, 60, a day is 1440). per_sample: left at 0. */
  unitMinutes: z.number().int().min(0).max(44_640).default(0),
  /** Charged once a booking (开机费). */
  startFen: amountFen.default(0),
  /** Fewest units charged. */
  minUnits: z.number().int().min(0).max(1000).default(0),
  /** Volume prices: from this many units on, all units cost this (per_sample, or long use). Ascending. */
  bands: z
    .array(z.object({ fromUnits: z.number().int().min(2).max(1_000_000), unitFen: amountFen }))
    .max(10)
    .refine((b) => b.every((x, i) => i === 0 || x.fromUnits > (b[i - 1]?.fromUnits ?? 0)), '阶梯数量必须递增')
    .default([]),
})
export type Rate = z.output<typeof rate>
/** A tier that is left out is not served at all. */
export const rates = z.partialRecord(z.enum(priceTiers), rate)
export type Rates = z.output<typeof rates>

/** One line of an estimate or a bill, with its formula and inputs: `amountFen = startFen-or-units × unitFen`. */
export const billLine = z.object({
  kind: z.enum(['start', 'time', 'sample', 'material', 'discount', 'cancel_fee', 'other']),
  label: z.string(),
  /** What a person reads: `2 × 120.00 元/60 分钟`. */
  formula: z.string(),
  quantity: z.number(),
  unitFen: z.number().int(),
  amountFen: z.number().int(),
  /** Why, for discounts. */
  reason: z.string().nullish(),
})
export type BillLine = z.output<typeof billLine>

/** Frozen at booking. Actual = plan ⇒ bill = estimate. */
export const quote = z.object({
  planId: z.number().nullable(),
  planVersion: z.number().nullable(),
  basis: z.enum(priceBases).nullable(),
  tier: z.enum(priceTiers),
  rate: rate.nullable(),
  lines: z.array(billLine),
  totalFen: z.number().int(),
})
export type Quote = z.output<typeof quote>
