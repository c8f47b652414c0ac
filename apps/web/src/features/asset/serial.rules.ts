/**
 * A label's code holds the address of its page: a scanner that types puts all of it where the number belongs.
 */
export const MAX_SCANNED = 500

/** The asset number in what was typed, pasted or scanned. */
export function serialIn(typed: string): string {
  const text = typed.trim()
  const [, written] = /[?&]serialId=([^&#\s]+)/i.exec(text) ?? []
  if (written === undefined) return text
  try {
    return decodeURIComponent(written.replaceAll('+', ' ')).trim()
  } catch {
    return written
  }
}
