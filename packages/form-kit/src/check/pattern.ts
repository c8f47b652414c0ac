import { RE2JS } from 're2js'
import { words } from '../words.ts'

// Regular expressions written by designers run on a linear-time engine, so that none can hang the browser or
// the server (docs/decisions/079).

export const patternLimits = {
  /** Characters of an expression. */
  text: 500,
  /** Compiled instructions; `\w{1,64}` has about 130, an address about 60. */
  size: 1_000,
  /** Characters of a text that is matched; a longer text never matches. */
  subject: 2_000,
  kept: 300,
} as const

export type Pattern = { matches: (text: string) => boolean }
type Compiled = { pattern: Pattern } | { message: string }

const kept = new Map<string, Compiled>()

/**
 * Compiles an expression, written as `^\d+$` or as `/^\d+$/i`.
 *
 * @returns A matcher that finds a match anywhere in a text, or a Chinese sentence why the expression is
 *   refused: bad syntax, look-around, a back-reference, or too large. Never throws.
 */
export function compilePattern(text: string): Compiled {
  const known = kept.get(text)
  if (known) return known
  // The cache is cleared when it is full. Forms are few and reuse their expressions, so this is rare.
  if (kept.size >= patternLimits.kept) kept.clear()
  const compiled = compile(text)
  kept.set(text, compiled)
  return compiled
}

const FLAGS: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
  // The flags for all matches, sticky matching and Unicode do not change whether there is a match.
  g: 0,
  u: 0,
  y: 0,
}

function compile(text: string): Compiled {
  if (text.length > patternLimits.text) return { message: words.longPattern(patternLimits.text) }
  const [, body = text, marks = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? []
  let flags = 0
  for (const mark of marks) {
    const flag = FLAGS[mark]
    if (flag === undefined) return { message: words.badPattern }
    flags |= flag
  }
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(body), flags)
    if (engine.programSize() > patternLimits.size) return { message: words.largePattern }
    return { pattern: { matches: (t) => t.length <= patternLimits.subject && engine.test(t) } }
  } catch {
    return { message: words.badPattern }
  }
}
