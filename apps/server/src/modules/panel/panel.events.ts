import type { PanelKind } from '@portal/contract/panel/panel'
import type { PanelBusiness } from './panel.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    'panel.called': { business: PanelBusiness; rowId: number; panelId: number }
    /** It was voided by its caller; `panelId` is the new one, to be put together. */
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
