import { supplierEvents, supplierStates } from '@portal/contract/supplier/supplier'
import { walkFlow } from '../../testing/flow.ts'
import { supplierFlow } from './supplier.flow.ts'

walkFlow('a supplier', supplierFlow, {
  states: supplierStates,
  events: supplierEvents,
  roles: ['office', 'invited', 'member', 'tender_office', 'system'],
  ends: [],
})
