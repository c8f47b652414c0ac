import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import * as access from './access.store.ts'
import * as events from './event.store.ts'
import * as gateways from './gateway.store.ts'
import { readRights } from './list.action.ts'
import { render, translate } from './mapping.rules.ts'
import * as store from './mapping.store.ts'
import * as readings from './reading.store.ts'

// Devices of other makers (decision 101): believed for their account at the broker, since they sign nothing.
// They number nothing either: what happened gets its number here.

/** More is no word of a plug or a meter. */
const MOST_CHARACTERS = 16_384
const SHOWN_CHARACTERS = 4000

export const hearForeign = (deps: Deps, gatewayId: number, topic: string, text: string): Promise<void> =>
  text.length > MOST_CHARACTERS || topic.length > 200 || text.includes('\0')
    ? Promise.resolve()
    : inTransaction(deps, `gate:${gatewayId}:foreign`, new Date(), (ctx) => take(ctx, gatewayId, topic, text))

async function take(ctx: Ctx, gatewayId: number, topic: string, text: string): Promise<void> {
  const { db, now } = ctx
  const rules = await store.findRulesOf(db, gatewayId)
  const line = rules && (await gateways.lockLine(db, gatewayId))
  if (!line) return
  await store.noteHeard(db, gatewayId, topic, text.slice(0, SHOWN_CHARACTERS), now)
  const found = translate(rules, topic, text).filter((f) => f.value !== null)
  const about = (to: string) => found.find((f) => f.to === to)?.value
  const [signal, firmware] = [about('signal'), about('firmware')]
  await store.noteAbout(
    db,
    gatewayId,
    {
      signal: typeof signal === 'number' ? Math.round(signal) : null,
      firmware: typeof firmware === 'string' ? firmware : null,
    },
    now,
  )
  const rows = new Map<number, readings.NewReading>()
  for (const { unit, to, value } of found) {
    if (unit === null || typeof value !== 'number' || to === 'signal') continue
    const row = rows.get(unit) ?? { gatewayId, unit, at: now.getTime() }
    rows.set(unit, { ...row, [to]: value })
  }
  await readings.noteReadings(db, [...rows.values()], now)
  const states = found.filter((f) => (f.to === 'open' || f.to === 'on') && f.unit !== null)
  if (states.length > 0) await takeStates(ctx, line, states)
}

async function takeStates(
  ctx: Ctx,
  line: gateways.Line,
  found: readonly { unit: number | null; to: string; value: unknown }[],
): Promise<void> {
  const { db, now } = ctx
  const before = await store.readStates(db, line.id)
  const states: Record<string, object> = {}
  let seq = line.eventSeq
  for (const { unit, to, value } of found) {
    if (unit === null || !before.has(unit)) continue
    const was = before.get(unit)
    states[unit] = { ...was, [to]: value }
    const what = to === 'open' ? (value ? 'open' : null) : value ? 'on' : 'off'
    const commandId = what && (await store.noteDone(db, line.id, unit, what, now))
    if (was?.[to as 'open' | 'on'] === value) continue
    const kind = to === 'open' ? (value ? 'opened' : 'closed') : value ? 'switched_on' : 'switched_off'
    const nobody = { userId: null, bookingId: null, grantId: null, note: null }
    await events.addEvent(
      db,
      line,
      {
        ...nobody,
        seq: ++seq,
        unit,
        kind,
        at: now,
        way: commandId ? 'remote' : null,
        commandId: commandId ?? null,
      },
      now,
    )
  }
  if (await gateways.noteUnits(db, line.id, states, now)) ctx.live('gates')
  if (seq > line.eventSeq) await gateways.noteEvents(db, line.id, seq, now)
}

/** Undefined: it speaks as ours do. Otherwise it has been told, or it is known why not. */
export async function orderForeign(
  ctx: Ctx,
  c: access.DueCommand,
): Promise<{ topic: string; text: string } | 'refused' | undefined> {
  const rules = await store.findRulesOf(ctx.db, c.gatewayId)
  if (!rules) return undefined
  const refuse = async (why: string) => {
    await access.noteAnswer(ctx.db, c.gatewayId, { command: c.id, done: false, why }, ctx.now)
    ctx.live('gates')
    return 'refused' as const
  }
  // Ours look into their list; for one that has none the portal looks.
  if (c.what === 'on') {
    const rights = await readRights(ctx, 'unit', c.unitId, new Date(ctx.now.getTime() + 60_000))
    if (!rights.some((r) => r.from <= ctx.now && ctx.now < r.to)) return refuse('no_grant')
  }
  return render(rules, c.what, c.number) ?? refuse('not_mapped')
}

export const sendForeign = (
  devices: GateDevices,
  gatewayId: number,
  order: { topic: string; text: string },
): Promise<void> => devices.sendForeign(gatewayId, order.topic, order.text).catch(() => undefined)
