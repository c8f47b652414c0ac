/**
 * Converts typed text to a whole number of the smallest unit: with two `digits`, '1,234.5' is 123450. Returns
 * a message if it is not such a number; nothing is rounded.
 */
export function parseScaled(text: string, digits: number): number | string {
  const [, sign, whole = '', part = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text.trim().replaceAll(',', '')) ?? []
  if (whole + part === '') return '请填写数字'
  if (part.length > digits) return digits === 0 ? '只能填写整数' : `最多填写 ${digits} 位小数`
  const parts = Number(whole + part.padEnd(digits, '0'))
  if (!Number.isSafeInteger(parts)) return '数字过大'
  return sign && parts > 0 ? -parts : parts
}

/** The reverse of `parseScaled`; `padded` shows all decimals. */
export function shownScaled(value: number | null | undefined, digits: number, padded: boolean): string {
  if (typeof value !== 'number') return ''
  return padded ? (value / 10 ** digits).toFixed(digits) : String(value / 10 ** digits)
}
