import type { BookingKind } from '@portal/contract/booking/booking'
import type { PriceBasis, Rate, Rates } from '@portal/contract/price-plan/price-plan'
import { addDays } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Random } from '../random.ts'
import type { Kind } from './kind.ts'
import type { Device, Frame, PlanVersion } from './model.ts'

const YUAN = 100
const roundYuan = (yuan: number) =>
  (yuan < 20 ? Math.max(1, Math.round(yuan)) : Math.round(yuan / 10) * 10) * YUAN

/** Factors of the campus price for each tier. */
const factors = { dept: 0.7, campus: 1, school: 1.5, company: 2.5 } as const

interface Charge {
  basis: PriceBasis
  yuan: number
}
/**
 * The basis on which a kind is charged; for kinds used both ways also the other basis: hours for people,
 * pieces for samples.
 */
function listCharges({ charge, ways }: Kind): Charge[] {
  const own: Charge =
    'hour' in charge ? { basis: 'per_time', yuan: charge.hour } : { basis: 'per_sample', yuan: charge.sample }
  if (ways !== 'both') return [own]
  return [
    own,
    own.basis === 'per_time'
      ? { basis: 'per_sample', yuan: own.yuan * 0.6 }
      : { basis: 'per_time', yuan: own.yuan * 1.5 },
  ]
}

function listRates(
  { basis, yuan }: Charge,
  device: Device,
  tiers: readonly (keyof typeof factors)[],
  random: Random,
): Rates {
  const hourly = basis === 'per_time'
  const start = !device.cast && hourly && random.chance(0.15) ? roundYuan(yuan * 0.3) : 0
  const many = !device.cast && !hourly && random.chance(0.4)
  return Object.fromEntries(
    tiers.map((tier): [string, Rate] => {
      const unitFen = roundYuan(yuan * factors[tier])
      return [
        tier,
        {
          unitFen,
          unitMinutes: hourly ? 60 : 0,
          startFen: start,
          minUnits: 0,
          bands: many ? [{ fromUnits: 20, unitFen: roundYuan(yuan * factors[tier] * 0.85) }] : [],
        },
      ]
    }),
  )
}

/**
 * The price plans of a device: one or two versions for each basis, and for a few devices a third one in the
 * future.
 */
export function makePlans(
  device: Device,
  { today }: Frame,
  random: Random,
  newId: () => number,
): PlanVersion[] {
  const tiers =
    device.cast || random.chance(0.85)
      ? (['dept', 'campus', 'school', 'company'] as const)
      : (['dept', 'campus', 'school'] as const)
  const first = addDays(today, -800)
  const starts = device.cast || random.chance(0.6) ? [first] : [first, addDays(today, -random.int(60, 300))]
  if (!device.cast && random.chance(0.05)) starts.push(addDays(today, random.int(40, 120)))
  return listCharges(device.kind).flatMap(({ basis, yuan }) =>
    starts.map((from, i) => {
      const rates = listRates(
        { basis, yuan: device.cast ? yuan : yuan * (0.9 + 0.1 * i) },
        device,
        tiers,
        random,
      )
      return { id: newId(), version: i + 1, basis, from, until: starts[i + 1] ?? null, rates }
    }),
  )
}

/** The version in force on a day; if both bases exist, the one that fits the kind of booking. */
export function planOn(
  plans: readonly PlanVersion[],
  day: string,
  kind: BookingKind,
): PlanVersion | undefined {
  const basis = kind === 'sample_delivery' ? 'per_sample' : 'per_time'
  const here = plans.filter((p) => p.from <= day && (p.until === null || day < p.until))
  return here.find((p) => p.basis === basis) ?? here[0]
}

export function planRows(copier: Copier): { add: (device: Device, plan: PlanVersion) => void } {
  const rows = copier.table('price_plan', [
    'id',
    'device_id',
    'basis',
    'version',
    'effective',
    'rates',
    'note',
    'created_by',
  ])
  return {
    add: (device, plan) =>
      rows.add({
        id: plan.id,
        device_id: device.id,
        basis: plan.basis,
        version: plan.version,
        effective: `[${plan.from},${plan.until ?? ''})`,
        rates: { json: plan.rates },
        note: plan.version === 1 ? '经收费论证并公示' : '运行成本调整',
        created_by: device.lab.directorId,
      }),
  }
}
