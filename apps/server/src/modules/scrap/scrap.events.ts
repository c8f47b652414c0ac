import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import type {} from '../panel/panel.events.ts'
import { registerPanelReader } from '../panel/panel.service.ts'
import { followPanel, heedPanel } from './scrap.process.ts'
import { maySeeScrap } from './scrap.handler.ts'

export function scrapListeners(): void {
  listen('panel.called', (ctx, { business, rowId }) =>
    business === 'scrap' ? followPanel(ctx, rowId, true) : undefined,
  )
  listen('panel.recalled', (ctx, { business, rowId }) =>
    business === 'scrap' ? followPanel(ctx, rowId, false) : undefined,
  )
  listen('panel.concluded', (ctx, { business, rowId, agreed }) =>
    business === 'scrap' ? heedPanel(ctx, rowId, agreed) : undefined,
  )
  registerPanelReader('scrap', maySeeScrap)
  readableBy('scrap', maySeeScrap)
}
