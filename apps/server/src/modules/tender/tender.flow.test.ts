import { tenderEvents, tenderStates } from '@portal/contract/tender/tender'
import { walkFlow } from '../../testing/flow.ts'
import { tenderFlow } from './tender.flow.ts'

walkFlow('a tender', tenderFlow, {
  states: tenderStates,
  events: tenderEvents,
  roles: ['tender_office', 'supplier', 'member', 'system'],
  ends: ['failed', 'cancelled'],
})
