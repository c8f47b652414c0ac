/** A pattern applied to one device and day. Numbers with the same `key` share one sequence. */
export interface NumberPlan {
  key: string
  head: string
  digits: number
  tail: string
}

const SEQUENCE = /\{SEQ([1-9])\}/g
const USABLE = /^[\w.\-/]*$/
const MAX_LENGTH = 40

/**
 * Parses a pattern: `{YYYY}`, `{YY}`, `{MM}` of the day, `{DEPT}` for the dept's code, and exactly one
 * `{SEQn}`, a running number of n digits. Undefined: the pattern is invalid.
 */
export function parsePattern(
  pattern: string,
  about: { day: string; deptCode: string },
): NumberPlan | undefined {
  const words: Record<string, string> = {
    YYYY: about.day.slice(0, 4),
    YY: about.day.slice(2, 4),
    MM: about.day.slice(5, 7),
    DEPT: about.deptCode,
  }
  const found = [...pattern.matchAll(SEQUENCE)]
  const [sequence] = found
  if (!sequence || found.length > 1) return undefined
  const filled = (part: string) =>
    part.replace(/\{(YYYY|YY|MM|DEPT)\}/g, (_, word: string) => words[word] ?? '')
  const head = filled(pattern.slice(0, sequence.index))
  const tail = filled(pattern.slice(sequence.index + sequence[0].length))
  const digits = Number(sequence[1])
  if (!USABLE.test(head + tail) || head.length + digits + tail.length > MAX_LENGTH) return undefined
  return { key: `${head}{SEQ${digits}}${tail}`, head, digits, tail }
}

export const findLast = (plan: NumberPlan): number => 10 ** plan.digits - 1
export const formatNumber = (plan: NumberPlan, sequence: number): string =>
  plan.head + String(sequence).padStart(plan.digits, '0') + plan.tail
