let codes: Map<string, number> | undefined
/** Every two bytes of GBK and what they mean: the platform decodes GBK, and does not encode it. */
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
const isAscii = (sign: string): boolean => sign.length === 1 && sign < '\u0080'

/** What GBK has no sign for becomes a question mark, as every program does. */
export function inGbk(text: string): Buffer {
  const known = gbkCodes()
  const bytes: number[] = []
  for (const sign of text) {
    const code = isAscii(sign) ? sign.charCodeAt(0) : known.get(sign)
    if (code === undefined) bytes.push(0x3f)
    else if (code < 0x80) bytes.push(code)
    else bytes.push(code >> 8, code & 0xff)
  }
  return Buffer.from(bytes)
}
/** The first sign that GBK does not have. */
export function beyondGbk(text: string): string | undefined {
  const known = gbkCodes()
  return [...text].find((sign) => !isAscii(sign) && !known.has(sign))
}
