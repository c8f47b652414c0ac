import { benefitEvents, benefitStates } from '@portal/contract/benefit/benefit'
import { walkFlow } from '../../testing/flow.ts'
import { benefitFlow } from './benefit.flow.ts'

walkFlow('a benefit evaluation', benefitFlow, {
  states: benefitStates,
  events: benefitEvents,
  roles: ['keeper', 'office'],
  ends: ['published', 'cancelled'],
})
