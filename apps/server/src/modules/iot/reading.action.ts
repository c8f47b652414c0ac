import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { sign, makeTopic, verify } from '../../adapters/gate-device/wire.ts'
import { isAway } from '../../kernel/away.rules.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import { parseAnything } from '../../kernel/parse.rules.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as gateways from './gateway.store.ts'
import { openLine } from './list.action.ts'
import { KEPT_MINUTES } from './reading.rules.ts'
import * as store from './reading.store.ts'

// ── As they come ─────────────────────────────────────────────────────────────

const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const at = z.number().int().min(0).max(4_102_444_800)
/** Rounded: PostgreSQL refuses a `real` next to nothing, and with it all readings that are written beside it. */
const figure = z
  .number()
  .min(-1e9)
  .max(1e9)
  .transform((n) => Math.round(n * 1e6) / 1e6)
  .optional()
const readingWord = z.object({
  at,
  /** These readings follow this number; the gateway has no others in between. */
  after: number,
  readings: z
    .array(
      z.object({
        seq: number,
        at,
        units: z.record(
          z.string().regex(/^[1-9]\d{0,2}$/),
          z.object({ amps: figure, watts: figure, kwh: figure, celsius: figure, humidity: figure }),
        ),
      }),
    )
    .max(50),
})
type ReadingWord = z.output<typeof readingWord>

/**
 * Messages are gathered for this long: those of a thousand
 * gateways are written about twenty at a time, not one by one.
 */
const GATHER_MS = 50
const MOST_TOGETHER = 500
/**
 * Above this many waiting messages, further ones are dropped without an answer, so their gateways keep them.
 */
const MOST_WAITING = 10_000

interface Waiting {
  gatewayId: number
  text: string
  /** When it came: it is written later, and its gateway may be lost meanwhile. */
  at: Date
  done(): void
  failed(error: Error): void
}

/**
 * Takes the readings of all gateways, many in one transaction;
 * answers each gateway with the last number taken.
 */
export function gatherReadings(deps: Deps, line: Pick<GateDevices, 'send'>) {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  async function attempt(taken: readonly Waiting[]): Promise<void> {
    const answers = await inTransaction(deps, 'gate:readings', new Date(), (ctx) => take(ctx, taken))
    // A lost answer is repeated with the gateway's next message.
    for (const { id, text } of answers) void line.send(id, 'received', text).catch(() => undefined)
    for (const w of taken) w.done()
  }
  /** One message that cannot be written must not hold up those of others. */
  const attemptEach = async (taken: readonly Waiting[]): Promise<void> => {
    for (const w of taken) await attempt([w]).catch(w.failed)
  }
  async function work(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < MOST_TOGETHER) await sleep(GATHER_MS)
      const taken = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
      try {
        await attempt(taken)
      } catch (e) {
        if (taken.length > 1 && !isAway(e)) await attemptEach(taken)
        else {
          for (const w of taken.slice(1)) w.done()
          taken[0]?.failed(e as Error)
        }
      }
    }
  }
  return {
    hear(gatewayId: number, text: string): Promise<void> {
      if (waiting.length >= MOST_WAITING) return Promise.resolve()
      return new Promise<void>((resolve, reject) => {
        waiting.push({ gatewayId, text, at: new Date(), done: resolve, failed: reject })
        running ??= work().finally(() => (running = undefined))
      })
    },
  }
}

/** Verifies the messages of many gateways and stores their readings at once. */
async function take(ctx: Ctx, said: readonly Waiting[]): Promise<{ id: number; text: string }[]> {
  const ids = [...new Set(said.map((w) => w.gatewayId))]
  const lines = await gateways.lockLines(ctx.db, ids)
  const heard = new Map<number, { key: Buffer; from: number; through: number; at: Date }>()
  for (const line of lines) {
    const key = openLine(ctx, line)
    if (key) heard.set(line.id, { key, from: line.readingSeq, through: line.readingSeq, at: ctx.now })
  }
  const rows: store.NewReading[] = []
  for (const { gatewayId, text, at: cameAt } of said) {
    const line = heard.get(gatewayId)
    const word = line && readWord(line.key, gatewayId, text)
    // Readings after a gap wait until the gap is filled; known
    // ones are dropped. The answer says where to resume.
    if (!line || !word || word.after > line.through) continue
    line.at = cameAt
    for (const r of word.readings) {
      if (r.seq <= line.through) continue
      line.through = r.seq
      for (const [unit, values] of Object.entries(r.units))
        rows.push({ gatewayId, unit: Number(unit), at: Math.min(r.at * 1000, ctx.now.getTime()), ...values })
    }
  }
  const moved = [...heard].filter(([, line]) => line.through > line.from)
  const kept = addMinutes(ctx.now, -KEPT_MINUTES.iot_reading).getTime()
  await store.noteReadings(
    ctx.db,
    rows.filter((r) => r.at > kept),
    ctx.now,
  )
  await gateways.noteReadings(
    ctx.db,
    moved.map(([id, { through, at: heardAt }]) => ({ id, through, heardAt })),
  )
  return [...heard].map(([id, line]) => ({
    id,
    text: sign(line.key, makeTopic(id, 'received'), { readings: line.through }),
  }))
}
/**
 * Undefined: forged, of an earlier enrolment, or malformed. Such a message does not hold up those of others.
 */
function readWord(key: Buffer, gatewayId: number, text: string): ReadingWord | undefined {
  const read = parseAnything(readingWord, verify(key, makeTopic(gatewayId, 'reading'), text))
  return read.success ? read.data : undefined
}

// ── Folded, and dropped ─────────────────────────────────────────────────────

/** Aggregates minutes, hours and days that are over, each from the finer table. */
export async function foldReadings(ctx: Ctx): Promise<number> {
  const zone = ctx.env.CAMPUS_TZ
  // A message that is being written while this runs may still belong to the last minute.
  const until = addMinutes(ctx.now, -1)
  let done = await store.foldLate(ctx.db, zone)
  for (const span of ['minute', 'hour', 'day'] as const)
    done += await store.foldSpan(ctx.db, span, until, zone)
  return done
}

/**
 * Makes the partitions of this month and the next before their readings come, and drops those that are over.
 * Returns how many were dropped; those that somebody reads are left to the next run.
 */
export async function turnMonths(job: Ctx): Promise<number> {
  let dropped = 0
  for (const [table, minutes] of Object.entries(KEPT_MINUTES))
    // A transaction for each table, since the locks are held to its end.
    dropped += await inTransaction(job.deps, job.requestId, job.now, async (ctx) => {
      await store.makeParts(ctx.db, table, ctx.now)
      return minutes === null ? 0 : store.dropParts(ctx.db, table, addMinutes(ctx.now, -minutes))
    })
  return dropped
}
