import type { StepOf } from '@portal/contract/approval/approval'
import {
  panelEventWords,
  panelStateWords,
  type PanelEvent,
  type PanelState,
} from '@portal/contract/panel/panel'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `caller` may compose the panel: the requester of the instrument, or the equipment office. `expert` is a
 * member who has not signed.
 */
export interface Panel {
  business: 'panel'
  state: PanelState
  event: PanelEvent
  role: 'caller' | 'expert' | 'system'
  step: StepOf<'panel'>
  effect: 'announceCall' | 'announceConclusion' | 'beginAnew'
}

/** The request behind it was withdrawn or changed: signatures are kept, but no longer count. */
const fall: Move<Panel> = { by: ['system'], to: 'void', closes: 'withdrawn', tell: null }

export const panelFlow = defineTable<Panel>({
  business: 'panel',
  words: { state: panelStateWords, event: panelEventWords },
  begin: { create: { by: ['caller'], to: 'draft', tell: null } },
  states: {
    // The business that needs the panel asks the person who composes it.
    draft: {
      ask: null,
      on: {
        change: { by: ['caller'], to: 'draft', tell: null },
        call: { by: ['caller'], to: 'signing', then: ['announceCall'], tell: null },
        void: fall,
      },
    },
    signing: {
      ask: {
        step: 'sign',
        as: 'expert',
        whom: 'person',
        // Each signs by name. If an expert leaves, the panel is recalled.
        reminds: true,
        title: '签署意见',
        news: '请您签署论证意见',
      },
      on: {
        // Stays until the last signature, which ends it by the result of all.
        sign: [
          { by: ['expert'], to: 'signing', one: true, tell: null },
          { by: ['expert'], to: 'agreed', then: ['announceConclusion'], tell: '论证通过' },
          { by: ['expert'], to: 'disagreed', then: ['announceConclusion'], tell: '论证未通过' },
        ],
        // An expert cannot be reached, or the wrong one was asked.
        void: [
          { ...fall, by: ['caller'], then: ['beginAnew'], tell: '论证已撤回' },
          { ...fall, tell: '论证已撤回' },
        ],
      },
    },
    agreed: { ask: null, on: { void: fall } },
    disagreed: { ask: null, on: { void: fall } },
    void: {},
  },
})
