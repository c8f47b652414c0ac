import { assetEvents, assetStates } from '@portal/contract/asset-report/asset-report'
import { walkFlow } from '../../testing/flow.ts'
import { assetFlow } from './asset-report.flow.ts'

walkFlow('a report of an asset', assetFlow, {
  states: assetStates,
  events: assetEvents,
  roles: ['reporter', 'office', 'system'],
  ends: ['accepted', 'withdrawn'],
})
