// Numbers of cells are text and are computed exactly, because a float would lose a fen in a campus's totals.

const PLAIN = /^-?\d{1,18}(\.\d{1,6})?$/
/** Decimals kept in calculations. */
const PLACES = 6
const ONE = 10n ** BigInt(PLACES)

/** The number in millionths; undefined: the text is not a number. */
export function parseNumber(text: string): bigint | undefined {
  if (!PLAIN.test(text)) return undefined
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const abs = BigInt(whole) * ONE + BigInt(part.padEnd(PLACES, '0'))
  return text.startsWith('-') ? -abs : abs
}

/** The number as a cell, rounded to so many decimals, halves away from zero. */
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
 * Minutes as hours. A minute is not a whole number of millionths of
 * an hour, so the result is rounded once, to the wanted decimals.
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
/** One unit of the last decimal, in millionths. */
export const findUnit = (decimals: number): bigint => 10n ** BigInt(PLACES - decimals)
