import { RE2JS } from 're2js'
import { words } from '../words.ts'

// Expressions that a designer has written run on an engine whose time grows with the text and never with the
// square of it (docs/decisions/079): neither browser nor server can be hung by one.

export const patternLimits = {
  /** Characters of an expression. */
  text: 500,
  /** Instructions it is compiled to; `\w{1,64}` has some 130, an address some 60. */
  size: 1_000,
  /** Characters of a text that an expression is held against; a longer one does not match. */
  subject: 2_000,
  kept: 300,
} as const

export type Pattern = { matches: (text: string) => boolean }
type Compiled = { pattern: Pattern } | { message: string }

const kept = new Map<string, Compiled>()

/**
 * Compiles an expression, written as `^\d+$` or as `/^\d+$/i`.
 *
 * @returns What tells whether a text holds a match anywhere, or the Chinese sentence why there is none: bad
 *   syntax, look-around, a reference to a group, or too large. Never throws.
 */
export function compilePattern(text: string): Compiled {
  const known = kept.get(text)
  if (known) return known
  // Forms are few and their expressions recur; who asks for many others only loses what was kept.
  if (kept.size >= patternLimits.kept) kept.clear()
  const compiled = compile(text)
  kept.set(text, compiled)
  return compiled
}

const FLAGS: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
  // Asking for all matches, for sticking to a place and for Unicode changes nothing in whether there is one.
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
