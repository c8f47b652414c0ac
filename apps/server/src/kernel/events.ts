import type { Ctx } from './ctx.ts'

/** Events that modules announce. Each module adds its own by declaration merging in its `<d>.events.ts`. */
export interface EventMap {}
export type EventName = keyof EventMap

type Listener = (ctx: Ctx, news: never) => Promise<void> | void
const listeners = new Map<string, Listener[]>()

/**
 * Registers a listener that runs inside the transaction of the announcing call: its writes are
 * committed or rolled back with it.
 */
export function listen<N extends EventName>(
  name: N,
  listener: (ctx: Ctx, news: EventMap[N]) => Promise<void> | void,
): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener])
}

/**
 * Runs the listeners of an event, one after the other. A downstream module calls an upstream one (settlement
 * may call booking); an upstream module only announces.
 */
export async function announce<N extends EventName>(ctx: Ctx, name: N, news: EventMap[N]): Promise<void> {
  for (const listener of listeners.get(name) ?? []) await listener(ctx, news as never)
}
