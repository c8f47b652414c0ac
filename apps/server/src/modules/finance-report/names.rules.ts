import { feeWords, type ReportKey } from '@portal/contract/finance-report/finance-report'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { payWayWords } from '@portal/contract/settlement/settlement'

const words: Partial<Record<ReportKey, Readonly<Record<string, string>>>> = {
  fee: feeWords,
  way: payWayWords,
  tier: priceTierWords,
}
/** What a row of a report is called: by its word, its name, or what it is where nothing is known. */
export const nameKey = (by: ReportKey, key: string | null, name: string | null): string =>
  by === 'month' ? String(key) : (words[by]?.[key ?? ''] ?? name ?? (by === 'payerDept' ? '校外' : '其他'))
