import { formatYuan } from '@portal/contract/kernel/money'
import { tenderRefusals as words, type TenderMethod, type TenderState } from '@portal/contract/tender/tender'
import { refuseField, type Refusal } from '../../kernel/refuse.ts'

const DAY_MS = 86_400_000

export interface Announcement {
  method: TenderMethod
  announcement: string
  opensAt: Date | null
  minQuotations: number
  /** Number of invited suppliers that may be bought from. */
  invited: number
  /** The names of the others. */
  unfit?: readonly string[]
}

/** Why a draft cannot be announced. `minDays`: the days a public tender must stay open. */
export function judgeAnnouncement(t: Announcement, now: Date, minDays: number): Refusal | undefined {
  if (!t.announcement)
    return refuseField('announcementHtml', words.ANNOUNCEMENT_MISSING, 'ANNOUNCEMENT_MISSING')
  if (!t.opensAt) return refuseField('opensAt', words.OPENS_MISSING, 'OPENS_MISSING')
  if (t.opensAt <= now) return refuseField('opensAt', words.OPENS_PAST, 'OPENS_PAST')
  if (t.method === 'public') {
    return t.opensAt.getTime() - now.getTime() < minDays * DAY_MS
      ? refuseField('opensAt', `${words.OPENS_EARLY}（至少 ${minDays} 天）`, 'OPENS_EARLY')
      : undefined
  }
  if (t.invited >= t.minQuotations) return undefined
  const unfit = t.unfit?.length ? `；${t.unfit.join('、')}未通过审核、已停用或执照到期，不计入` : ''
  return refuseField(
    'supplierIds',
    `${words.INVITED_FEW}（至少 ${t.minQuotations} 家${unfit}）`,
    'INVITED_FEW',
  )
}

export interface Price {
  itemId: number
  unitPriceFen: number
}
/**
 * Every item needs a price, the prices must add up to the amount to the fen, within the announced maximum.
 */
export function judgePrices(
  items: readonly { id: number; quantity: number }[],
  prices: readonly Price[],
  amountFen: number,
  maxPriceFen: number | null = null,
): Refusal | undefined {
  const unit = new Map(prices.map((p) => [p.itemId, p.unitPriceFen]))
  if (unit.size !== prices.length || unit.size !== items.length || items.some((i) => !unit.has(i.id)))
    return refuseField('prices', words.ITEMS_CHANGED, 'ITEMS_CHANGED')
  const sum = items.reduce((total, i) => total + (unit.get(i.id) ?? 0) * i.quantity, 0)
  if (sum !== amountFen) return refuseField('amountFen', words.AMOUNT_DIFFERS, 'AMOUNT_DIFFERS')
  return maxPriceFen !== null && sum > maxPriceFen
    ? refuseField('prices', `${words.OVER_MAX}（最高限价 ${formatYuan(maxPriceFen)} 元）`, 'OVER_MAX')
    : undefined
}

/** The result of a supplier in a tender. */
export function judgeStanding(
  state: TenderState,
  quoted: boolean,
  won: boolean,
): 'none' | 'quoted' | 'won' | 'lost' {
  if (!quoted) return 'none'
  if (state === 'awarded') return won ? 'won' : 'lost'
  return 'quoted'
}
