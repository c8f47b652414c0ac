import { formatYuan } from '@portal/contract/kernel/money'
import { tenderRefusals as words, type TenderMethod, type TenderState } from '@portal/contract/tender/tender'
import { refuseField, type Refusal } from '../../kernel/refuse.ts'

const DAY_MS = 86_400_000

export interface Announcement {
  method: TenderMethod
  announcement: string
  opensAt: Date | null
  minQuotations: number
  /** How many of those that are invited may be bought from. */
  invited: number
  /** The names of the others. */
  unfit?: readonly string[]
}

/**
 * What keeps a draft from being announced. `minDays` is how long a
 * public tender has to be open for everybody.
 */
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
/** Every item has its price, they come to the amount, to the fen, and it is within what was announced. */
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

/** What a supplier was or is in a tender. */
export function judgeStanding(
  state: TenderState,
  quoted: boolean,
  won: boolean,
): 'none' | 'quoted' | 'won' | 'lost' {
  if (!quoted) return 'none'
  if (state === 'awarded') return won ? 'won' : 'lost'
  return 'quoted'
}
