import type { Ctx } from './ctx.ts'

/** What modules announce. Each adds its own by declaration merging in its `<d>.events.ts`. */
export interface EventMap {}
export type EventName = keyof EventMap

type Listener = (ctx: Ctx, news: never) => Promise<void> | void
const listeners = new Map<string, Listener[]>()

/**
 * Hears of an event inside the transaction that made it true: what the listener writes stands or falls with
 * it.
 */
export function listen<N extends EventName>(
  name: N,
  listener: (ctx: Ctx, news: EventMap[N]) => Promise<void> | void,
): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener])
}

/** Tells whoever listens. Calls go down (settlement may call booking); news goes up. */
export async function announce<N extends EventName>(ctx: Ctx, name: N, news: EventMap[N]): Promise<void> {
  for (const listener of listeners.get(name) ?? []) await listener(ctx, news as never)
}
