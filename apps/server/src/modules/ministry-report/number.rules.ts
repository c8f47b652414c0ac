// Numbers of cells: text, reckoned exactly. A float would lose a fen of a campus's instruments.

const PLAIN = /^-?\d{1,18}(\.\d{1,6})?$/
/** So many decimals are kept while reckoning. */
const PLACES = 6
const ONE = 10n ** BigInt(PLACES)

/** The number in millionths; undefined: it is none. */
export function parseNumber(text: string): bigint | undefined {
  if (!PLAIN.test(text)) return undefined
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const abs = BigInt(whole) * ONE + BigInt(part.padEnd(PLACES, '0'))
  return text.startsWith('-') ? -abs : abs
}

/** As a cell, rounded half up (away from nought) to so many decimals. */
export function formatNumber(millionths: bigint, decimals: number): string {
  const step = 10n ** BigInt(PLACES - decimals)
  const abs = millionths < 0n ? -millionths : millionths
  const units = (abs + step / 2n) / step
  const digits = units.toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const plain = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return millionths < 0n && units > 0n ? `-${plain}` : plain
}

export const fromInteger = (n: number): bigint => BigInt(n) * ONE
export const fromFen = (fen: number): bigint => (BigInt(fen) * ONE) / 100n
/**
 * Minutes as hours: a minute is no whole number of millionths, so it is rounded once, to the decimals that
 * are wanted.
 */
export function hoursText(minutes: number, decimals: number): string {
  const scale = 10n ** BigInt(decimals)
  const abs = BigInt(Math.abs(minutes)) * scale
  const units = (abs + 30n) / 60n
  const millionths = units * 10n ** BigInt(PLACES - decimals)
  return formatNumber(minutes < 0 ? -millionths : millionths, decimals)
}
export const sum = (numbers: Iterable<bigint>): bigint => {
  let total = 0n
  for (const n of numbers) total += n
  return total
}
/** One in the last of so many decimals. */
export const findUnit = (decimals: number): bigint => 10n ** BigInt(PLACES - decimals)
