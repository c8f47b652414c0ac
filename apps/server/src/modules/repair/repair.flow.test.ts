import { repairOrderEvents, repairOrderStates } from '@portal/contract/asset/asset'
import { walkFlow } from '../../testing/flow.ts'
import { repairFlow } from './repair.flow.ts'

walkFlow('a repair', repairFlow, {
  states: repairOrderStates,
  events: repairOrderEvents,
  roles: ['reporter', 'keeper', 'assignee', 'system'],
  ends: ['done', 'given_up', 'refused'],
})
