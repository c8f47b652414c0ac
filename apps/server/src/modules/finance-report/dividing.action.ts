import { recipientWords, type Recipient } from '@portal/contract/finance-report/finance-report'
import type { Db } from '../../kernel/db.ts'
import {
  divide,
  keepPlaces,
  partsWords,
  schemeFor,
  type Divided,
  type Scheme,
  type Trees,
} from './share.rules.ts'
import * as store from './share.store.ts'
import type { Within } from './journal.store.ts'
import type { Period } from './period.rules.ts'

const NOTHING: Divided = { central: 0, college: 0, lab: 0, operator: 0 }

/** What decides which shares apply to an amount. */
export interface Rules {
  schemes: readonly Scheme[]
  trees: Trees
  /** The trees as they were kept, for years with a closed month. */
  kept: ReadonlyMap<number, Trees>
}
export async function readRules(db: Db): Promise<Rules> {
  const [schemes, trees] = [await store.list(db, null), await store.trees(db)]
  const kept = Array.from(
    await store.keptTrees(db),
    ([year, places]) => [year, keepPlaces(trees, places)] as const,
  )
  return { schemes, trees, kept: new Map(kept) }
}

/** Divided income: a line for each month, laboratory and class. */
export const dividedSources = async (db: Db, period: Period, within: Within) =>
  divideSources(await store.sources(db, period, within), await readRules(db))

export function divideSources(sources: readonly store.Source[], { schemes, trees, kept }: Rules) {
  // Thousands of lines share few schemes, so each lookup is remembered.
  const found = new Map<string, { scheme: Scheme | undefined; words: string | null }>()
  const findScheme = (s: Omit<store.Source, 'lab'>) => {
    const key = `${s.year}:${s.deptId}:${s.categoryId}`
    const known = found.get(key)
    if (known) return known
    const scheme = schemeFor(s, schemes, kept.get(s.year) ?? trees)
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
export type DividedSource = ReturnType<typeof divideSources>[number]

export const NO_DIVISION = { amountFen: 0, ...NOTHING, unset: 0 }
export const sumLines = (lines: readonly (typeof NO_DIVISION)[]) =>
  lines.reduce(
    (sum, l) => ({
      amountFen: sum.amountFen + l.amountFen,
      central: sum.central + l.central,
      college: sum.college + l.college,
      lab: sum.lab + l.lab,
      operator: sum.operator + l.operator,
      unset: sum.unset + l.unset,
    }),
    NO_DIVISION,
  )

export interface Recipients {
  key: string
  recipient: Recipient | null
  name: string
  amountFen: number
}
/**
 * What each recipient gets: the university, each college,
 * each laboratory and the operators of its instruments.
 */
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
  return sortRecipients([...found.values()])
}
/** Adds up the recipients of several parts. */
export function joinRecipients(parts: readonly (readonly Recipients[])[]): Recipients[] {
  const found = new Map<string, Recipients>()
  for (const part of parts)
    for (const row of part) {
      const known = found.get(row.key)
      if (known) known.amountFen += row.amountFen
      else found.set(row.key, { ...row })
    }
  return sortRecipients([...found.values()])
}
const ORDER = ['central', 'college', 'lab', 'operator']
const sortRecipients = (rows: readonly Recipients[]): Recipients[] =>
  rows.toSorted(
    (a, b) =>
      ORDER.indexOf(a.recipient ?? '') - ORDER.indexOf(b.recipient ?? '') ||
      b.amountFen - a.amountFen ||
      (a.key < b.key ? -1 : 1),
  )
