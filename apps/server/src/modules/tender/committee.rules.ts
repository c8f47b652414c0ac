import { createHash } from 'node:crypto'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { OpinionBody } from '@portal/contract/tender/calls'
import type { ScoringRule } from '@portal/contract/tender/rows'
import { tenderRefusals as words } from '@portal/contract/tender/tender'
import { refuse, refuseField, type Refusal } from '../../kernel/refuse.ts'

type Code = keyof typeof words
const because = (code: Code, field: string, detail = ''): Reason => ({
  code,
  message: words[code] + detail,
  field,
})

export interface Seat {
  userId: number
  unit: string
  title: string
  chair: boolean
}
export interface PersonFacts {
  id: number
  name: string
  deptId: number | null
  enabled: boolean
  /** Acts for any supplier. It is not asked which one, because the refusal would reveal who quoted. */
  ofSupplier: boolean
  /** Works for the tendering office. */
  ofOffice: boolean
}
export interface About {
  requesterId: number
  /** The department that buys. */
  deptId: number | null
  committeeSize: number
  /** Names of the invited companies, and of those that quoted once that is known. */
  companies: readonly string[]
}
/** Does this person belong to the department that buys (采购人代表)? */
export const isOwn = (person: PersonFacts | undefined, { deptId }: About): boolean =>
  deptId !== null && person?.deptId === deptId

/** Why a person may not be a member, or may no longer be one. */
export function judgeSeat(
  seat: Seat,
  person: PersonFacts | undefined,
  about: About,
  at = '',
): Reason | undefined {
  if (!person?.enabled) return because('MEMBER_PERSON', `${at}userId`)
  if (person.id === about.requesterId) return because('MEMBER_REQUESTER', `${at}userId`)
  if (person.ofOffice) return because('MEMBER_OFFICE', `${at}userId`)
  if (person.ofSupplier) return because('MEMBER_SUPPLIER', `${at}userId`)
  if (about.companies.includes(seat.unit)) return because('MEMBER_SUPPLIER', `${at}unit`)
  return seat.chair && isOwn(person, about) ? because('MEMBER_CHAIR', `${at}chair`) : undefined
}

/**
 * Why the committee is not composed as the law requires (财政部令第74号 第七条, 第87号 第四十五、四十七条): enough members, an
 * odd number, at most a third from the department that buys, and no seller or organiser. Members who have
 * `signed` cannot be exchanged, so they count as what they were then, even if their account is closed.
 */
export function judgeCommittee(
  seats: readonly Seat[],
  people: ReadonlyMap<number, PersonFacts>,
  about: About,
  signed: ReadonlyMap<number, { own: boolean }> = new Map(),
): Reason[] {
  const reasons = seats.flatMap((seat, i) =>
    signed.has(seat.userId) ? [] : (judgeSeat(seat, people.get(seat.userId), about, `members.${i}.`) ?? []),
  )
  const own = seats.filter((s) => signed.get(s.userId)?.own ?? isOwn(people.get(s.userId), about)).length
  if (seats.length < about.committeeSize)
    reasons.push(
      because('COMMITTEE_SIZE', 'members', `：至少 ${about.committeeSize} 人，已有 ${seats.length} 人`),
    )
  else if (seats.length % 2 === 0)
    reasons.push(because('COMMITTEE_ODD', 'members', `：已有 ${seats.length} 人`))
  if (own * 3 > seats.length)
    reasons.push(because('COMMITTEE_OWN', 'members', `：共 ${seats.length} 人，申购单位 ${own} 人`))
  if (seats.filter((s) => s.chair).length > 1) reasons.push(because('COMMITTEE_CHAIRS', 'members'))
  return reasons
}
export type Item = OpinionBody['items'][number]
/** Every opened quotation needs its points, or the reason why it does not qualify. */
export function judgeOpinion(
  openedIds: readonly number[],
  items: readonly Item[],
  { kind, technicalPoints, commercialPoints }: ScoringRule,
): Refusal | undefined {
  const judged = new Set(items.map((i) => i.quotationId))
  if (
    judged.size !== items.length ||
    judged.size !== openedIds.length ||
    openedIds.some((id) => !judged.has(id))
  )
    return refuse('JUDGED_PARTLY', words.JUDGED_PARTLY)
  const reasons = items.flatMap((item, i) => {
    if (!item.qualified) return item.words === null ? [because('WORDS_MISSING', `items.${i}.words`)] : []
    if (kind === 'lowest') return []
    return (
      [
        ['technicalScore', technicalPoints],
        ['commercialScore', commercialPoints],
      ] as const
    ).flatMap(([field, most]) => {
      const score = item[field]
      if (score === null) return [because('SCORE_MISSING', `items.${i}.${field}`)]
      return score > most ? [because('SCORE_RANGE', `items.${i}.${field}`, `：最高 ${most} 分`)] : []
    })
  })
  return reasons[0] && refuse(reasons[0].code, reasons[0].message, { reasons })
}

/** Points count only for qualified quotations, and only where the scoring uses points. */
export const listCounted = (items: readonly Item[], { kind }: ScoringRule): Item[] =>
  items.map((i) =>
    i.qualified && kind === 'points' ? i : { ...i, technicalScore: null, commercialScore: null },
  )

/** SHA-256 over a signed opinion: any later change to it is detected. */
export const makeSeal = (s: {
  tenderId: number
  userId: number
  name: string
  opinion: string | null
  items: readonly Item[]
  at: Date
}): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        s.tenderId,
        s.userId,
        s.name,
        s.opinion,
        s.items.map((i) => [i.quotationId, i.qualified, i.technicalScore, i.commercialScore, i.words]),
        s.at.toISOString(),
      ]),
    )
    .digest()

/**
 * The first time, too few quotations mean another round; if that has too few again, the best of them may win
 * (招标投标法, 第二十八条). A round that failed for another reason, as a wrong announcement, does not count.
 */
export const tooFew = (t: { hadTooFew: boolean; minQuotations: number }, quotations: number): boolean =>
  quotations < t.minQuotations && !t.hadTooFew

/** A round is concluded only after every member has signed. */
export function judgeConclusion(
  t: { hadTooFew: boolean; minQuotations: number },
  opened: number,
  members: readonly { signedAt: Date | null }[],
): Refusal | undefined {
  if (tooFew(t, opened)) return refuse('TOO_FEW', words.TOO_FEW)
  if (members.length === 0) return refuse('COMMITTEE_MISSING', words.COMMITTEE_MISSING, { status: 409 })
  const waiting = members.filter((m) => m.signedAt === null).length
  return waiting ? refuse('UNSIGNED', `${words.UNSIGNED}（${waiting} 人）`, { status: 409 }) : undefined
}

/** The first recommended quotation wins without a reason; any other qualified one needs a reason. */
export function judgeAward(
  opened: readonly { id: number; qualified: boolean | null; rank: number | null }[],
  quotationId: number,
  reason: string | null,
): Refusal | undefined {
  const chosen = opened.find((q) => q.id === quotationId)
  if (!chosen?.qualified) return refuseField('quotationId', words.NOT_QUALIFIED, 'NOT_QUALIFIED')
  return chosen.rank !== 1 && reason === null
    ? refuseField('reason', words.NOT_FIRST, 'NOT_FIRST')
    : undefined
}
