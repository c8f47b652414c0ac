import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { importable } from '../bulk/bulk.service.ts'
import { peopleImport } from './people.import.service.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The person's password was set by somebody else, or the account closed: whoever is signed in with it is to be signed out. */
    'person.shut_out': { userId: number }
  }
}

export const announceShutOut = (ctx: Ctx, userId: number): Promise<void> => announce(ctx, 'person.shut_out', { userId })

export function peopleListeners(): void {
  importable(peopleImport)
}
