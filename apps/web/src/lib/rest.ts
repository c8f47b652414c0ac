import { formatYuan } from '@portal/contract/kernel/money'

/** The part of a total that the rows do not use, in fen; negative if the rows exceed the total. */
export const findRest = (
  totalFen: number,
  rows: readonly ({ amountFen?: number | null } | undefined)[],
): number => totalFen - rows.reduce((sum, r) => sum + (r?.amountFen ?? 0), 0)

/** The text shown beside the rows for this rest. */
export function restWords(restFen: number): string {
  if (restFen === 0) return '金额已分配完'
  return restFen > 0 ? `还需分配 ¥${formatYuan(restFen)}` : `多分配了 ¥${formatYuan(-restFen)}`
}
