import { scrapEvents, scrapStates } from '@portal/contract/asset/asset'
import { walkFlow } from '../../testing/flow.ts'
import { scrapFlow } from './scrap.flow.ts'

walkFlow('a scrapping', scrapFlow, {
  states: scrapStates,
  events: scrapEvents,
  roles: ['requester', 'keeper', 'dept_head', 'finance', 'equip_office', 'system'],
  ends: ['disposed', 'refused', 'cancelled'],
})
