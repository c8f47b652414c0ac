import { benefitRefusals } from '@portal/contract/benefit/benefit'
import type { Reason } from '@portal/contract/kernel/envelope'

interface Report {
  functionsTotal: number | null
  functionsUsed: number | null
  functionsNew: number | null
  /** What its keeper holds against what was counted. */
  corrections: object
}
const functions = ['functionsTotal', 'functionsUsed', 'functionsNew'] as const

/**
 * Everything that speaks against handing a report in, at once. A draft may lack it; the office does not judge
 * another figure by a sentence alone.
 */
export function judgeSubmission(report: Report, files: number): Reason[] {
  const because = (code: 'FUNCTIONS_MISSING' | 'EVIDENCE_MISSING', field: string): Reason => ({
    code,
    message: benefitRefusals[code],
    field,
  })
  // One sentence is for all three of them.
  const open = functions.find((f) => report[f] === null)
  return [
    ...(open ? [because('FUNCTIONS_MISSING', open)] : []),
    ...(files === 0 && Object.keys(report.corrections).length > 0
      ? [because('EVIDENCE_MISSING', 'fileIds')]
      : []),
  ]
}
