import {
  violationEventWords,
  violationStates,
  type ViolationEvent,
} from '@portal/contract/violation/violation'
import { walkFlow } from '../../testing/flow.ts'
import { violationFlow } from './violation.flow.ts'

walkFlow('a violation', violationFlow, {
  states: violationStates,
  events: Object.keys(violationEventWords) as ViolationEvent[],
  roles: ['person', 'judge', 'keeper'],
  // The system records it when a booking ends badly, so no event of this flow begins it.
  starts: ['standing'],
  ends: ['revoked'],
})
