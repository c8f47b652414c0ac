import type { TenderMethod } from '@portal/contract/tender/tender'
import type { Tender } from './tender.flow.ts'

/** Files that hang on a tender, on an opened quotation, and the sealed ones, which nobody reads. */
export const DOCUMENTS = 'tender'
export const PICTURES = 'tender-text'
export const QUOTED_FILES = 'quotation'
export const SEALED_FILES = 'quotation-sealed'

/** What a person is on the campus, and what there is of him in one tender. */
export interface Standing {
  userId: number
  now: Date
  /** Both offices; only the tendering office acts. */
  seesAll: boolean
  runs: boolean
  /** In its committee. */
  seat: { signed: boolean } | undefined
  /** The company he acts for, where neither office nor seat say more. */
  company: Company | undefined
}
interface Company {
  id: number
  approved: boolean
  invited: boolean
  /** Has a quotation in it now. */
  quoted: boolean
  /** Has one, or had one that it took back. */
  hasReceipts: boolean
}

/** What the person who asks is to a tender. */
export interface Looking {
  roles: ReadonlySet<Tender['role']>
  /** The supplier he acts for, where that is why he sees it. */
  supplierId: number | null
  /** That supplier has a quotation in it. */
  quoted: boolean
  now: Date
}
export interface Seen extends Looking {
  /** Everything of it, also who was invited and what was quoted. */
  whole: boolean
  /** The purchase behind it too. */
  ofHouse: boolean
  /**
   * Who evaluates it: the offices, they themselves, and of the
   * offices who asked for it himself once it was concluded.
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

/** What a person sees of a tender, and as whom; undefined when it is none of his business. */
export function seenAs(t: About, w: Standing): Seen | undefined {
  const { now, seesAll } = w
  const own = t.requesterId === w.userId
  // Before the opening nobody is told that he is to evaluate it.
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
