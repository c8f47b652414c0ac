import {
  repairOrderEvents,
  repairOrderStates,
  scrapEvents,
  scrapStates,
  transferEvents,
  transferStates,
} from '@portal/contract/asset/asset'
import { walkFlow } from '../../testing/flow.ts'
import { repairOrderFlow } from './repair-order.flow.ts'
import { scrapFlow } from './scrap.flow.ts'
import { transferFlow } from './transfer.flow.ts'

walkFlow('a transfer', transferFlow, {
  states: transferStates,
  events: transferEvents,
  roles: ['requester', 'giver', 'receiver'],
  ends: ['done', 'refused', 'cancelled'],
})
walkFlow('a repair', repairOrderFlow, {
  states: repairOrderStates,
  events: repairOrderEvents,
  roles: ['reporter', 'keeper', 'assignee'],
  ends: ['done', 'given_up', 'refused'],
})
walkFlow('a scrapping', scrapFlow, {
  states: scrapStates,
  events: scrapEvents,
  roles: ['requester', 'dept_head', 'finance', 'equip_office', 'system'],
  ends: ['disposed', 'refused', 'cancelled'],
})
