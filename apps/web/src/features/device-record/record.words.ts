import type { RepairState } from '@portal/contract/device-record/device-record'
import type { StateTone } from '../../ui/state-tag.tsx'

export const repairTones: Record<RepairState, StateTone> = {
  reported: 'refused',
  repairing: 'waiting',
  done: 'done',
}
