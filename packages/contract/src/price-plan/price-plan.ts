import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { amountFen, at, day, idParams, text } from '../kernel/fields.ts'
import { deviceRef, deviceRefs } from '../kernel/refs.ts'

/** Price tiers: the device's own dept, the campus, another school or institute, a company. */
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

/** The price of one tier. Each started unit is charged as a whole one. */
export const rate = z.object({
  /** Price of one unit, in fen. */
  unitFen: amountFen,
  /** per_time: minutes in a unit (30, 60; 1440 for a day). per_sample: 0. */
  unitMinutes: z.number().int().min(0).max(44_640).default(0),
  /** Charged once for each booking (开机费), in fen. */
  startFen: amountFen.default(0),
  /** Smallest number of units charged. */
  minUnits: z.number().int().min(0).max(1000).default(0),
  /** Volume prices, ascending: from `fromUnits` on, all units cost `unitFen` (per_sample, or long use). */
  bands: z
    .array(z.object({ fromUnits: z.number().int().min(2).max(1_000_000), unitFen: amountFen }))
    .max(10)
    .refine((b) => b.every((x, i) => i === 0 || x.fromUnits > (b[i - 1]?.fromUnits ?? 0)), '阶梯数量必须递增')
    .default([]),
})
export type Rate = z.output<typeof rate>
const timeUnitWords: Readonly<Record<number, string>> = { 60: '小时', 1440: '天' }
/** The word of the unit; null: a length without a word, such as 30 minutes. */
export const findUnitWord = (basis: PriceBasis, { unitMinutes }: Pick<Rate, 'unitMinutes'>): string | null =>
  basis === 'per_sample' ? '样' : (timeUnitWords[unitMinutes] ?? null)
/** What a price is for: 样, 小时, 30 分钟. */
export const nameUnit = (basis: PriceBasis, rate: Pick<Rate, 'unitMinutes'>): string =>
  findUnitWord(basis, rate) ?? `${rate.unitMinutes} 分钟`
/** True if a use costs other than its units at one price: a start fee, a minimum, or volume prices. */
export const hasTerms = ({ startFen, minUnits, bands }: Rate): boolean =>
  startFen > 0 || minUnits > 1 || bands.length > 0
/** Tiers that are left out are not served. */
export const rates = z.partialRecord(z.enum(priceTiers), rate)
export type Rates = z.output<typeof rates>

/**
 * One line of an estimate or a bill, with its formula and inputs: `amountFen = startFen-or-units × unitFen`.
 */
export const billLine = z.object({
  kind: z.enum(['start', 'time', 'sample', 'material', 'discount', 'cancel_fee', 'other']),
  label: z.string(),
  /** The formula as shown to people: `2 小时 × 120.00 元/小时`. */
  formula: z.string(),
  quantity: z.number(),
  unitFen: z.number().int(),
  amountFen: z.number().int(),
  /** Reason, for discounts. */
  reason: z.string().nullish(),
})
export type BillLine = z.output<typeof billLine>

/** The price frozen at booking. If the actual use equals the booked one, the bill equals the estimate. */
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
/**
 * Does the amount depend on the time? If so, a use without a time is quoted at 0, whatever it will cost
 * later.
 */
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

/** One version of a device's price on one basis: valid from its first day to the day before `until`. */
export const pricePlanRow = z.object({
  id: z.number(),
  deviceId: z.number(),
  basis: z.enum(priceBases),
  version: z.number(),
  from: z.string(),
  until: z.string().nullable(),
  state: z.enum(['coming', 'current', 'past']),
  /** It ended the version before, which continues once this one is withdrawn. */
  replaces: z.boolean(),
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

/** Text on a card beside the instrument's name: the price for the reader, and the room. */
export const briefRow = z.object({
  deviceId: z.number(),
  room: z.string().nullable(),
  /** Empty: the instrument is free of charge. `rate` is null if the reader's tier is not served. */
  prices: z.array(z.object({ basis: z.enum(priceBases), rate: rate.nullable() })),
})
export type BriefRow = z.output<typeof briefRow>

export const pricePlanCalls = {
  /** For the shared instruments among those given. */
  brief: call({
    method: 'GET',
    path: '/api/v2/price-plan/brief',
    summary: '仪器的当前价格与放置地点（列表用）',
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', 100) }),
    reply: z.array(briefRow),
  }),
  /** All versions, newest first. */
  list: call({
    method: 'GET',
    path: '/api/v2/price-plan',
    summary: '收费标准（全部版本）',
    access: seen,
    query: z.object({ deviceId: deviceRef }),
    reply: z.object({ items: z.array(pricePlanRow), can: z.array(z.enum(['edit', 'read_grounds'])) }),
  }),
  /** The prices of a day (by default today), and the caller's own price. */
  current: call({
    method: 'GET',
    path: '/api/v2/price-plan/current',
    summary: '当前收费标准',
    access: { ...seen, visitors: true },
    query: z.object({ deviceId: deviceRef, day: day.optional() }),
    reply: z.object({
      /** Null for a visitor, whose tier is unknown. */
      tier: z.enum(priceTiers).nullable(),
      /** `mine` is null if the caller's tier is not served. */
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
        /** First campus day of the new version; the previous version ends the day before. */
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
  /** Sets the last day of a version without a successor. */
  end: call({
    method: 'POST',
    path: '/api/v2/price-plan/{id}/end',
    summary: '停用收费标准',
    access: editors,
    params: idParams,
    body: z.object({ lastDay: day }),
    reply: pricePlanRow,
  }),
  /** Removes a version that is not effective yet. */
  withdraw: call({
    method: 'DELETE',
    path: '/api/v2/price-plan/{id}',
    summary: '撤销未生效的收费标准',
    access: editors,
    params: idParams,
    reply: done,
  }),
}
