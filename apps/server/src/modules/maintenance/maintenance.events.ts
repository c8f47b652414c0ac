import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import type {} from '../people/closing.events.ts'
import { maySeeRecord, passPlan } from './maintenance.handler.ts'

export function maintenanceListeners(): void {
  listen('people.posts_passed', async (ctx, { userId, posts }) => {
    for (const { kind, id, successorId } of posts)
      if (kind === 'keeper') await passPlan(ctx, id, userId, successorId)
  })
  readableBy('maintenance', maySeeRecord)
}
