import { formatYuan } from '@portal/contract/kernel/money'
import { EMPTY } from '../lib/format.ts'

/** Fen → ¥1,234.56 in tabular figures. */
export function MoneyText({ fen, strong }: { fen: number | null | undefined; strong?: boolean }) {
  if (fen === null || fen === undefined) return <span className="muted">{EMPTY}</span>
  return (
    <span
      className="num"
      style={{ fontWeight: strong ? 600 : undefined, ...(fen < 0 && { color: 'var(--refused)' }) }}
    >
      ¥{formatYuan(fen)}
    </span>
  )
}
