// GBK, the encoding of older Chinese programs.

let codes: Map<string, number> | undefined
/** All two-byte characters of GBK with their codes: Node.js decodes GBK but does not encode it. */
function gbkCodes(): Map<string, number> {
  if (codes) return codes
  const decoder = new TextDecoder('gbk')
  codes = new Map()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue
      const text = decoder.decode(Uint8Array.of(high, low))
      if (text.length === 1 && text !== '\uFFFD') codes.set(text, high * 256 + low)
    }
  return codes
}
/** The first character that GBK cannot encode; undefined if it can encode all. */
export function unknownToGbk(text: string): string | undefined {
  for (const sign of text) if (!isAscii(sign) && !gbkCodes().has(sign)) return sign
  return undefined
}
const isAscii = (sign: string) => sign.length === 1 && sign < '\u0080'

/**
 * Encodes text as GBK. A character that GBK lacks becomes a question mark, or what
 * `instead` returns, in ASCII.
 */
export function inGbk(text: string, instead: (sign: string) => string = () => '?'): Buffer {
  const known = gbkCodes()
  const bytes: number[] = []
  for (const sign of text) {
    const code = isAscii(sign) ? sign.charCodeAt(0) : known.get(sign)
    if (code === undefined) bytes.push(...Buffer.from(instead(sign), 'ascii'))
    else if (code < 0x80) bytes.push(code)
    else bytes.push(code >> 8, code & 0xff)
  }
  return Buffer.from(bytes)
}
