import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { amountFen, at, day, idParams, text } from '../kernel/fields.ts'
import { deviceRef, deviceRefs } from '../kernel/refs.ts'

/** Whose price: the device's own dept, the campus, another school or institute, a company. */
export const priceTiers = ['dept', 'campus', 'school', 'company'] as const
export type PriceTier = (typeof priceTiers)[number]
export const priceTierWords: Record<PriceTier, string> = {
  dept: '本单位',
  campus: '校内',
  school: '校外院校',
  company: '校外企业',
}

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

/**
 * One line of an estimate or a bill, with its formula and inputs: `amountFen = startFen-or-units × unitFen`.
 */
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
/** Does the sum go by the time? A use that has none yet is quoted at 0 then, whatever it will come to. */
export const goesByTime = ({ basis, rate }: Pick<Quote, 'basis' | 'rate'>): boolean =>
  basis === 'per_time' &&
  rate !== null &&
  [rate.startFen, rate.unitFen, ...rate.bands.map((b) => b.unitFen)].some((fen) => fen > 0)

export const pricePlanRefusals = {
  PRICE_FROM_PAST: '生效日期不能早于今天',
  PRICE_FROM_TAKEN: '生效日期须晚于当前版本的生效日期',
  PRICE_LATER_EXISTS: '已有尚未生效的版本，请先撤销该版本',
  PRICE_EFFECTIVE: '已生效的版本不能撤销，请新增版本或设定停用日期',
  PRICE_RATES_MISSING: '请至少填写一档价格',
} as const

/** One version of a device's price on one basis: from its first day to the day before `until`. */
export const pricePlanRow = z.object({
  id: z.number(),
  deviceId: z.number(),
  basis: z.enum(priceBases),
  version: z.number(),
  from: z.string(),
  until: z.string().nullable(),
  state: z.enum(['coming', 'current', 'past']),
  rates,
  note: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: at,
  can: z.array(z.enum(['withdraw', 'end'])),
})
export type PricePlanRow = z.output<typeof pricePlanRow>
export const pricePlanStateWords: Record<PricePlanRow['state'], string> = {
  coming: '未生效',
  current: '当前',
  past: '历史',
}

const editors = { onRow: '开放设置管理员，本实验室主任、管理员' }
const seen = { onRow: '共享仪器对登录用户可见，其余仅本实验室人员与管理员' }

/** What a card says beside an instrument's name: what it costs the reader, and where it stands. */
export const briefRow = z.object({
  deviceId: z.number(),
  room: z.string().nullable(),
  /** None: it costs nothing. `rate` is null where the reader's tier is not served. */
  prices: z.array(z.object({ basis: z.enum(priceBases), rate: rate.nullable() })),
})
export type BriefRow = z.output<typeof briefRow>

export const pricePlanCalls = {
  /** Of the shared ones among a page's instruments. */
  brief: call({
    method: 'GET',
    path: '/api/v2/price-plan/brief',
    summary: '仪器的当前价格与放置地点（列表用）',
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', 100) }),
    reply: z.array(briefRow),
  }),
  /** All versions, the newest first. */
  list: call({
    method: 'GET',
    path: '/api/v2/price-plan',
    summary: '收费标准（全部版本）',
    access: seen,
    query: z.object({ deviceId: deviceRef }),
    reply: z.object({ items: z.array(pricePlanRow), can: z.array(z.enum(['edit', 'read_grounds'])) }),
  }),
  /** What applies on a day (today), and what the caller would pay. */
  current: call({
    method: 'GET',
    path: '/api/v2/price-plan/current',
    summary: '当前收费标准',
    access: { ...seen, visitors: true },
    query: z.object({ deviceId: deviceRef, day: day.optional() }),
    reply: z.object({
      /** Null for a visitor: nobody knows yet what he is. */
      tier: z.enum(priceTiers).nullable(),
      /** `mine` is null where the caller's tier is not served. */
      plans: z.array(
        z.object({
          id: z.number(),
          basis: z.enum(priceBases),
          version: z.number(),
          rates,
          mine: rate.nullable(),
          note: z.string().nullable(),
        }),
      ),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/price-plan',
    summary: '新增收费标准版本',
    access: editors,
    body: z
      .object({
        deviceId: deviceRef,
        basis: z.enum(priceBases, { error: '请选择计费方式' }),
        /** The first campus day of the new version; the one before ends there. */
        from: day,
        rates: rates.refine((r) => Object.values(r).some(Boolean), pricePlanRefusals.PRICE_RATES_MISSING),
        note: text('说明', 500),
      })
      .refine((b) => b.basis === 'per_sample' || Object.values(b.rates).every((r) => r.unitMinutes > 0), {
        error: '请填写计费单位（分钟）',
        path: ['rates'],
      }),
    reply: pricePlanRow,
  }),
  /** The last day of a version that has no successor. */
  end: call({
    method: 'POST',
    path: '/api/v2/price-plan/{id}/end',
    summary: '停用收费标准',
    access: editors,
    params: idParams,
    body: z.object({ lastDay: day }),
    reply: pricePlanRow,
  }),
  /** A version that is not effective yet. */
  withdraw: call({
    method: 'DELETE',
    path: '/api/v2/price-plan/{id}',
    summary: '撤销未生效的收费标准',
    access: editors,
    params: idParams,
    reply: done,
  }),
}
