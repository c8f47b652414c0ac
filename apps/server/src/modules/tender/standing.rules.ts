import type { TenderMethod } from '@portal/contract/tender/tender'
import type { Tender } from './tender.flow.ts'

/**
 * File groups: documents of a tender, files of opened quotations, and sealed files, which have no readers.
 */
export const DOCUMENTS = 'tender'
export const PICTURES = 'tender-text'
export const QUOTED_FILES = 'quotation'
export const SEALED_FILES = 'quotation-sealed'

/** The refusal for people who may not see a tender. */
export const UNSEEN = '您不能查看该采购项目'

/** A person's rights on the campus, and their relation to one tender. */
export interface Standing {
  userId: number
  now: Date
  /** Belongs to one of the two offices; only the tendering office acts. */
  seesAll: boolean
  runs: boolean
  /** Is a member of the committee. */
  seat: { signed: boolean } | undefined
  /** The company the person acts for, if they have neither office nor seat. */
  company: Company | undefined
}
interface Company {
  id: number
  approved: boolean
  invited: boolean
  /** Has a live quotation in it. */
  quoted: boolean
  /** Has, or has withdrawn, a quotation. */
  hasReceipts: boolean
}

/** How the caller relates to a tender. */
export interface Looking {
  roles: ReadonlySet<Tender['role']>
  /** The caller's supplier, if that is why the caller sees the tender. */
  supplierId: number | null
  /** The supplier has a live quotation in it. */
  quoted: boolean
  now: Date
}
export interface Seen extends Looking {
  /** May see everything, including invitations and quotations. */
  whole: boolean
  /** May also see the purchase behind it. */
  ofHouse: boolean
  /**
   * May see the committee: its members and the offices; an office member who is the requester only after the
   * conclusion.
   */
  committee: boolean
}

interface About {
  requesterId: number
  method: TenderMethod
  announcedAt: Date | null
  openedAt: Date | null
  evaluatedAt: Date | null
}

/** What a person sees of a tender, and in which roles; undefined if it must stay hidden. */
export function seenAs(t: About, w: Standing): Seen | undefined {
  const { now, seesAll } = w
  const own = t.requesterId === w.userId
  // Before the opening, committee members are not told that they are members.
  const seat = t.openedAt === null ? undefined : w.seat
  if (seesAll || own || seat) {
    const roles: Tender['role'][] = [
      ...(w.runs && !own ? (['tender_office'] as const) : []),
      ...(seat?.signed === false ? (['member'] as const) : []),
    ]
    return {
      roles: new Set(roles),
      supplierId: null,
      quoted: false,
      now,
      whole: seesAll || seat !== undefined,
      ofHouse: seesAll || own,
      committee: seat !== undefined || (seesAll && (!own || t.evaluatedAt !== null)),
    }
  }
  if (!w.company || t.announcedAt === null) return undefined
  const { id, approved, invited, quoted, hasReceipts } = w.company
  const open = invited || t.method === 'public'
  if (!invited && !hasReceipts && !(open && approved)) return undefined
  return {
    roles: new Set<Tender['role']>(open && approved ? ['supplier'] : []),
    supplierId: id,
    quoted,
    now,
    whole: false,
    ofHouse: false,
    committee: false,
  }
}
