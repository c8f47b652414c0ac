import { fundCardRefusals, type FundCardState } from '@portal/contract/fund-card/fund-card'
import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'

/** First and last day, `YYYY-MM-DD`, both included; null means no limit. */
export interface Validity {
  validFrom: string | null
  validTo: string | null
}
export interface Limits extends Validity {
  perUseLimitFen: number | null
  totalLimitFen: number | null
  usedFen: number
}
export interface CardFacts extends Validity {
  ownerId: number
  balanceFen: number
  frozenFen: number
  creditFen: number
  enabled: boolean
}

const findPhase = (v: Validity, day: string): 'usable' | 'not_yet' | 'expired' =>
  v.validFrom !== null && day < v.validFrom
    ? 'not_yet'
    : v.validTo !== null && day > v.validTo
      ? 'expired'
      : 'usable'

export const findState = (card: Validity & { enabled: boolean }, day: string): FundCardState =>
  card.enabled ? findPhase(card, day) : 'disabled'

export const findAvailable = (card: Pick<CardFacts, 'balanceFen' | 'frozenFen' | 'creditFen'>): number =>
  card.balanceFen - card.frozenFen + card.creditFen

/** Money released just before it is spent again; `ownFen` of it counts against the authorisation. */
export interface Freed {
  heldFen: number
  ownFen: number
}
/** The most that this person can spend at once today, in fen; the owner's authorisation is null. */
export function findUsable(
  card: CardFacts,
  authorisation: Limits | null,
  day: string,
  freed: Freed = { heldFen: 0, ownFen: 0 },
): number {
  if (findState(card, day) !== 'usable') return 0
  if (authorisation && findPhase(authorisation, day) !== 'usable') return 0
  const { perUseLimitFen, totalLimitFen, usedFen } = authorisation ?? {
    perUseLimitFen: null,
    totalLimitFen: null,
    usedFen: 0,
  }
  return Math.max(
    0,
    Math.min(
      findAvailable(card) + freed.heldFen,
      perUseLimitFen ?? Infinity,
      totalLimitFen === null ? Infinity : totalLimitFen - Math.max(0, usedFen - freed.ownFen),
    ),
  )
}

type Code = keyof typeof fundCardRefusals
const because = (code: Code, detail = ''): Reason => ({ code, message: fundCardRefusals[code] + detail })
const yuan = (fen: number) => `${formatYuan(fen)} 元`

/** What an authorisation allows, for the person who has it. A body may leave out what has no limit. */
export function describeLimits(v: Partial<{ [K in keyof Limits]: Limits[K] | undefined }>): string {
  const limits = [
    v.perUseLimitFen && `单次额度 ${yuan(v.perUseLimitFen)}`,
    v.totalLimitFen && `总额度 ${yuan(v.totalLimitFen)}`,
    v.validFrom && `${v.validFrom} 起可用`,
    v.validTo && `有效期至 ${v.validTo}`,
  ].filter(Boolean)
  return limits.length > 0 ? limits.join('，') : '不限额度和期限'
}

type Spending = {
  userId: number
  amountFen: number
  /** Amount that the same use has frozen before: the limit per use covers all of it. */
  besideFen?: number
  day: string
}
/** A limit or balance that is too small: what is left of it, and how much is missing, in fen. */
export interface Short {
  code: 'CARD_PER_USE' | 'CARD_TOTAL' | 'CARD_BALANCE'
  leftFen: number
  missingFen: number
}
/** The limits and balances that are too small for this use, whatever other reasons speak against it. */
export function findShort(card: CardFacts, authorisation: Limits | null, use: Spending): Short[] {
  const { perUseLimitFen, totalLimitFen, usedFen } =
    authorisation && card.ownerId !== use.userId ? authorisation : noLimits
  const left: [Short['code'], number][] = [['CARD_BALANCE', findAvailable(card)]]
  if (totalLimitFen !== null) left.unshift(['CARD_TOTAL', totalLimitFen - usedFen])
  if (perUseLimitFen !== null) left.unshift(['CARD_PER_USE', perUseLimitFen - (use.besideFen ?? 0)])
  return left
    .filter(([, fen]) => use.amountFen > fen)
    .map(([code, fen]) => ({ code, leftFen: Math.max(0, fen), missingFen: use.amountFen - fen }))
}
const noLimits = { perUseLimitFen: null, totalLimitFen: null, usedFen: 0 }

const shortWords: Record<Short['code'], string> = {
  CARD_PER_USE: '授权单次额度',
  CARD_TOTAL: '授权总额度',
  CARD_BALANCE: '可用余额',
}
/** True for a reason that more money or a higher limit resolves: the person may still use the card. */
export const isShort = ({ code }: Pick<Reason, 'code'>): boolean => Object.hasOwn(shortWords, code)
/** Says for the card's owner what is missing. */
export const wordMissing = (short: readonly Short[]): string =>
  short.map((s) => `${shortWords[s.code]}差 ${yuan(s.missingFen)}`).join('、')

/** All reasons against this person spending this amount from this card on this day. Empty: it is allowed. */
export function judgeUse(card: CardFacts | undefined, authorisation: Limits | null, use: Spending): Reason[] {
  if (!card) return [because('CARD_MISSING')]
  const owner = card.ownerId === use.userId
  // A person without a right to the card learns nothing else about it.
  if (!owner && !authorisation) return [because('CARD_NOT_YOURS')]
  const reasons: Reason[] = []
  const state = findState(card, use.day)
  if (state === 'disabled') reasons.push(because('CARD_DISABLED'))
  if (state === 'not_yet') reasons.push(because('CARD_NOT_YET', `（${card.validFrom} 起可用）`))
  if (state === 'expired') reasons.push(because('CARD_EXPIRED', `（有效期至 ${card.validTo}）`))
  if (!owner && authorisation) {
    const phase = findPhase(authorisation, use.day)
    if (phase === 'not_yet')
      reasons.push(because('CARD_GRANT_NOT_YET', `（${authorisation.validFrom} 起可用）`))
    if (phase === 'expired')
      reasons.push(because('CARD_GRANT_EXPIRED', `（有效期至 ${authorisation.validTo}）`))
  }
  for (const { code, leftFen } of findShort(card, authorisation, use)) {
    if (code === 'CARD_PER_USE')
      reasons.push(
        because(
          code,
          `（单次 ${yuan(authorisation?.perUseLimitFen ?? 0)}，本次 ${yuan(use.amountFen + (use.besideFen ?? 0))}）`,
        ),
      )
    else if (code === 'CARD_TOTAL')
      reasons.push(because(code, `（剩余 ${yuan(leftFen)}，本次 ${yuan(use.amountFen)}）`))
    // Only the owner sees the amount on a card; others learn only that it is too little.
    else reasons.push(because(code, owner ? `（可用 ${yuan(leftFen)}，需要 ${yuan(use.amountFen)}）` : ''))
  }
  return reasons
}
