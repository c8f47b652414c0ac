import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import type {} from '../panel/panel.events.ts'
import type {} from '../people/closing.events.ts'
import { registerPanelReader } from '../panel/panel.service.ts'
import { maySeeRecord, passPlan } from './maintenance.service.ts'
import { maySeeOrder } from './repair.service.ts'
import { OF, panelConcluded, panelMoved } from './scrap-steps.service.ts'
import { maySeeScrap } from './scrap.service.ts'

export function assetListeners(): void {
  listen('panel.called', (ctx, { business, rowId }) =>
    business === OF ? panelMoved(ctx, rowId, true) : undefined,
  )
  listen('panel.recalled', (ctx, { business, rowId }) =>
    business === OF ? panelMoved(ctx, rowId, false) : undefined,
  )
  listen('panel.concluded', (ctx, { business, rowId, agreed }) =>
    business === OF ? panelConcluded(ctx, rowId, agreed) : undefined,
  )
  registerPanelReader(OF, maySeeScrap)
  listen('people.posts_passed', async (ctx, { userId, posts }) => {
    for (const { kind, id, successorId } of posts)
      if (kind === 'keeper') await passPlan(ctx, id, userId, successorId)
  })
  readableBy('scrap', maySeeScrap)
  readableBy('repair', maySeeOrder)
  readableBy('maintenance', maySeeRecord)
}
