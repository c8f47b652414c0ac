import { feeWords, type ReportKey } from '@portal/contract/finance-report/finance-report'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { payWayWords } from '@portal/contract/settlement/settlement'

const words: Partial<Record<ReportKey, Readonly<Record<string, string>>>> = {
  fee: feeWords,
  way: payWayWords,
  tier: priceTierWords,
}
/** Name of a report row: the word for its key, its name, or 校外 or 其他 if neither is known. */
export const nameKey = (by: ReportKey, key: string | null, name: string | null): string =>
  by === 'month' ? String(key) : (words[by]?.[key ?? ''] ?? name ?? (by === 'payerDept' ? '校外' : '其他'))
