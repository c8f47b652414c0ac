import { panelEvents, panelStates } from '@portal/contract/panel/panel'
import { walkFlow } from '../../testing/flow.ts'
import { panelFlow } from './panel.flow.ts'

walkFlow('a panel', panelFlow, {
  states: panelStates,
  events: panelEvents,
  roles: ['caller', 'expert', 'system'],
  ends: ['void'],
})
