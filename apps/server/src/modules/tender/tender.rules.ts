import { tenderRefusals as words, type TenderMethod, type TenderState } from '@portal/contract/tender/tender'
import { refuse, refuseField, type Refusal } from '../../kernel/refuse.ts'

const DAY_MS = 86_400_000

export interface Announcement {
  method: TenderMethod
  announcement: string
  opensAt: Date | null
  minQuotations: number
  /** How many are invited. */
  invited: number
}

/** What keeps a draft from being announced. `minDays` is how long a public tender has to be open for everybody. */
export function judgeAnnouncement(t: Announcement, now: Date, minDays: number): Refusal | undefined {
  if (!t.announcement) return refuseField('announcementHtml', words.ANNOUNCEMENT_MISSING, 'ANNOUNCEMENT_MISSING')
  if (!t.opensAt) return refuseField('opensAt', words.OPENS_MISSING, 'OPENS_MISSING')
  if (t.opensAt <= now) return refuseField('opensAt', words.OPENS_PAST, 'OPENS_PAST')
  if (t.method === 'public') {
    return t.opensAt.getTime() - now.getTime() < minDays * DAY_MS ? refuseField('opensAt', `${words.OPENS_EARLY}（至少 ${minDays} 天）`, 'OPENS_EARLY') : undefined
  }
  return t.invited < t.minQuotations ? refuseField('supplierIds', `${words.INVITED_FEW}（至少 ${t.minQuotations} 家）`, 'INVITED_FEW') : undefined
}

export interface Price {
  itemId: number
  unitPriceFen: number
}
/** Every item has its price, and they come to the amount, to the fen. */
export function judgePrices(items: readonly { id: number; quantity: number }[], prices: readonly Price[], amountFen: number): Refusal | undefined {
  const unit = new Map(prices.map((p) => [p.itemId, p.unitPriceFen]))
  if (unit.size !== prices.length || unit.size !== items.length || items.some((i) => !unit.has(i.id))) return refuseField('prices', words.ITEMS_CHANGED, 'ITEMS_CHANGED')
  const sum = items.reduce((total, i) => total + (unit.get(i.id) ?? 0) * i.quantity, 0)
  return sum === amountFen ? undefined : refuseField('amountFen', words.AMOUNT_DIFFERS, 'AMOUNT_DIFFERS')
}

/** Lowest-price reference: the lowest qualified amount earns 100, the others in proportion; who is not qualified, none. */
export function priceScores(quotations: readonly { id: number; amountFen: number; qualified: boolean }[]): Map<number, number | null> {
  const lowest = Math.min(...quotations.filter((q) => q.qualified).map((q) => q.amountFen))
  return new Map(quotations.map((q) => [q.id, q.qualified ? Math.round((lowest / q.amountFen) * 10_000) / 100 : null]))
}

export interface Judgement {
  quotationId: number
  qualified: boolean
  technicalScore: number | null
}
/** All that was opened is judged together: nobody's chances change in between. */
export function judgeEvaluation(openedIds: readonly number[], items: readonly Judgement[]): Refusal | undefined {
  const judged = new Set(items.map((i) => i.quotationId))
  if (judged.size !== items.length || judged.size !== openedIds.length || openedIds.some((id) => !judged.has(id))) return refuse('JUDGED_PARTLY', words.JUDGED_PARTLY)
  const missing = items.findIndex((i) => i.qualified && i.technicalScore === null)
  return missing < 0 ? undefined : refuseField(`items.${missing}.technicalScore`, words.SCORE_MISSING, 'SCORE_MISSING')
}

/** Too few quotations are held again once; if they are as few then, the best of them may have it (招标投标法, 第二十八条). */
export function judgeAward(t: { round: number; minQuotations: number }, opened: readonly { id: number; qualified: boolean | null }[], quotationId: number): Refusal | undefined {
  if (opened.length < t.minQuotations && t.round === 1) return refuse('TOO_FEW', words.TOO_FEW)
  if (opened.some((q) => q.qualified === null)) return refuse('JUDGED_PARTLY', words.JUDGED_PARTLY)
  return opened.find((q) => q.id === quotationId)?.qualified ? undefined : refuseField('quotationId', words.NOT_QUALIFIED, 'NOT_QUALIFIED')
}

/** What a supplier was or is in a tender. */
export function standingOf(state: TenderState, quoted: boolean, won: boolean): 'none' | 'quoted' | 'won' | 'lost' {
  if (!quoted) return 'none'
  if (state === 'awarded') return won ? 'won' : 'lost'
  return 'quoted'
}
