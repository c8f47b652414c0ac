import type { Issue, RowState } from '@portal/contract/national-report/national-report'
import type { Place } from '@portal/contract/national-report/known'
import { to } from '../../lib/paths.ts'
import type { StateTone } from '../../ui/state-tag.tsx'

export const rowTones: Record<RowState, StateTone> = {
  unreported: 'draft',
  reported: 'done',
  failed: 'refused',
  locked: 'stopped',
  withdrawn: 'stopped',
}

/** The page where a value kept elsewhere in the portal is corrected; null: here in the report. */
export function linkTo(
  place: Place,
  about: { deviceId: number; bookingId: number | null; editsDevices: boolean },
): string | null {
  switch (place) {
    case 'device':
      return about.editsDevices ? to('/maintain/deviceEdit', { id: about.deviceId }) : null
    case 'booking':
      return about.bookingId === null ? null : to('/appointment/orderDetail', { id: about.bookingId })
    case 'room':
      return to('/maintain/build')
    case 'dept':
      return to('/maintain/department')
    case 'schema':
      return to('/report/largeDevice')
    case 'person':
    case 'purchase':
    case 'form':
      return null
  }
}

/** The first few of a row's issues in one line. */
export const nameIssues = (issues: readonly Issue[], most = 2): string =>
  issues.length === 0
    ? '无'
    : `${issues.length} 项：${issues
        .slice(0, most)
        .map((i) => i.message)
        .join('；')}${issues.length > most ? '…' : ''}`
