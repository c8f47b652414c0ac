import { limits } from '../model/graph.ts'
import { words } from '../words.ts'

/**
 * A Chinese sentence why a text is refused before parsing; null if it may be parsed. Declarations are
 * refused, since diagrams need none: so no entity can expand or be fetched, whatever the parser does.
 */
export function findDanger(text: string): string | null {
  if (text.length > limits.text) return words.tooLong
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION|\[(?!CDATA\[))/i.test(text)) return words.doctype
  if (/<\?(?!xml\s)/i.test(text) || /<\?xml\s/i.test(text.trimStart().slice(1))) return words.instruction
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return words.control
  // Unpaired surrogates, which PostgreSQL cannot store, written directly or as numeric references.
  if (/\p{Surrogate}/u.test(text)) return words.control
  for (const [, hex, decimal] of text.matchAll(/&#(?:x([0-9a-f]{1,20})|(\d{1,20}))/gi))
    if (!isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))) return words.control
  return null
}
/** Whether a code point is allowed in XML 1.0. */
const isCharacter = (code: number): boolean =>
  [9, 10, 13].includes(code) ||
  (code >= 32 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code <= 0x10ffff)
