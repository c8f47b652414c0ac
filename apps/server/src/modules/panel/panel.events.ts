import type { PanelKind } from '@portal/contract/panel/panel'
import type { PanelBusiness } from './panel.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    'panel.called': { business: PanelBusiness; rowId: number; panelId: number }
    /** Its caller has voided it; `panelId` is the new panel to compose. */
    'panel.recalled': { business: PanelBusiness; rowId: number; panelId: number }
    /** Everybody has signed. */
    'panel.concluded': {
      business: PanelBusiness
      rowId: number
      kind: PanelKind
      panelId: number
      agreed: boolean
    }
  }
}
