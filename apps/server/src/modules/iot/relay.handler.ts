import { iotCalls, iotRefusals } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import { z } from 'zod'
import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { isSignedContact, upTopics, type DownTopic } from '../../adapters/gate-device/wire.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import { fail, refuse } from '../../kernel/refuse.ts'
import * as access from './access.store.ts'
import * as gateways from './gateway.store.ts'
import { hear } from './hearing.action.ts'
import { makeList, openKey } from './list.action.ts'
import { signOrder } from './order.action.ts'
import { gatherReadings } from './reading.action.ts'
import * as store from './relay.store.ts'

// Gateways that speak HTTP only (decision 113): each contact carries the messages that other gateways send to
// the broker, and its reply carries what waits for the gateway. The same functions take the messages.

/** Seconds by which the gateway's clock may be wrong. */
const WINDOW_SECONDS = 60
const KEPT_SECONDS = 10 * WINDOW_SECONDS
const MOST_WORDS = 20

const said = z.object({
  words: z
    .array(z.object({ kind: z.enum(upTopics), text: z.string() }))
    .max(MOST_WORDS)
    .default([]),
})
type Said = z.output<typeof said>
interface Word {
  kind: DownTopic
  text: string
}

export async function contact(ctx: Ctx, { body }: Parsed<typeof iotCalls.relay>) {
  const { gatewayId } = body
  const key = await admit(ctx, body)
  const { words } = readSaid(body.says)
  const answers = { event: collect(), reading: collect(), other: collect() }
  await renewList(ctx, gatewayId)
  const readings = gatherReadings(ctx.deps, answers.reading.line)
  // A message that fails does not hold up the others.
  const failed = (e: unknown) => logFault(ctx.deps, 'gate', e as Error)
  const gathered = words
    .filter((w) => w.kind === 'reading')
    .map(({ text }) => readings.hear(gatewayId, text).catch(failed))
  for (const { kind, text } of words) {
    if (kind === 'reading') continue
    const { line } = answers[kind === 'event' ? kind : 'other']
    await hear(ctx.deps, line, gatewayId, kind, text, 'http').catch(failed)
  }
  await Promise.all(gathered)
  const orders = await readOrders(ctx, gatewayId, key)
  return {
    at: Math.floor(Date.now() / 1000),
    words: [
      ...answers.other.last(),
      ...answers.event.last(),
      ...answers.reading.last(),
      ...orders.map((text) => ({ kind: 'command' as const, text })),
    ],
  }
}

/**
 * Stands in for the line to the broker and keeps the last message
 * only: a later acknowledgement or list replaces the earlier one.
 */
function collect(): { line: Pick<GateDevices, 'send'>; last(): Word[] } {
  let word: Word | undefined
  return {
    line: {
      send(_id, kind, text) {
        word = { kind, text }
        return Promise.resolve()
      },
    },
    last: () => (word ? [word] : []),
  }
}

const refuseCaller = (code: Extract<keyof typeof iotRefusals, `RELAY_${string}`>) =>
  refuse(code, iotRefusals[code], { status: 401 })

/**
 * The key of the gateway that signed this contact. Refuses a wrong clock and a contact that was made before.
 */
async function admit(ctx: Ctx, body: Parsed<typeof iotCalls.relay>['body']): Promise<Buffer> {
  const { gatewayId, nonce, mac } = body
  const line = await gateways.findLine(ctx.db, gatewayId)
  const key = line && openKey(ctx, line.sealedKey)
  // The same refusal whether or not the gateway exists, so that the caller learns nothing.
  if (!key || !isSignedContact(key, { path: iotCalls.relay.path, ...body }, mac))
    throw refuseCaller('RELAY_FORGED')
  if (line.certifiedUntil) throw refuseCaller('RELAY_CERTIFIED')
  const now = ctx.now.getTime()
  if (Math.abs(body.at * 1000 - now) > WINDOW_SECONDS * 1000) throw refuseCaller('RELAY_CLOCK')
  const isNew = await inTransaction(ctx.deps, ctx.requestId, ctx.now, (c) =>
    store.noteNonce(c.db, gatewayId, {
      nonce,
      at: new Date(body.at * 1000),
      old: new Date(now - KEPT_SECONDS * 1000),
    }),
  )
  if (!isNew) throw refuseCaller('RELAY_REPLAYED')
  return key
}

function readSaid(text: string): Said {
  try {
    return said.parse(JSON.parse(text))
  } catch {
    throw fail('BAD_REQUEST', `内容应为 JSON，每次最多 ${MOST_WORDS} 条消息`)
  }
}

/** Records the contact, and makes a stale list anew before the gateway reports which list it has. */
const renewList = (ctx: Ctx, gatewayId: number): Promise<void> =>
  inTransaction(ctx.deps, ctx.requestId, ctx.now, async (c) => {
    await store.noteContact(c.db, gatewayId, c.now)
    if ((await gateways.takeStaleAt(c.db, gatewayId)) && (await makeList(c, gatewayId)) !== null)
      c.live('gates')
  })

const readOrders = (ctx: Ctx, gatewayId: number, key: Buffer): Promise<string[]> =>
  inTransaction(ctx.deps, ctx.requestId, new Date(), async (c) =>
    (await access.takeWaiting(c.db, gatewayId, c.now))
      .filter((order) => order.until > c.now)
      .map((order) => signOrder(key, gatewayId, order, c.now)),
  )
