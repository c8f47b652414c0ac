import { deliveryEvents, deliveryStates } from '@portal/contract/delivery/delivery'
import { walkFlow } from '../../testing/flow.ts'
import { deliveryFlow } from './delivery.flow.ts'

walkFlow('a delivery', deliveryFlow, {
  states: deliveryStates,
  events: deliveryEvents,
  roles: ['member', 'tender_office', 'system'],
  ends: ['ended'],
})
