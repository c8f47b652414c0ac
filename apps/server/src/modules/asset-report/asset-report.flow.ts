import {
  assetEventWords,
  assetStateWords,
  type AssetEvent,
  type AssetState,
} from '@portal/contract/asset-report/asset-report'
import { defineTable } from '../../kernel/flow.ts'

/** `office` manages all devices of the campus. No task is assigned: the office works through its list. */
export interface AssetProcess {
  business: 'asset_report'
  state: AssetState
  event: AssetEvent
  role: 'reporter' | 'office' | 'system'
  step: never
  effect: 'takeOver'
}

export const assetFlow = defineTable<AssetProcess>({
  business: 'asset_report',
  words: { state: assetStateWords, event: assetEventWords },
  begin: { submit: { by: ['reporter'], to: 'submitted', tell: null } },
  states: {
    // `tell: true`: `newsOf` writes the title, because it names the device.
    submitted: {
      ask: null,
      on: {
        accept: { by: ['office'], to: 'accepted', do: ['takeOver'], tell: true },
        return: { by: ['office'], to: 'returned', reason: true, tell: true },
        // The system withdraws when the device moves to another laboratory or is scrapped.
        withdraw: { by: ['reporter', 'system'], to: 'withdrawn', tell: true },
      },
    },
    returned: {
      ask: null,
      on: {
        resubmit: { by: ['reporter'], to: 'submitted', tell: null },
        withdraw: { by: ['reporter', 'office', 'system'], to: 'withdrawn', tell: true },
      },
    },
    accepted: {},
    withdrawn: {},
  },
})
