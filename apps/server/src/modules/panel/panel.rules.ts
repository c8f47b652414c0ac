import { createHash } from 'node:crypto'
import type { PanelNeeds } from '@portal/contract/panel/calls'
import { panelRefusals, type PanelVerdict, type Profession } from '@portal/contract/panel/panel'
import type { Reason } from '@portal/contract/kernel/envelope'

type Code = keyof typeof panelRefusals
const because = (code: Code, field: string, detail = ''): Reason => ({
  code,
  message: panelRefusals[code] + detail,
  field,
})

export interface Seat {
  userId: number
  profession: Profession
  outside: boolean
}
export interface PersonFacts {
  id: number
  deptId: number | null
  onCampus: boolean
  enabled: boolean
}

/** Why people may not be experts. With `outsideOnly` people of the requester's department may not judge. */
export function judgeSeats(
  seats: readonly Seat[],
  people: ReadonlyMap<number, PersonFacts>,
  about: { requesterId: number; requesterDeptId: number | null; outsideOnly: boolean },
): Reason[] {
  return seats.flatMap((seat, i) => {
    const person = people.get(seat.userId)
    const field = `members.${i}.userId`
    if (!person?.enabled) return [because('PANEL_PERSON', field)]
    if (seats.findIndex((s) => s.userId === seat.userId) < i) return [because('PANEL_TWICE', field)]
    if (seat.userId === about.requesterId) return [because('PANEL_REQUESTER', field)]
    if (seat.outside && person.onCampus) return [because('PANEL_INSIDE', `members.${i}.outside`)]
    if (about.outsideOnly && person.deptId !== null && person.deptId === about.requesterDeptId)
      return [because('PANEL_DEPT', field)]
    return []
  })
}

/** 副教授, 研究员, 高级工程师, 主任医师 and the like, but not their assistants. */
export const isSenior = (title: string): boolean =>
  /教授|研究员|研究馆员|高级|高工|主任.{0,1}[医药护技]师|正高|副高|编审|译审|院士/.test(title) &&
  !/助理|助教|实习/.test(title)

/** What is missing before a panel can be called. `own`: number of experts of the requester's department. */
export function judgeCall(
  seats: readonly (Seat & { title: string })[],
  needs: PanelNeeds,
  own: number,
): Reason[] {
  const reasons: Reason[] = []
  const lawyers = seats.filter((s) => s.profession === 'lawyer').length
  if (seats.length < needs.minExperts)
    reasons.push(because('PANEL_SIZE', 'members', `：至少 ${needs.minExperts} 人，已有 ${seats.length} 人`))
  if (needs.odd && seats.length % 2 === 0)
    reasons.push(because('PANEL_ODD', 'members', `：已有 ${seats.length} 人`))
  if (lawyers < needs.minLawyers)
    reasons.push(because('PANEL_LAWYERS', 'members', `：至少 ${needs.minLawyers} 人`))
  if (needs.outsideOnly && seats.some((s) => s.profession === 'technical' && !s.outside))
    reasons.push(because('PANEL_OUTSIDE', 'members'))
  seats.forEach((s, i) => {
    if (needs.seniorOnly && !isSenior(s.title)) reasons.push(because('PANEL_SENIOR', `members.${i}.title`))
  })
  if (needs.ownThird && own * 3 > seats.length)
    reasons.push(because('PANEL_OWN', 'members', `：共 ${seats.length} 人，本单位 ${own} 人`))
  const inside = seats.filter((s) => !s.outside).length
  if (needs.campusThird && inside * 3 > seats.length)
    reasons.push(because('PANEL_CAMPUS', 'members', `：共 ${seats.length} 人，校内 ${inside} 人`))
  return reasons
}

/** The result of all verdicts; undefined while one is missing. */
export function judgeOutcome(
  verdicts: readonly (PanelVerdict | null)[],
  unanimous: boolean,
): 'agreed' | 'disagreed' | undefined {
  if (verdicts.length === 0 || verdicts.includes(null)) return undefined
  const agreed = verdicts.filter((v) => v === 'agree').length
  return (unanimous ? agreed === verdicts.length : agreed * 2 > verdicts.length) ? 'agreed' : 'disagreed'
}

export function nameConclusion(verdicts: readonly (PanelVerdict | null)[]): string {
  const countVerdicts = (verdict: PanelVerdict) => verdicts.filter((v) => v === verdict).length
  return `共 ${verdicts.length} 位专家，${countVerdicts('agree')} 位同意，${countVerdicts('disagree')} 位不同意`
}

/** SHA-256 over a signed opinion: any later change to it is detected. */
export const makeSeal = (s: {
  panelId: number
  userId: number
  name: string
  verdict: PanelVerdict
  opinion: string
  at: Date
}): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([s.panelId, s.userId, s.name, s.verdict, s.opinion, s.at.toISOString()]))
    .digest()
