import { pricePlanRefusals, type PricePlanRow } from '@portal/contract/price-plan/price-plan'
import { refuseField } from '../../kernel/refuse.ts'
import { addDays } from '../../kernel/time.ts'

/** The validity of a version, in campus days: `until` is the first day without it (null: no end). */
export interface Version {
  from: string
  until: string | null
}

export const findState = ({ from, until }: Version, today: string): PricePlanRow['state'] =>
  from > today ? 'coming' : until !== null && until <= today ? 'past' : 'current'

/**
 * The actions allowed on a version, given all versions of its device and basis. Only the last one can change
 * its end.
 */
export function listActions(version: Version, all: readonly Version[], today: string): PricePlanRow['can'] {
  if (all.some((other) => other.from > version.from)) return []
  const state = findState(version, today)
  if (state === 'coming') return ['withdraw']
  return state === 'current' ? ['end'] : []
}

/**
 * Refuses a new version that starts in the past or not after the last one, so that every quote keeps its
 * version.
 */
export function judgeNew(from: string, all: readonly Version[], today: string): void {
  if (from < today) throw refuseField('from', pricePlanRefusals.PRICE_FROM_PAST, 'PRICE_FROM_PAST')
  const last = all.reduce<string | null>((max, v) => (max === null || v.from > max ? v.from : max), null)
  if (last === null || last < from) return
  throw last > today
    ? refuseField('from', pricePlanRefusals.PRICE_LATER_EXISTS, 'PRICE_LATER_EXISTS')
    : refuseField('from', pricePlanRefusals.PRICE_FROM_TAKEN, 'PRICE_FROM_TAKEN')
}

/**
 * The first day without the version if `lastDay` is its last; refuses a last day before today or before its
 * start.
 */
export function judgeEnd(version: Version, lastDay: string, today: string): string {
  if (lastDay < version.from || lastDay < today)
    throw refuseField('lastDay', '停用日期不能早于今天和生效日期')
  return addDays(lastDay, 1)
}
