import { recipientWords, type Recipient } from '@portal/contract/finance-report/finance-report'
import type { Db } from '../../kernel/db.ts'
import { divide, partsWords, schemeFor, type Divided, type Scheme } from './share.rules.ts'
import * as store from './share.store.ts'
import type { Within } from './journal.store.ts'
import type { Period } from './period.rules.ts'

const NOTHING: Divided = { central: 0, college: 0, lab: 0, operator: 0 }

/** What came in, divided: a line for each month, laboratory and class. */
export async function dividedSources(db: Db, period: Period, within: Within) {
  const sources = await store.sources(db, period, within)
  const schemes = await store.list(db, null)
  const trees = await store.trees(db)
  // Thousands of lines fall under few schemes.
  const found = new Map<string, { scheme: Scheme | undefined; words: string | null }>()
  const findScheme = (s: Omit<store.Source, 'lab'>) => {
    const key = `${s.year}:${s.deptId}:${s.categoryId}`
    const known = found.get(key)
    if (known) return known
    const scheme = schemeFor(s, schemes, trees)
    const made = { scheme, words: scheme ? partsWords(scheme.parts) : null }
    found.set(key, made)
    return made
  }
  return sources.map(({ lab, ...s }) => {
    const { scheme, words } = findScheme(s)
    const parts = scheme ? divide(s.amountFen, scheme.parts) : NOTHING
    return {
      ...s,
      labName: lab,
      ...parts,
      unset: scheme ? 0 : s.amountFen,
      parts: words,
    }
  })
}
export type DividedSource = Awaited<ReturnType<typeof dividedSources>>[number]

export const sumLines = (lines: readonly DividedSource[]) =>
  lines.reduce(
    (sum, l) => ({
      amountFen: sum.amountFen + l.amountFen,
      central: sum.central + l.central,
      college: sum.college + l.college,
      lab: sum.lab + l.lab,
      operator: sum.operator + l.operator,
      unset: sum.unset + l.unset,
    }),
    { amountFen: 0, ...NOTHING, unset: 0 },
  )

export interface Recipients {
  key: string
  recipient: Recipient | null
  name: string
  amountFen: number
}
/** What each gets: the university, each college, each laboratory and those who operate its instruments. */
export function byRecipient(lines: readonly DividedSource[]): Recipients[] {
  const found = new Map<string, Recipients>()
  const put = (recipient: Recipient | null, id: number | null, name: string, fen: number) => {
    if (fen === 0) return
    const key = `${recipient ?? 'unset'}${id === null ? '' : `:${id}`}`
    const row = found.get(key) ?? { key, recipient, name, amountFen: 0 }
    row.amountFen += fen
    found.set(key, row)
  }
  for (const l of lines) {
    put('central', null, recipientWords.central, l.central)
    put('college', l.deptId, l.dept, l.college)
    put('lab', l.labId, l.labName, l.lab)
    put('operator', l.labId, `${l.labName}机组`, l.operator)
    put(null, null, '未设置分配比例', l.unset)
  }
  const order = ['central', 'college', 'lab', 'operator']
  return [...found.values()].toSorted(
    (a, b) =>
      order.indexOf(a.recipient ?? '') - order.indexOf(b.recipient ?? '') ||
      b.amountFen - a.amountFen ||
      (a.key < b.key ? -1 : 1),
  )
}
