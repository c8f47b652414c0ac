import { listen } from '../../kernel/events.ts'
import type {} from '../people/people.events.ts'
import * as store from './list-setting.store.ts'

export function listSettingListeners(): void {
  listen('people.left', async (ctx, { userIds }) => void (await store.removeSettings(ctx, userIds)))
}
