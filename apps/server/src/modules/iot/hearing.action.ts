import { alarmKinds, eventKinds, eventWays } from '@portal/contract/iot/door-access'
import type { GatewayLine } from '@portal/contract/iot/iot'
import { dropZeros } from '@portal/contract/kernel/text'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Admission, Claim, GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { makePassword, sign, makeTopic, verify, type UpTopic } from '../../adapters/gate-device/wire.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import { together } from '../../kernel/together.ts'
import * as access from './access.store.ts'
import * as certificates from './certificate.store.ts'
import * as events from './event.store.ts'
import * as gateways from './gateway.store.ts'
import { raise, tellOfEnd } from './alarm.action.ts'
import { isOnline } from './grant.rules.ts'
import { noteGateway, openKey, openLine } from './list.action.ts'

// Messages from gateways, accepted if they are signed and new.

const seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const at = z.number().int().min(0).max(4_102_444_800)
const unit = z.string().regex(/^[1-9]\d{0,2}$/)
const words = (most: number) => z.string().max(most).transform(dropZeros).nullish()
const stateWord = z.object({
  seq,
  at,
  firmware: words(40),
  signal: z.number().int().min(-200).max(100).nullish(),
  grants: z.number().int().min(0).nullish(),
  units: z.record(unit, z.object({ open: z.boolean().optional(), on: z.boolean().optional() })).default({}),
})
const ackWord = z.object({
  seq,
  at,
  command: z.number().int().min(1),
  done: z.boolean(),
  why: words(100),
})
const event = z.object({
  seq,
  at,
  unit: z.number().int().min(1).max(255).nullish(),
  kind: z.enum(eventKinds),
  way: z.enum(eventWays).nullish(),
  ref: z
    .string()
    .regex(/^[bg]\d{1,15}$/)
    .nullish(),
  user: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
  command: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
  note: words(200),
})
type EventWord = z.output<typeof event>
/** Recorded as lost: unanswered, its gateway would repeat it for ever and never tell what came after it. */
const unreadable = z
  .object({ seq, at })
  .transform((e): EventWord => ({ ...e, kind: 'lost', note: `第 ${e.seq} 条内容无法识别` }))
const eventWord = z.object({
  at,
  /** These events follow this number; the gateway has no others in between. Some makers leave it out. */
  after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  events: z.array(z.union([event, unreadable])).max(50),
})

/**
 * Admits a gateway by its bound certificate or by its password. Once a certificate was bound since the
 * enrolment, the password is refused, even if the certificate is revoked: the device keeps the password next
 * to the certificate's private key, so both may have leaked.
 */
export async function admit(deps: Deps, claim: Claim): Promise<Admission | null> {
  const { gatewayId, password, fingerprint } = claim
  const now = new Date()
  const bound = fingerprint && (await certificates.findBoundNow(deps.pool, fingerprint))
  if (bound) {
    const isSaid = gatewayId === null || gatewayId === bound.gatewayId
    return isSaid && now < bound.until ? bound : null
  }
  if (gatewayId === null || password === null) return null
  const line = await gateways.findLineNow(deps.pool, gatewayId)
  const key = line && openKey({ deps }, line.sealedKey)
  if (!key || line.certifiedUntil) return null
  const mine = Buffer.from(makePassword(key))
  return mine.length === password.length && timingSafeEqual(mine, password)
    ? { gatewayId, until: null }
    : null
}

export async function hear(
  deps: Deps,
  line: Pick<GateDevices, 'send'>,
  gatewayId: number,
  kind: Spoken,
  text: string,
  over: GatewayLine = 'mqtt',
): Promise<void> {
  const answer = await inTransaction(deps, `gate:${gatewayId}:${kind}`, new Date(), (ctx) =>
    take(ctx, gatewayId, kind, text, over),
  )
  if (answer) await line.send(gatewayId, answer.kind, answer.text)
}

/** Readings come by the thousand: reading.action.ts takes many in one transaction. */
export type Spoken = Exclude<UpTopic, 'reading'>

type Answer = { kind: 'grants' | 'received'; text: string } | undefined
async function take(
  ctx: Ctx,
  gatewayId: number,
  kind: Spoken,
  text: string,
  over: GatewayLine,
): Promise<Answer> {
  const { db, now } = ctx
  const line = await (kind === 'event' ? gateways.lockLine : gateways.findLine)(db, gatewayId)
  const key = line && openLine(ctx, line)
  const said = key && verify(key, makeTopic(gatewayId, kind), text)
  // Forged, signed with the key of an earlier enrolment, or
  // its certificate is void: the sender does not learn which.
  if (!said) return undefined
  if (kind === 'event') return takeEvents(ctx, line, key, said)
  if (kind === 'state') {
    const word = stateWord.parse(said)
    const before = await gateways.noteSeen(db, gatewayId, word.seq, now)
    if (!before) return undefined
    const held = word.grants ?? null
    const [, isNew] = await together([
      gateways.noteState(db, gatewayId, {
        firmware: word.firmware ?? null,
        signal: word.signal ?? null,
        clockOffMs: Math.max(-2e9, Math.min(2e9, word.at * 1000 - now.getTime())),
        held,
        spoke: over,
      }),
      gateways.noteUnits(db, gatewayId, word.units, now),
    ])
    // A gateway that comes back online is news, even if no state has changed.
    if (isNew || !isOnline({ ...before, foreign: false }, now)) ctx.live('gates')
    // Only a portal whose database was restored hears of a list that it has not made.
    if (held !== null && held > line.grantsSeq) await noteGateway(ctx, gatewayId)
    const older = line.grantsText !== null && (held === null || held < line.grantsSeq)
    return older ? { kind: 'grants', text: line.grantsText ?? '' } : undefined
  }
  const word = ackWord.parse(said)
  await ctx.sendLast(access.noteAnswered(db, gatewayId, { ...word, why: word.why ?? null }, now))
  ctx.live('gates')
  return undefined
}

/**
 * Accepts only the next number: known events are dropped, events after a gap wait until the gap is filled. If
 * the gateway has nothing to fill it with, the loss is recorded in place of the lost events (decision 136).
 * The answer is always the last number accepted, so that a gateway knows what to send again.
 */
async function takeEvents(ctx: Ctx, line: gateways.Line, key: Buffer, said: unknown): Promise<Answer> {
  const word = eventWord.parse(said)
  let through = line.eventSeq
  for (const e of word.events.toSorted((a, b) => a.seq - b.seq)) {
    if (e.seq <= through) continue
    const moment = findMoment(e.at, line, ctx.now)
    const missing = e.seq - through - 1
    if (missing > 0) {
      if (word.after == null || word.after > through) break
      const note = `缺少 ${missing} 条，编号从 ${through + 1} 起`
      const lost = showRow({ seq: e.seq - 1, at: e.at, kind: 'lost', note }, moment)
      await events.addEvent(ctx.db, line, lost, ctx.now)
    }
    const { id } = await events.addEvent(ctx.db, line, showRow(e, moment), ctx.now)
    if (alarmKinds.includes(e.kind)) await raise(ctx, id)
    if (e.kind === 'warned') await tellOfEnd(ctx, id)
    through = e.seq
  }
  if (through > line.eventSeq) {
    await gateways.noteEvents(ctx.db, line.id, through, ctx.now)
    ctx.live('gates')
  }
  return { kind: 'received', text: sign(key, makeTopic(line.id, 'received'), { through }) }
}
const [HOUR, DAY] = [3_600_000, 86_400_000]
/**
 * A time over an hour ahead, or over a day before the enrolment, is replaced by the time of arrival, because
 * such a clock is useless. A clock that is minutes ahead is kept: its durations are still right.
 */
function findMoment(at: number, { enrolledAt }: gateways.Line, now: Date): Date {
  const said = new Date(at * 1000)
  const earliest = enrolledAt ? enrolledAt.getTime() - DAY : 0
  return said.getTime() > now.getTime() + HOUR || said.getTime() < earliest ? now : said
}
function showRow(e: EventWord, at: Date): events.NewEvent {
  const [what, number] = e.ref ? [e.ref[0], Number(e.ref.slice(1))] : []
  return {
    seq: e.seq,
    unit: e.unit ?? null,
    kind: e.kind,
    at,
    way: e.way ?? null,
    userId: e.user ?? null,
    bookingId: what === 'b' && number ? number : null,
    grantId: what === 'g' && number ? number : null,
    commandId: e.command ?? null,
    note: e.note ?? null,
  }
}

export const lose = (deps: Deps, gatewayId: number): Promise<void> =>
  inTransaction(deps, `gate:${gatewayId}:gone`, new Date(), async (ctx) => {
    await gateways.noteGone(ctx.db, gatewayId, ctx.now)
    ctx.live('gates')
  })
