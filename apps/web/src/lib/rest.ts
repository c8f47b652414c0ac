import { formatYuan } from '@portal/contract/kernel/money'

/** What the rows leave of a total; negative when they come to too much. */
export const findRest = (
  totalFen: number,
  rows: readonly ({ amountFen?: number | null } | undefined)[],
): number => totalFen - rows.reduce((sum, r) => sum + (r?.amountFen ?? 0), 0)

/** What a person reads beside the rows. */
export function restWords(restFen: number): string {
  if (restFen === 0) return '金额已分配完'
  return restFen > 0 ? `还需分配 ¥${formatYuan(restFen)}` : `多分配了 ¥${formatYuan(-restFen)}`
}
