import { listen } from '../../kernel/events.ts'
import { revokeAllOf, revokeAllOfMany } from './session.handler.ts'

export function sessionListeners(): void {
  listen('person.shut_out', async (ctx, { userId }) => void (await revokeAllOf(ctx, userId)))
  listen('people.left', async (ctx, { userIds }) => void (await revokeAllOfMany(ctx, userIds)))
}
