import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { ifAsked, keyword } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { view } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { priceBases, priceTiers, quote, rates, type PriceBasis, type Rate } from './price-plan.ts'

// 收费测算: the prices of each instrument, their justification, and the price of a planned use.

/** The campus price compared with the cost of an hour or sample in the latest justification. */
export const coverages = ['unpriced', 'unjustified', 'other_basis', 'covers', 'below'] as const
export type Coverage = (typeof coverages)[number]
export const coverageWords: Record<Coverage, string> = {
  unpriced: '不收费',
  unjustified: '无价格论证',
  other_basis: '论证的计费方式不同',
  covers: '校内价不低于成本',
  below: '校内价低于成本',
}

/** Price of an hour or a sample, in fen. */
export const perUnit = (basis: PriceBasis, rate: Rate): number =>
  basis === 'per_sample' ? rate.unitFen : (rate.unitFen * 60) / Math.max(1, rate.unitMinutes)

export interface Judged {
  plans: readonly { basis: PriceBasis; rates: Partial<Record<(typeof priceTiers)[number], Rate>> }[]
  proof: { basis: PriceBasis; unitCostFen: number } | null
}
/** Shared by server and browser: the server computes it for each row, the page for the row shown. */
export function judgeCoverage({ plans, proof }: Judged): Coverage {
  if (plans.length === 0) return 'unpriced'
  if (!proof) return 'unjustified'
  const plan = plans.find((p) => p.basis === proof.basis)
  const rate = plan?.rates.campus ?? plan?.rates.dept
  if (!rate) return 'other_basis'
  return perUnit(proof.basis, rate) >= proof.unitCostFen ? 'covers' : 'below'
}

const access = { anyOf: view('FEE_DEMONSTRATE') }
const demonstrated = call({
  method: 'GET',
  path: '/api/v2/price-plan/demonstrate',
  summary: '收费测算：各台仪器的收费与论证',
  access,
  query: pageQuery.extend({
    keyword,
    labId: labRef.optional(),
    proof: ifAsked(z.enum(['has', 'none'], { error: '请选择论证情况' })),
  }),
  reply: definePage(
    z.object({
      device: ref.extend({ serialId: z.string() }),
      lab: ref,
      plans: z.array(z.object({ basis: z.enum(priceBases), rates })),
      proof: z
        .object({
          id: z.number(),
          version: z.number().int(),
          basis: z.enum(priceBases),
          unitCostFen: z.number().int(),
          meetingDay: z.string(),
        })
        .nullable(),
      coverage: z.enum(coverages),
      can: z.array(z.enum(['edit'])),
    }),
  ),
})
export type DemonstratedRow = z.output<typeof demonstrated.reply>['items'][number]

export const demonstrateCalls = {
  demonstrated,
  exportDemonstrated: defineExport(demonstrated, '导出各台仪器的收费与论证'),
  /** The price of a use today, line by line. */
  estimate: call({
    method: 'GET',
    path: '/api/v2/price-plan/demonstrate/estimate',
    summary: '测算一次使用的费用',
    access,
    query: z.object({
      deviceId: deviceRef,
      basis: z.enum(priceBases, { error: '请选择计费方式' }),
      tier: z.enum(priceTiers, { error: '请选择用户类别' }),
      minutes: z.coerce
        .number<number | string>({ error: '请填写时长' })
        .int('时长应为整数分钟')
        .min(0, '时长不能为负数')
        .max(44_640, '时长最多 31 天')
        .default(0),
      samples: z.coerce
        .number<number | string>({ error: '请填写样品数' })
        .int('样品数应为整数')
        .min(0, '样品数不能为负数')
        .max(1_000_000, '样品数过大')
        .default(0),
    }),
    /** Null: the price plan does not serve this tier, or there is no price on this basis. */
    reply: z.object({ quote: quote.nullable() }),
  }),
}
