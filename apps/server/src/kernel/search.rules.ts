import { createRequire } from 'node:module'
import type { pinyin as Pinyin } from 'pinyin-pro'

// Search that finds 扫描电镜 by 电镜, 扫描, saomiao, smdj or a single letter: each row stores the short pieces
// (grams) of its names, a search term is cut in the same way, and an index finds the rows with these grams.
// pg_trgm would not help with the two characters that people type.

/** Columns `search_text` and `search_grams`. */
export interface Searchable {
  /** One line each: the names in lower case, then their pinyin and initials. */
  text: string
  /** Every piece of 1, 2 and 3 characters; no piece twice. */
  grams: string[]
}

/** The condition for a row: `search_grams @> grams`, and `search_text like` each of `recheck`. */
export interface Sought {
  grams: string[]
  /** LIKE patterns for words longer than a gram. Empty: the grams decide alone. */
  recheck: string[]
}

const HAN = /\p{Script=Han}/u
const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()
const listWords = (text: string) => text.split(/\s+/).filter(Boolean)

/** Its dictionaries take 50 ms and 30 MB: only a process that writes names loads them. */
let dictionary: typeof Pinyin | undefined
const require = createRequire(import.meta.url)
function listSyllables(text: string, people: boolean): string[] {
  dictionary ??= (require('pinyin-pro') as { pinyin: typeof Pinyin }).pinyin
  return dictionary(text, {
    toneType: 'none',
    type: 'array',
    v: true,
    nonZh: 'spaced',
    ...(people && { mode: 'surname' as const }),
  })
}

function addGrams(grams: Set<string>, word: string): void {
  const letters = Array.from(word)
  letters.forEach((letter, i) => {
    grams.add(letter)
    if (i + 1 < letters.length) grams.add(letter + letters[i + 1])
    if (i + 2 < letters.length) grams.add(letters.slice(i, i + 3).join(''))
  })
}

/**
 * Pinyin matches by one or two letters only from the start of a syllable (otherwise `an` would find every 电),
 * and by three or more letters anywhere, because the syllables run together.
 */
function addSyllables(grams: Set<string>, syllables: readonly string[]): void {
  const full = syllables.join('')
  let start = 0
  for (const syllable of syllables) {
    grams.add(full.slice(start, start + 1)).add(full.slice(start, start + 2))
    start += syllable.length
  }
  for (let i = 0; i + 3 <= full.length; i++) grams.add(full.slice(i, i + 3))
}

function listPieces(text: string, people: boolean): Searchable {
  const folded = fold(text)
  const lines = new Set([folded])
  const grams = new Set<string>()
  for (const word of listWords(folded)) addGrams(grams, word)
  // JSM-7800F is also asked for as jsm7800f.
  const bare = folded.replace(/[^\p{L}\p{N}]+/gu, '')
  lines.add(bare)
  addGrams(grams, bare)
  for (const part of folded.split(/[^\p{L}\p{N}]+/u)) {
    if (!HAN.test(part)) continue
    const syllables = listSyllables(part, people)
    const initials = syllables.map((s) => s[0]).join('')
    lines.add(syllables.join('')).add(initials)
    addSyllables(grams, syllables)
    addGrams(grams, initials)
  }
  return { text: [...lines].join('\n'), grams: [...grams] }
}

// Thousands of devices share some hundred names, so their pieces are cached. Serial numbers are not shared
// and need no pinyin, so they are not cached.
const MAX_KNOWN = 5000
const known = new Map<string, Searchable>()
function piecesOnce(text: string, people: boolean): Searchable {
  if (!HAN.test(text)) return listPieces(text, people)
  const key = `${people ? 1 : 0}${text}`
  let pieces = known.get(key)
  if (!pieces) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, (pieces = listPieces(text, people)))
  }
  return pieces
}

/**
 * How many characters of a running text are searched: each character adds up to three
 * grams, and ten times its size.
 */
const PROSE_LENGTH = 150
/** Prose is found by its characters, not by its pinyin: so many syllables would match almost every query. */
function piecesOfProse(prose: string, most: number): Searchable {
  const words = listWords(fold(prose.trim().slice(0, most)))
  const grams = new Set<string>()
  for (const word of words) addGrams(grams, word)
  return { text: words.join(' '), grams: [...grams] }
}

/**
 * The text and grams by which a row is found: name, alias, serial number, model … `people` reads the first
 * character as a surname (曾 zeng, not ceng); `prose` is plain text of any length, of which `most`
 * characters are searched.
 */
export function listGrams(
  texts: readonly (string | null | undefined)[],
  { people = false, prose = '', most = PROSE_LENGTH } = {},
): Searchable {
  const pieces = texts.filter((t): t is string => !!t?.trim()).map((t) => piecesOnce(t, people))
  if (prose) pieces.push(piecesOfProse(prose, most))
  return {
    text: [...new Set(pieces.flatMap((p) => p.text.split('\n')))].join('\n'),
    grams: [...new Set(pieces.flatMap((p) => p.grams))],
  }
}

/**
 * Grams of three characters that cover the word; overlapping ones would only repeat what the recheck tests.
 */
function gramsOfWord(word: string): string[] {
  const letters = Array.from(word)
  if (letters.length <= 3) return [word]
  const starts = Array.from({ length: Math.floor(letters.length / 3) }, (_, i) => i * 3)
  if (letters.length % 3) starts.push(letters.length - 3)
  return starts.map((i) => letters.slice(i, i + 3).join(''))
}

/** The condition for what a person typed: every word must be found. Undefined if it has no word. */
export function queryGrams(term: string): Sought | undefined {
  const words = listWords(fold(term))
  if (words.length === 0) return undefined
  const each = words.map(gramsOfWord)
  const recheck = words
    .filter((word, i) => each[i]?.[0] !== word)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return { grams: [...new Set(each.flat())], recheck }
}

/**
 * The id that a keyword means, written in full (YS00000012), in short (ys12) or without its letters; null if
 * it is no number. `letters`: the prefix of the numbers.
 */
export function numberIn(keyword: string, letters: string): number | null {
  const digits = new RegExp(`^(?:${letters})?0*(\\d{1,15})$`, 'i').exec(keyword.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Splits the key of a row in an address: its serial number, and its id if the key is all digits. */
export const splitKey = (key: string): [serialId: string, id: number | null] => [
  key,
  /^\d{1,15}$/.test(key) ? Number(key) : null,
]
