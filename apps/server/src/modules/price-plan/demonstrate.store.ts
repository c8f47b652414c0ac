import type { Costs } from '@portal/contract/price-plan/justification'
import type { PriceBasis, Rates } from '@portal/contract/price-plan/price-plan'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { findMeaning, readPage, type List, type Restriction } from '../../kernel/list.store.ts'

export interface DemonstratedDevice {
  id: number
  name: string
  serialId: string
  labId: number
  lab: string
  plans: { basis: PriceBasis; rates: Rates }[]
  proof: {
    id: number
    version: number
    basis: PriceBasis
    meetingDay: string
    costs: Costs
    yearlyQuantity: number
  } | null
}
/**
 * Shared instruments with the prices of a day and the last justification. `day`: a day in campus time,
 * `YYYY-MM-DD`.
 */
const listOn = (day: string): List => ({
  table: 'device',
  as: 'd',
  called: true,
  row: `d.id, d.name, d.serial_id as "serialId", d.lab_id as "labId", l.name as lab,
    coalesce(p.plans, '[]') as plans, j.proof`,
  joins: `join lab l on l.id = d.lab_id
    left join lateral (select jsonb_agg(jsonb_build_object('basis', basis, 'rates', rates)
      order by basis desc) as plans
      from price_plan where device_id = d.id and effective @> '${day}'::date) p on true
    left join lateral (select jsonb_build_object('id', id, 'version', version, 'basis', basis, 'meetingDay',
      meeting_day,
        'costs', costs, 'yearlyQuantity', yearly_quantity) as proof
      from price_justification where device_id = d.id order by version desc limit 1) j on true`,
})

export interface Asked {
  keyword?: string | undefined
  labId?: number | undefined
  proof?: 'has' | 'none' | undefined
  page: number
  size: number
}
const JUSTIFIED = sql`exists (select from price_justification j where j.device_id = d.id)`
export async function readDevices(db: Db, day: string, { keyword, labId, proof, ...at }: Asked) {
  const list = listOn(day)
  const where: Restriction[] = [sql`d.shared and d.status <> 'scrapped'`]
  if (labId !== undefined) where.push(sql`d.lab_id = ${labId}`)
  if (proof) where.push(proof === 'has' ? JUSTIFIED : sql`not ${JUSTIFIED}`)
  if (keyword) where.push(findMeaning(list, keyword))
  return readPage<DemonstratedDevice>(db, list, where, at)
}
