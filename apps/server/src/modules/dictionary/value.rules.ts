import { userTypeWords } from '@portal/contract/people/people'
import { parseRequiredPaper } from '@portal/contract/purchase/required'
import { parsePattern } from '@portal/contract/stock-in/asset-number'
import { MIN_PRICE_POINTS } from '@portal/contract/tender/tender'

// Values that code reads are checked when they are saved, not when a request needs them.

interface NumberRule {
  /** 1 by default. */
  least?: number
  most?: number
  odd?: boolean
}
/** Dictionaries with one whole number each, and the legal limits of that number. */
const numbers = {
  purchase_precious_from: {},
  purchase_comparison_from: {},
  purchase_negotiation_from: {},
  purchase_invited_from: {},
  purchase_public_from: {},
  panel_precious_size: {},
  panel_precious_large_from: {},
  panel_precious_large_size: {},
  // 财政部: at least five experts, an odd number, one of them a lawyer.
  panel_import_size: { least: 5, odd: true },
  panel_import_lawyers: {},
  acceptance_medium_from: {},
  acceptance_large_from: {},
  acceptance_members_min: {},
  acceptance_self_three_from: {},
  scrap_panel_from: {},
  scrap_panel_size: { least: 5 },
  scrap_outside_from: {},
  tender_min_quotations: {},
  // 财政部令第74号、第87号: at least three members, for a tender at least five, an odd number; for goods the price has
  // at least 30 points.
  tender_committee_size: { least: 3, odd: true },
  tender_committee_large_size: { least: 5, odd: true },
  tender_price_points: { least: MIN_PRICE_POINTS, most: 70 },
  tender_commercial_points: { least: 0, most: 30 },
  // 0 days: an announcement may be opened on the day it is published.
  tender_min_days: { least: 0 },
  // 0: every write-off needs its paper.
  write_off_paper_from: { least: 0 },
} satisfies Record<string, NumberRule>
/** The dictionaries that code may read as a number: only those checked on save. */
export type NumberName = keyof typeof numbers

const holdsNumber = (name: string): name is NumberName => Object.hasOwn(numbers, name)

/** True if one enabled item must remain: without it, forms that need the number cannot be submitted. */
export const keepsOne = (name: string): boolean => holdsNumber(name) || name === 'asset_number_pattern'

/** True for an item that code reads by its value: without it no supplier can be submitted. */
export const isNeeded = (name: string, value: string): boolean =>
  name === 'supplier_paper' && value === 'licence'

/**
 * True for an item by whose value code tells people apart (students submit no purchases, guests are given
 * theirs at registration): it may be renamed and disabled, but keeps its value and is not removed.
 */
export const isRead = (name: string, value: string): boolean =>
  name === 'campus_user_type' && Object.hasOwn(userTypeWords, value)

/** Why this value is refused in this dictionary; undefined: accepted. */
export function judgeValue(name: string, value: string): string | undefined {
  if (name === 'purchase_required')
    return parseRequiredPaper(value)
      ? undefined
      : '值应为“材料种类:条件”，条件为 always、precious、import 或预算总价起点（元），如 price_evidence:always'
  if (name === 'asset_number_pattern')
    return parsePattern(value, { day: '2026-01-01', deptCode: '100' })
      ? undefined
      : '值应含一个流水号 {SEQ1} 至 {SEQ9}，此外可用 {YYYY}、{YY}、{MM}、{DEPT}、字母、数字和 . - _ /，如 {YYYY}{SEQ5}'
  const rule: NumberRule | undefined = holdsNumber(name) ? numbers[name] : undefined
  if (!rule) return undefined
  const { least = 1, most } = rule
  if (!/^(?:0|[1-9]\d{0,11})$/.test(value) || (least === 1 && value === '0'))
    return least === 0 ? '值应为非负整数' : '值应为正整数'
  if (Number(value) < least) return `值不能小于 ${least}`
  if (most !== undefined && Number(value) > most) return `值不能大于 ${most}`
  return rule.odd && Number(value) % 2 === 0 ? '值应为奇数' : undefined
}
