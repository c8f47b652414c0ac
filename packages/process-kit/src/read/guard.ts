import { limits } from '../model/graph.ts'
import { words } from '../words.ts'

/**
 * Why a text is not even parsed. A diagram needs no declaration, so that nothing can grow or be fetched while
 * it is read, whatever the parser does with one.
 */
export function findDanger(text: string): string | null {
  if (text.length > limits.text) return words.tooLong
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION|\[(?!CDATA\[))/i.test(text)) return words.doctype
  if (/<\?(?!xml\s)/i.test(text) || /<\?xml\s/i.test(text.trimStart().slice(1))) return words.instruction
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return words.control
  return null
}
