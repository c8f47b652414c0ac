import {
  acceptanceRefusals,
  type AcceptanceScale,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import type { AcceptanceProcess } from './acceptance.flow.ts'

/** The scale, by the most expensive piece; prices in fen. */
export function findScale(
  pricesFen: readonly number[],
  from: { mediumFen: number; largeFen: number },
): AcceptanceScale {
  const dearest = Math.max(0, ...pricesFen)
  return dearest >= from.largeFen ? 'large' : dearest >= from.mediumFen ? 'medium' : 'small'
}

/**
 * How many people sign besides the receiver: `college` for medium and large acceptances; for a small one 1,
 * or 2 from a price on.
 */
export function chooseCosigners(
  scale: AcceptanceScale,
  pricesFen: readonly number[],
  n: { college: number; threeFromFen: number },
): number {
  if (scale !== 'small') return n.college
  return Math.max(0, ...pricesFen) >= n.threeFromFen ? 2 : 1
}

export const cosignerNumbers = ['acceptance_members_min', 'acceptance_self_three_from'] as const
/** How many must sign besides the receiver by today's rules; the dictionaries hold yuan. */
export const countCosignersToday = (
  a: { scale: AcceptanceScale },
  pieces: readonly { priceFen: number }[],
  n: Record<(typeof cosignerNumbers)[number], number>,
): number =>
  chooseCosigners(
    a.scale,
    pieces.map((p) => p.priceFen),
    { college: n.acceptance_members_min, threeFromFen: n.acceptance_self_three_from * 100 },
  )

/** Numbers on plates are compared without blanks and in capitals. */
const plain = (number: string) => number.replace(/\s/g, '').toUpperCase()
export const isSameNumber = (a: string, b: string | null): boolean => b !== null && plain(a) === plain(b)

export interface Submitted {
  scale: AcceptanceScale
  place: string | null
  acceptedOn: string | null
  conclusion: string | null
  checks: readonly { label: string; ok: boolean | null; note: string | null }[]
  pieces: readonly {
    verdict: 'accept' | 'refuse' | null
    factoryNumber: string | null
    suppliedNumber: string | null
    reason: string | null
  }[]
}
export interface About {
  today: string
  pictures: number
  membersMin: number
  /** Number of signing members who belong to the laboratory or the department. */
  ownMembers: number
}

/** All reasons against submitting now; empty if there are none. */
export function judgeSubmission(a: Submitted, about: About): Reason[] {
  const reasons: Reason[] = []
  const say = (field: string, code: keyof typeof acceptanceRefusals, detail = '') =>
    reasons.push({ code, message: acceptanceRefusals[code] + detail, field })
  if (a.place === null) say('place', 'PLACE_MISSING')
  if (a.acceptedOn === null) say('acceptedOn', 'DAY_MISSING')
  else if (a.acceptedOn > about.today) say('acceptedOn', 'DAY_FUTURE')
  if (a.conclusion === null) say('conclusion', 'CONCLUSION_MISSING')
  a.checks.forEach((c, i) => {
    if (c.ok === null) say(`checks.${i}.ok`, 'CHECK_MISSING', `：${c.label}`)
    else if (!c.ok && c.note === null) say(`checks.${i}.note`, 'CHECK_NOTE', `：${c.label}`)
  })
  if (a.pieces.length === 0) say('pieces', 'NO_PIECES')
  a.pieces.forEach((p, i) => {
    if (p.verdict === null) say(`pieces.${i}.verdict`, 'PIECE_UNJUDGED')
    else if (p.verdict === 'refuse' && p.reason === null) say(`pieces.${i}.reason`, 'PIECE_REASON')
    else if (p.verdict === 'accept' && p.factoryNumber === null)
      say(`pieces.${i}.factoryNumber`, 'NUMBER_MISSING')
    else if (p.verdict === 'accept' && !isSameNumber(p.factoryNumber ?? '', p.suppliedNumber))
      say(`pieces.${i}.factoryNumber`, 'NUMBER_DIFFERS')
  })
  if (about.pictures === 0) say('pictures', 'PICTURE_MISSING')
  if (about.ownMembers < about.membersMin) {
    say(
      'members',
      'MEMBERS_MISSING',
      `：至少需要${a.scale === 'small' ? '本实验室' : '本单位'} ${about.membersMin} 人（不含验收人），现有 ${about.ownMembers} 人`,
    )
  }
  return reasons
}

/**
 * A person's roles in an acceptance, apart from being awaited. While others sign, the office may send it back
 * unless it is the receiver.
 */
export function findRoles(
  a: { state: AcceptanceState; receiverId: number; unsignedIds: readonly number[] },
  who: { userId: number; office: boolean },
): AcceptanceProcess['role'][] {
  if (who.userId === a.receiverId) return ['receiver']
  if (a.state !== 'awaiting_signatures') return []
  return [
    ...(a.unsignedIds.includes(who.userId) ? (['member'] as const) : []),
    ...(who.office ? (['equip_office'] as const) : []),
  ]
}

/** The acceptance in one sentence, for messages. */
export function nameSummary(a: {
  title: string
  pieceCount: number
  refusedCount: number
  totalFen: number
}): string {
  const back = a.refusedCount > 0 ? `，其中 ${a.refusedCount} 台（件）退回供应商` : ''
  return `“${a.title}”共 ${a.pieceCount} 台（件）${back}，本次验收金额 ${formatYuan(a.totalFen)} 元`
}
