import { judgeCoverage, coverageWords, type demonstrateCalls } from '@portal/contract/price-plan/demonstrate'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import { findUnitCost } from '@portal/contract/price-plan/justification'
import {
  hasTerms,
  nameUnit,
  priceBasisWords,
  priceTiers,
  priceTierWords,
} from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../kernel/ctx.ts'
import { exported } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { requireSeen } from '../device/device.service.ts'
import { listLedLabs } from '../lab/lab.service.ts'
import * as store from './demonstrate.store.ts'
import { listOnDay } from './price-plan.store.ts'
import { makeQuote, findRate } from './quote.rules.ts'

type Calls = typeof demonstrateCalls

export async function listDemonstrated(ctx: Ctx, { query }: Parsed<Calls['demonstrated']>) {
  const { items, total } = await store.readDevices(ctx.db, findToday(ctx), query)
  const all = ctx.holds('FEE_DEMONSTRATE_ALL')
  const labIds = all || !ctx.holds(...edit('FEE_DEMONSTRATE')) ? [] : await listLedLabs(ctx)
  return {
    items: items.map(({ id, name, serialId, labId, lab, plans, proof }) => {
      const shown = proof && {
        id: proof.id,
        version: proof.version,
        basis: proof.basis,
        meetingDay: proof.meetingDay,
        unitCostFen: findUnitCost(proof.costs, proof.yearlyQuantity),
      }
      return {
        device: { id, name, serialId },
        lab: { id: labId, name: lab },
        plans,
        proof: shown,
        coverage: judgeCoverage({ plans, proof: shown }),
        can: all || labIds.includes(labId) ? ['edit' as const] : [],
      }
    }),
    total,
  }
}

/** As on the page: an empty cell could mean that the tier pays nothing, or that it is not served. */
const findPrice = (tier: (typeof priceTiers)[number]) => ({
  header: `${priceTierWords[tier]}价格`,
  width: 30,
  value: ({ plans }: Awaited<ReturnType<typeof listDemonstrated>>['items'][number]) => {
    const prices = plans.flatMap((p) => {
      const rate = findRate(p.rates, tier)
      if (!rate) return []
      return [`${formatYuan(rate.unitFen)} 元/${nameUnit(p.basis, rate)}${hasTerms(rate) ? ' 起' : ''}`]
    })
    if (prices.length > 0) return prices.join('；')
    return plans.length > 0 ? '不开放' : '不收费'
  },
})
export const exportDemonstrated = exported('收费测算', listDemonstrated, [
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '计费方式', value: (r) => r.plans.map((p) => priceBasisWords[p.basis]).join('、') },
  ...priceTiers.map(findPrice),
  { header: '单位成本（元）', money: true, value: (r) => r.proof && r.proof.unitCostFen / 100 },
  { header: '论证日期', value: (r) => r.proof?.meetingDay },
  { header: '价格与成本', value: (r) => coverageWords[r.coverage] },
])

export async function estimate(ctx: Ctx, { query }: Parsed<Calls['estimate']>) {
  const { deviceId, basis, tier, minutes, samples } = query
  const device = await requireSeen(ctx, deviceId)
  const plan = (await listOnDay(ctx.db, device.id, findToday(ctx))).find((p) => p.basis === basis)
  return { quote: (plan && makeQuote(plan, tier, { minutes, samples })) ?? null }
}
