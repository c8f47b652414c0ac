import { listen } from '../../kernel/events.ts'
import { revokeAllOf } from './session.service.ts'

export function sessionListeners(): void {
  listen('person.shut_out', async (ctx, { userId }) => void (await revokeAllOf(ctx, userId)))
}
