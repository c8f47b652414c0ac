import {
  panelEventWords,
  panelStateWords,
  type PanelEvent,
  type PanelState,
} from '@portal/contract/panel/panel'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `caller` may put the panel together: who asked for the instrument, or the equipment office. `expert` sits on it and has not signed. */
export type PanelRole = 'caller' | 'expert' | 'system'

const steps: Step<PanelState, PanelEvent, PanelRole>[] = [
  { from: null, on: 'create', by: ['caller'], to: 'draft' },
  { from: 'draft', on: 'create', by: ['caller'], to: 'draft' },
  { from: 'draft', on: 'call', by: ['caller'], to: 'signing' },
  // One of several; then the last one, and what all of them come to.
  { from: 'signing', on: 'sign', by: ['expert'], to: 'signing' },
  { from: 'signing', on: 'sign', by: ['expert'], to: 'agreed' },
  { from: 'signing', on: 'sign', by: ['expert'], to: 'disagreed' },
  // The request behind it was taken back or changed: what was signed stays, and counts no more.
  { from: 'draft', on: 'void', by: ['system'], to: 'void' },
  { from: 'signing', on: 'void', by: ['caller', 'system'], to: 'void' },
  { from: 'agreed', on: 'void', by: ['system'], to: 'void' },
  { from: 'disagreed', on: 'void', by: ['system'], to: 'void' },
]

export const panelFlow = defineFlow<PanelState, PanelEvent, PanelRole>(
  'panel',
  { state: panelStateWords, event: panelEventWords },
  steps,
)
