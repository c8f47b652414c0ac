import { listen } from '../../kernel/events.ts'
import type {} from '../people/closing.events.ts'
import * as store from './consulting.store.ts'
import { tellNobodyAnswers } from './waiting.action.ts'

export function consultingListeners(): void {
  listen('people.left', async (ctx, { userIds }) => {
    for (const category of await store.listLeftAlone(ctx.db, userIds)) await tellNobodyAnswers(ctx, category)
  })
}
