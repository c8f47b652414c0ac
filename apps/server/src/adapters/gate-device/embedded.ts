import { Aedes, type Client } from 'aedes'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import tls from 'node:tls'
import { duplexPair } from 'node:stream'
import type { Admission, Claim, GateDevices } from './gate-devices.ts'
import { inTurns } from './in-turns.ts'
import {
  downTopics,
  foreignPrefix,
  MOST_BYTES,
  chooseQos,
  readForeign,
  readTopic,
  makeTopic,
  upTopics,
  type DownTopic,
} from './wire.ts'

const DENIED = 5
const CONNECT_MS = 10_000
/** Node's timers go no further. */
const FURTHEST_MS = 2 ** 31 - 1
const isOneOf = <T extends string>(all: readonly T[], one: string): one is T => all.some((a) => a === one)

/**
 * SHA-256 of the certificate that came with a line. TLS has seen to it that whoever sent it has its key; who
 * made it does not matter, since it is compared with what the office has bound to a gateway.
 */
function computeFingerprint(line: unknown): Buffer | null {
  const shown = line instanceof tls.TLSSocket ? line.getPeerX509Certificate() : undefined
  return shown ? createHash('sha256').update(shown.raw).digest() : null
}

/**
 * A broker in the server's own process. Nobody is let in without a password or a certificate, and nobody
 * reads or writes beside his own seven topics. `port` null: nobody comes but from within the process.
 */
export function embeddedBroker({
  host,
  port,
  secure,
}: {
  host: string
  port: number | null
  /** Files of a certificate and its key, PEM: without, what travels can be read on the way. */
  secure?: { cert: string; key: string } | undefined
}): GateDevices {
  let broker: Aedes | undefined
  let server: net.Server | undefined
  const lines = new Map<number, Client>()
  /** Whoever was let in, also while he is not ready yet. */
  const inside = new Map<number, Set<Client>>()
  /** Who was let in while somebody was put out is judged anew: it may have been he. */
  let putOuts = 0
  const gatewayOf = new WeakMap<Client, number>()
  let turns: ReturnType<typeof inTurns> | undefined

  /** Below its own prefix, whatever follows it. */
  const isForeign = (client: Client, topic: string): boolean => {
    const id = gatewayOf.get(client)
    return id !== undefined && topic.startsWith(foreignPrefix(id)) && topic.length < 240
  }
  function letIn(client: Client, { gatewayId, until }: Admission): void {
    gatewayOf.set(client, gatewayId)
    // He may have left while he was judged.
    if (client.conn.destroyed) return
    const all = inside.get(gatewayId) ?? new Set()
    inside.set(gatewayId, all.add(client))
    let timer: NodeJS.Timeout | undefined
    const closeAt = (at: number) => {
      const left = at - Date.now()
      timer = setTimeout(
        () => (left > FURTHEST_MS ? closeAt(at) : client.close()),
        Math.min(left, FURTHEST_MS),
      )
      timer.unref()
    }
    if (until) closeAt(until.getTime())
    client.conn.once('close', () => {
      clearTimeout(timer)
      all.delete(client)
      if (all.size === 0 && inside.get(gatewayId) === all) inside.delete(gatewayId)
    })
  }
  function publish(topic: string, text: string, how: { qos: 0 | 1; retain: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!broker) return reject(new Error('the broker has not started'))
      const packet = { cmd: 'publish' as const, topic, payload: Buffer.from(text), dup: false, ...how }
      broker.publish(packet, (e) => (e ? reject(e) : resolve()))
    })
  }

  return {
    certificates: secure && port !== null ? 'pinned' : null,
    async start(hearing) {
      const mine = inTurns(hearing)
      turns = mine
      async function judge(client: Client, claim: Claim): Promise<boolean> {
        try {
          for (;;) {
            const before = putOuts
            const admission = await hearing.admit(claim)
            if (!admission) return false
            if (before !== putOuts) continue
            letIn(client, admission)
            return true
          }
        } catch (e) {
          hearing.failed(e as Error)
          return false
        }
      }
      const aedes = await Aedes.createBroker({
        connectTimeout: CONNECT_MS,
        maxClientsIdLength: 64,
        queueLimit: 1000,
        // A will would be said in a gateway's name by the broker, and without a mac.
        preConnect(_client, packet, done) {
          if (packet.will) done(new Error('no will is admitted'), false)
          else done(null, true)
        },
        authenticate(client, user, password, answer) {
          const refuse = () =>
            answer(
              Object.assign(new Error('bad user name or password'), { returnCode: DENIED as never }),
              false,
            )
          const fingerprint = computeFingerprint(client.conn)
          // Whoever shows a certificate need not say who he is; what else he says must be a number.
          if (user ? !/^[1-9]\d{0,14}$/.test(user) : !fingerprint) return refuse()
          const claim = { gatewayId: user ? Number(user) : null, password: password ?? null, fingerprint }
          void judge(client, claim).then((admitted) => (admitted ? answer(null, true) : refuse()))
        },
        authorizePublish(client, packet, done) {
          if (client && isForeign(client, packet.topic)) {
            // Nothing is kept for those who come later: many such devices ask for it by habit.
            packet.retain = false
            return done(packet.payload.length > MOST_BYTES ? new Error('too long') : null)
          }
          const said = readTopic(packet.topic)
          const mine = client !== null && said?.gatewayId === gatewayOf.get(client)
          if (!mine || !isOneOf(upTopics, said?.kind ?? '') || packet.retain)
            return done(new Error('not this gateway’s to say'))
          done(packet.payload.length > MOST_BYTES ? new Error('too long') : null)
        },
        authorizeSubscribe(client, subscription, done) {
          const said = readTopic(subscription.topic)
          const may =
            (said?.gatewayId === gatewayOf.get(client) && isOneOf(downTopics, said?.kind ?? '')) ||
            isForeign(client, subscription.topic)
          // Null is MQTT's own refusal, 128: the line stays.
          done(null, may ? subscription : null)
        },
      })
      broker = aedes
      aedes.on('publish', (packet, client) => {
        const foreign = client && readForeign(packet.topic)
        if (foreign) mine.takeForeign(foreign.gatewayId, foreign.topic, packet.payload.toString())
        const said = client && readTopic(packet.topic)
        if (said && isOneOf(upTopics, said.kind))
          mine.take(said.gatewayId, said.kind, packet.payload.toString())
      })
      aedes.on('clientReady', (client) => {
        const id = gatewayOf.get(client)
        if (id !== undefined) lines.set(id, client)
      })
      aedes.on('clientDisconnect', (client) => {
        const id = gatewayOf.get(client)
        // Whoever came back meanwhile is not lost.
        if (id === undefined || lines.get(id) !== client) return
        lines.delete(id)
        mine.lose(id)
      })
      aedes.on('clientError', () => undefined) // it is put out, and comes back
      if (port === null) return
      const take = (socket: net.Socket) => void aedes.handle(socket)
      server = secure
        ? tls.createServer(
            {
              cert: readFileSync(secure.cert),
              key: readFileSync(secure.key),
              // Asked for, not asked of everybody: others come with a password.
              requestCert: true,
              rejectUnauthorized: false,
              handshakeTimeout: CONNECT_MS,
            },
            (socket) => take(socket.setNoDelay(true)),
          )
        : net.createServer({ noDelay: true, keepAlive: true }, take)
      await new Promise<void>((resolve, reject) => {
        server?.once('error', reject).listen({ port, host }, resolve)
      })
    },
    // The list waits for whoever comes later; a command is for now.
    send: (gatewayId, kind: DownTopic, text) =>
      publish(makeTopic(gatewayId, kind), text, { qos: chooseQos(kind), retain: kind === 'grants' }),
    sendForeign: (gatewayId, topic, text) =>
      publish(foreignPrefix(gatewayId) + topic, text, { qos: 1, retain: false }),
    putOut(gatewayId) {
      putOuts++
      for (const client of inside.get(gatewayId) ?? []) client.close()
    },
    attach() {
      if (!broker) return undefined
      const [mine, theirs] = duplexPair()
      broker.handle(mine)
      return theirs
    },
    port: () => (server?.address() as net.AddressInfo | null | undefined)?.port ?? null,
    async stop() {
      const [b, s] = [broker, server]
      broker = server = undefined
      if (b) await new Promise<void>((resolve) => void b.close(() => resolve()))
      if (s) await new Promise<void>((resolve) => void s.close(() => resolve()))
      await turns?.settled()
    },
  }
}
