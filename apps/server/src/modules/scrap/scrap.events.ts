import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import type {} from '../panel/panel.events.ts'
import { registerPanelReader } from '../panel/panel.service.ts'
import { followPanel, heedPanel, scraps } from './scrap.process.ts'

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
  const maySee = (ctx: Ctx, id: number) => scraps.maySee(ctx, id)
  registerPanelReader('scrap', maySee)
  registerFileReaders('scrap', maySee)
}
