import type { DeviceStatus } from '@portal/contract/device/device'
import type { RepairKind, RepairState } from '@portal/contract/device-record/device-record'
import { shownAt } from '../../kernel/time.ts'

interface RepairFacts {
  kind: RepairKind
  state: RepairState
  title: string
  expectedAt: Date | null
}

export const isOpen = (state: RepairState | undefined): boolean => state !== undefined && state !== 'done'

interface RepairTimes {
  state: RepairState
  expectedAt: Date | string | null
  finishedAt: Date | string | null
}
export const sameInstant = (a: Date | string | null, b: Date | string | null): boolean =>
  a === null || b === null ? a === b : new Date(a).getTime() === new Date(b).getTime()
/** Does an edit change what the repair order of the record decides? */
export const changesOrdered = (before: RepairTimes, now: RepairTimes): boolean =>
  before.state !== now.state ||
  !sameInstant(before.expectedAt, now.expectedAt) ||
  !sameInstant(before.finishedAt, now.finishedAt)

/** Status and note of a device after a repair was saved or removed. Undefined: unchanged. */
export function standingAfter(
  device: { status: DeviceStatus },
  before: RepairState | undefined,
  after: (RepairFacts & { /** The repair ended without success. */ beyondRepair?: boolean }) | undefined,
  zone: string,
): { status: DeviceStatus; note: string | null } | undefined {
  if (device.status === 'scrapped') return undefined
  if (after && isOpen(after.state))
    return { status: after.kind === 'repair' ? 'broken' : 'maintenance', note: findNote(after, zone) }
  if (after?.beyondRepair) return { status: 'broken', note: `不可修复：${after.title}` }
  return isOpen(before) ? { status: 'normal', note: null } : undefined
}

const findNote = ({ title, expectedAt }: RepairFacts, zone: string): string =>
  expectedAt ? `${title}，预计 ${shownAt(expectedAt, zone)} 恢复` : title
