/**
 * Longest scanned text: a label's code contains the address of its page, and a scanner types all of it into
 * the field.
 */
export const MAX_SCANNED = 500

/** The asset number in typed, pasted or scanned text. */
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
