import { listen } from '../../kernel/events.ts'
import { revokeAllSessions } from './revoke.action.ts'
import { removeOfMany } from './session.store.ts'

export function sessionListeners(): void {
  listen('person.shut_out', async (ctx, { userId }) => void (await revokeAllSessions(ctx, userId)))
  listen('people.left', async (ctx, { userIds }) => void (await removeOfMany(ctx, userIds)))
}
