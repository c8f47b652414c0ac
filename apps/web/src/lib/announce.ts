import type { Failure } from './failure.ts'
import { say } from './tell.ts'

/** Shows a failure with all its reasons and the request number that the user can quote. */
export function sayFailure(failure: Failure): void {
  const reasons = failure.reasons.map((r) => r.message).filter((m) => m !== failure.message)
  say(failure.status >= 500 || failure.status === 0 ? 'error' : 'warning', failure.message, {
    lines: reasons,
    requestId: failure.requestId,
    durationMs: 8000,
  })
}
