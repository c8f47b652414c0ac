import type { ClaimState, RepairState } from '@portal/contract/device-record/device-record'
import type { StateTone } from '../../ui/state-tag.tsx'

export const repairTones: Record<RepairState, StateTone> = {
  reported: 'refused',
  repairing: 'waiting',
  done: 'done',
}
export const claimTones: Record<ClaimState, StateTone> = {
  awaiting: 'waiting',
  confirmed: 'done',
  refused: 'refused',
}
