import { benefitRefusals } from '@portal/contract/benefit/benefit'
import type { Reason } from '@portal/contract/kernel/envelope'

interface Report {
  functionsTotal: number | null
  functionsUsed: number | null
  functionsNew: number | null
  /** The keeper's corrections of counted figures. */
  corrections: object
}
const functions = ['functionsTotal', 'functionsUsed', 'functionsNew'] as const

/**
 * All reasons against submitting a report, at once. A draft
 * may lack the figures; a correction needs a file as evidence.
 */
export function judgeSubmission(report: Report, files: number): Reason[] {
  const because = (code: 'FUNCTIONS_MISSING' | 'EVIDENCE_MISSING', field: string): Reason => ({
    code,
    message: benefitRefusals[code],
    field,
  })
  // One message covers all three fields.
  const open = functions.find((f) => report[f] === null)
  return [
    ...(open ? [because('FUNCTIONS_MISSING', open)] : []),
    ...(files === 0 && Object.keys(report.corrections).length > 0
      ? [because('EVIDENCE_MISSING', 'fileIds')]
      : []),
  ]
}
