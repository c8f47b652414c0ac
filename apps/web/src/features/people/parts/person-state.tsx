import type { PersonRow } from '@portal/contract/people/people'
import { formatMinute } from '../../../lib/format.ts'
import { StateTag } from '../../../ui/state-tag.tsx'

/** Open, closed, or open but temporarily barred from booking. */
export function PersonState({
  of,
}: {
  of: Pick<PersonRow, 'enabled' | 'suspendedUntil' | 'suspendedReason'>
}) {
  if (!of.enabled) return <StateTag tone="stopped" text="停用" />
  if (of.suspendedUntil && new Date(of.suspendedUntil) > new Date())
    return (
      <span title={`${of.suspendedReason ?? '暂停预约'}，至 ${formatMinute(of.suspendedUntil)}`}>
        <StateTag tone="waiting" text="暂停预约" />
      </span>
    )
  return <StateTag tone="done" text="启用" />
}
