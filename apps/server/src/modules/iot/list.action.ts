import { createHash } from 'node:crypto'
import { markCard, sign, makeTopic, type Entry } from '../../adapters/gate-device/wire.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as access from './access.store.ts'
import { makeRule } from './stepping.action.ts'
import * as gateways from './gateway.store.ts'
import { HORIZON_HOURS, listRights, RENEW_HOURS, type Right } from './grant.rules.ts'

// The list by which a gateway decides (decision 090): made anew when
// something may have changed, sent when its content is different.

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
export const horizon = (now: Date) => addMinutes(now, HORIZON_HOURS * 60)

/** The gateway's own key; undefined where it has none, or it was sealed with another key of the portal. */
export function openKey(ctx: Pick<Ctx, 'deps'>, sealed: Buffer): Buffer | undefined {
  const text = ctx.deps.adapters.secrets.open(sealed)
  return text === undefined ? undefined : Buffer.from(text, 'base64url')
}

/** Like `openKey`, but undefined if the gateway's certificate has expired or is revoked. */
export const openLine = (
  ctx: Pick<Ctx, 'deps' | 'now'>,
  line: { sealedKey: Buffer; certifiedUntil: Date | null },
): Buffer | undefined =>
  line.certifiedUntil && line.certifiedUntil <= ctx.now ? undefined : openKey(ctx, line.sealedKey)

export async function readRights(
  ctx: Ctx,
  of: 'gateway' | 'unit',
  id: number,
  until: Date,
): Promise<Right[]> {
  const booked = await access.readBooked(ctx.db, of, id, ctx.now, until)
  const granted = await access.readGranted(ctx.db, of, id, ctx.now, until)
  return listRights(booked, granted, { now: ctx.now, until, zone: ctx.env.CAMPUS_TZ })
}

/**
 * Makes, signs and stores the list of a gateway. Null:
 * the gateway has no valid key, or has this list already.
 */
export async function makeList(ctx: Ctx, gatewayId: number): Promise<string | null> {
  // With the lock, a second process that makes the list sees what the first has stored.
  const line = await gateways.lockLine(ctx.db, gatewayId)
  const key = line && openLine(ctx, line)
  if (!key) return null
  const until = horizon(ctx.now)
  const terms = await access.readTerms(ctx.db, gatewayId)
  const rights = await readRights(ctx, 'gateway', gatewayId, until)
  const cards = await access.readCards(ctx.db, [...new Set(rights.flatMap((r) => r.userId ?? []))])
  const units = terms.map(makeRule)
  const entries = rights.map((r): Entry => {
    const marks = r.userId === null ? [] : (cards.get(r.userId) ?? []).map((number) => markCard(key, number))
    return {
      unit: r.number,
      ref: r.ref,
      user: r.userId,
      from: seconds(r.from),
      to: seconds(r.to),
      ...(marks.length > 0 && { cards: marks }),
    }
  })
  // An open end moves with the horizon and is no change, so it counts as 0 in the digest.
  const says = entries.map((e) => ({ ...e, to: e.to >= seconds(until) ? 0 : e.to }))
  const digest = createHash('sha256')
    .update(JSON.stringify([units, says]))
    .digest('base64url')
  const sent = await gateways.findSent(ctx.db, gatewayId)
  // The gateway holds a list that the portal does not know if the database was restored from an older copy.
  // It takes only a list with a higher number (decision 136).
  const newest = Math.max(sent.seq, sent.held ?? 0)
  const isFresh = sent.at !== null && sent.at > addMinutes(ctx.now, -RENEW_HOURS * 60)
  if (newest === sent.seq && sent.digest === digest && isFresh) return null
  const list = { seq: newest + 1, at: seconds(ctx.now), until: seconds(until), units, entries }
  const text = sign(key, makeTopic(gatewayId, 'grants'), list)
  await gateways.keepList(ctx, gatewayId, { seq: list.seq, digest, text })
  return text
}

/** Makes the lists of gateways that serve this instrument anew, after the commit. */
export async function noteDevice(ctx: Ctx, deviceId: number): Promise<void> {
  await gateways.noteStaleOfDevice(ctx, deviceId, () => wake(ctx, 'lists'))
}
export async function noteGateway(ctx: Ctx, gatewayId: number): Promise<void> {
  await gateways.noteStale(ctx, gatewayId)
  wake(ctx, 'lists')
}
export async function noteGateways(ctx: Ctx, gatewayIds: readonly number[]): Promise<void> {
  await gateways.noteStaleAmong(ctx, gatewayIds)
  wake(ctx, 'lists')
}
/**
 * For a card that was bound or taken, or an account that
 * was closed: lists without these people stay as they are.
 */
export async function notePeople(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  if (await gateways.noteStaleOfUsers(ctx, userIds, addMinutes(ctx.now, -1440), horizon(ctx.now)))
    wake(ctx, 'lists')
}
export async function noteAll(ctx: Ctx): Promise<number> {
  const noted = await gateways.noteAllStale(ctx.db)
  wake(ctx, 'lists')
  return noted
}
/**
 * The regular check of all lists. Its notes replace the earlier ones: a silent gateway that speaks HTTP takes
 * none, so they would pile up.
 */
export async function checkAll(ctx: Ctx): Promise<number> {
  await gateways.forgetStale(ctx.db)
  return noteAll(ctx)
}
/** Wakes whichever process holds the line to the gateways, after the commit. */
export function wake(ctx: Ctx, what: 'commands' | 'lists'): void {
  ctx.afterCommit(() => ctx.deps.wakeGates?.(what))
  ctx.live(`gates:${what}`, 'gates')
}
