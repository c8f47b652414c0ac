import { transferEvents, transferStates } from '@portal/contract/asset/asset'
import { walkFlow } from '../../testing/flow.ts'
import { transferFlow } from './transfer.flow.ts'

walkFlow('a transfer', transferFlow, {
  states: transferStates,
  events: transferEvents,
  roles: ['requester', 'giver', 'receiver'],
  ends: ['done', 'refused', 'cancelled'],
})
