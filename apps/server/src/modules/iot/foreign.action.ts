import { isDeepStrictEqual } from 'node:util'
import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as access from './access.store.ts'
import { tellOfEnd } from './alarm.action.ts'
import * as events from './event.store.ts'
import { stepForeign } from './stepping.action.ts'
import * as gateways from './gateway.store.ts'
import type { Right } from './grant.rules.ts'
import { horizon, openLine, readRights } from './list.action.ts'
import { render, translate } from './mapping.rules.ts'
import * as store from './mapping.store.ts'
import * as readings from './reading.store.ts'

// Devices of other makers (decision 101): trusted by their account at the broker, since they sign nothing.
// They do not number their events either, so the events get their numbers here.

/** A longer message is ignored: no plug or meter sends one. */
const MOST_CHARACTERS = 16_384
const SHOWN_CHARACTERS = 4000

export const hearForeign = (deps: Deps, gatewayId: number, topic: string, text: string): Promise<void> =>
  text.length > MOST_CHARACTERS || topic.length > 200 || `${topic}${text}`.includes('\0')
    ? Promise.resolve()
    : inTransaction(deps, `gate:${gatewayId}:foreign`, new Date(), (ctx) => take(ctx, gatewayId, topic, text))

async function take(ctx: Ctx, gatewayId: number, topic: string, text: string): Promise<void> {
  const { db, now } = ctx
  const rules = await store.listRules(db, gatewayId)
  const line = rules && (await gateways.lockLine(db, gatewayId))
  if (!line || !openLine(ctx, line)) return
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

const NOBODYS = { userId: null, bookingId: null, grantId: null, commandId: null, note: null }
/** The ids in a reference: `b12` is a booking, `g7` a grant. */
const listOwners = (ref: string | null) => ({
  bookingId: ref?.startsWith('b') ? Number(ref.slice(1)) : null,
  grantId: ref?.startsWith('g') ? Number(ref.slice(1)) : null,
})

/** A booking that may be used now begins at most so much later (the table's own limit of `lead_minutes`). */
const MOST_LEAD_MINUTES = 240
/** The rights by which a door or switch may be used at this moment. */
async function readValid(ctx: Ctx, unitId: number): Promise<Right[]> {
  const rights = await readRights(ctx, 'unit', unitId, addMinutes(ctx.now, MOST_LEAD_MINUTES))
  return rights.filter((r) => r.from <= ctx.now && ctx.now < r.to)
}
/**
 * The right that a switch pressed by hand is on for; null: there is none. A booking goes first, as at a door,
 * because the event tells that its people came: at a plug, power comes on by pressing. Of two bookings, the
 * later one: while the grace of the first lasts, whoever comes for the second finds the plug off.
 */
async function findPressed(ctx: Ctx, unitId: number): Promise<string | null> {
  const valid = await readValid(ctx, unitId)
  return (valid.findLast((r) => r.bookingId !== null) ?? valid[0])?.ref ?? null
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
    const stood = unit === null ? undefined : before.get(unit)
    if (unit === null || !stood) continue
    const was = stood.state
    states[unit] = { ...was, [to]: value }
    const what = to === 'open' ? (value ? 'open' : null) : value ? 'on' : 'off'
    const commandId = what && (await store.noteDone(db, line.id, unit, what, now))
    if (was?.[to as 'open' | 'on'] === value) continue
    const kind = to === 'open' ? (value ? 'opened' : 'closed') : value ? 'switched_on' : 'switched_off'
    const kept = kind === 'switched_off' ? stood.switched : null
    const lit = kind === 'switched_on' && !commandId ? stood.switched : null
    // Where it is heard for the first time, nobody knows since when it is on.
    const isPressed = kind === 'switched_on' && was?.on === false && !commandId && !lit
    const isOver = kept !== null && kept.offAt !== null && kept.offAt * 1000 <= now.getTime()
    const told = {
      ...NOBODYS,
      ...(kept && (isOver || !commandId) && listOwners(kept.ref)),
      ...(lit && listOwners(lit.ref)),
      ...(isPressed && listOwners(await findPressed(ctx, stood.unitId))),
      seq: ++seq,
      unit,
      kind,
      at: now,
      way: commandId ? 'remote' : isOver ? 'end' : lit ? 'grant' : null,
      commandId: commandId ?? null,
    } as const
    await events.addEvent(db, line, told, now)
    if (to === 'on') await store.forgetSwitched(db, line.id, unit)
  }
  if (await gateways.noteUnits(db, line.id, states, now)) ctx.live('gates')
  if (seq > line.eventSeq) await gateways.noteEvents(db, line.id, seq, now)
}

/**
 * Translates a command for another maker's device. Undefined: the gateway speaks our protocol, or the command
 * is refused and its reason is stored as the answer.
 */
export async function orderForeign(
  ctx: Ctx,
  c: access.DueCommand,
): Promise<{ topic: string; text: string } | undefined> {
  const rules = await store.listRules(ctx.db, c.gatewayId)
  if (!rules) return undefined
  const refuse = async (why: string) => {
    await access.noteAnswer(ctx.db, c.gatewayId, { command: c.id, done: false, why }, ctx.now)
    ctx.live('gates')
    return undefined
  }
  // Our gateways check their own list; for a device without a list the portal checks.
  if (c.what === 'on' && (await readValid(ctx, c.unitId)).length === 0) return refuse('no_grant')
  return render(rules, c.what, c.number) ?? refuse('not_mapped')
}

export const sendForeign = (
  devices: GateDevices,
  gatewayId: number,
  order: { topic: string; text: string },
): Promise<void> => devices.sendForeign(gatewayId, order.topic, order.text).catch(() => undefined)

// ── Power within grants ──────────────────────────────────────────────────────

/** The portal controls the switches of other makers' devices, since these hold no list (decision 107). */
export async function keepSwitches(deps: Deps, devices: GateDevices): Promise<void> {
  const powered = await inTransaction(deps, 'gate:powered', new Date(), (ctx) =>
    store.listPowered(ctx.db, ctx.now),
  )
  for (const id of powered) {
    const orders = await inTransaction(deps, `gate:${id}:switches`, new Date(), (ctx) => stepAll(ctx, id))
    for (const order of orders) await sendForeign(devices, id, order)
  }
}

async function stepAll(ctx: Ctx, gatewayId: number): Promise<{ topic: string; text: string }[]> {
  const { db, now } = ctx
  const rules = await store.listRules(db, gatewayId)
  // With the lock, a second process sees what the first has recorded; messages from the device wait as well.
  const line = rules && (await gateways.lockLine(db, gatewayId))
  if (!line) return []
  const orders = []
  let seq = line.eventSeq
  for (const unit of await store.readPowered(db, gatewayId)) {
    const rights = await readRights(ctx, 'unit', unit.unitId, horizon(now))
    const { kept, did } = stepForeign(rights, unit, unit.switched, now)
    if (!isDeepStrictEqual(kept, unit.switched)) await store.keepSwitched(db, unit.unitId, kept)
    for (const { ref } of did.filter((d) => d.kind === 'warned')) {
      const told = { ...NOBODYS, ...listOwners(ref), seq: ++seq, unit: unit.number, at: now }
      const { id } = await events.addEvent(db, line, { ...told, kind: 'warned', way: 'grant' }, now)
      await tellOfEnd(ctx, id)
    }
    // The event is recorded when the device reports that it is off.
    const order = did.some((d) => d.kind === 'switched_off') && render(rules, 'off', unit.number)
    if (order) orders.push(order)
  }
  // The order is repeated at each pass; the event is recorded when the device reports that it is on.
  for (const { unitId, number, grantId } of await store.readDark(db, gatewayId, now)) {
    if (grantId === null) {
      await store.forgetSwitched(db, gatewayId, number)
      continue
    }
    const order = render(rules, 'on', number)
    if (!order) continue
    orders.push(order)
    await store.keepSwitched(db, unitId, { ref: `g${grantId}`, warnedOf: null, offAt: null })
  }
  if (seq > line.eventSeq) {
    await gateways.countEvents(db, line.id, seq)
    ctx.live('gates')
  }
  return orders
}
