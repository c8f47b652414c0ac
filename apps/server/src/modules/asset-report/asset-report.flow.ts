import {
  assetEventWords,
  assetStateWords,
  type AssetEvent,
  type AssetState,
} from '@portal/contract/asset-report/asset-report'
import { defineFlow } from '../../kernel/flow.ts'

/** `office`: who keeps all devices of the campus. */
export type AssetRole = 'reporter' | 'office'

export const assetFlow = defineFlow<AssetState, AssetEvent, AssetRole>(
  'asset_report',
  { state: assetStateWords, event: assetEventWords },
  [
    { from: null, on: 'submit', by: ['reporter'], to: 'submitted' },
    { from: 'submitted', on: 'accept', by: ['office'], to: 'accepted' },
    { from: 'submitted', on: 'return', by: ['office'], to: 'returned', reason: true },
    { from: 'submitted', on: 'withdraw', by: ['reporter'], to: 'withdrawn' },
    { from: 'returned', on: 'resubmit', by: ['reporter'], to: 'submitted' },
    { from: 'returned', on: 'withdraw', by: ['reporter', 'office'], to: 'withdrawn' },
  ],
)
