const two = (n: number): string => String(n).padStart(2, '0')

/** Milliseconds as a countdown: 93784000 → 1 天 02:03:04 */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return days > 0 ? `${days} 天 ${clock}` : clock
}

/** The sum of the unit prices times quantity; null while one is missing. */
export function sumQuotation(
  items: readonly { id: number; quantity: number }[],
  prices: readonly { itemId: number; unitPriceFen?: number | null }[],
): number | null {
  const unit = new Map(prices.map((p) => [p.itemId, p.unitPriceFen]))
  let sum = 0
  for (const { id, quantity } of items) {
    const price = unit.get(id)
    if (typeof price !== 'number') return null
    sum += price * quantity
  }
  return sum
}
