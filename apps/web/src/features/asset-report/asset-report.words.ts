import type { AssetState } from '@portal/contract/asset-report/asset-report'
import type { StateTone } from '../../ui/state-tag.tsx'

export const assetTones: Record<AssetState, StateTone> = {
  submitted: 'waiting',
  returned: 'refused',
  accepted: 'done',
  withdrawn: 'stopped',
}
