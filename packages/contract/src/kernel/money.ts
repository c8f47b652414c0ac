// Money is a whole number of fen everywhere; yuan appear only in text that people read or type.

/** 123456 → '1,234.56' (yuan, two decimals, thousands grouped). */
export function formatYuan(amountFen: number): string {
  const sign = amountFen < 0 ? '-' : ''
  const abs = Math.abs(amountFen)
  const yuan = String(Math.floor(abs / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${yuan}.${String(abs % 100).padStart(2, '0')}`
}

/** '1,234.5' → 123450; null if the text is not an amount with at most two decimals. */
export function parseYuan(text: string): number | null {
  const m = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!m) return null
  const fen = Number(m[2]) * 100 + Number((m[3] ?? '').padEnd(2, '0'))
  return m[1] ? -fen : fen
}

/**
 * `numerator`/`denominator` of an amount, rounded half up to a whole fen, exact for every safe integer. Used
 * for part hours and discounts, so that the same inputs give the same fen everywhere.
 */
export function share(amountFen: number, numerator: number, denominator: number): number {
  const n = BigInt(amountFen) * BigInt(numerator) * 2n + BigInt(denominator)
  const d = BigInt(denominator) * 2n
  const q = n / d
  return Number(n < 0n && n % d !== 0n ? q - 1n : q)
}
