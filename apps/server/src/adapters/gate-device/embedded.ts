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
/** The longest delay of a Node.js timer. */
const FURTHEST_MS = 2 ** 31 - 1
const isOneOf = <T extends string>(all: readonly T[], one: string): one is T => all.some((a) => a === one)

/**
 * SHA-256 of the client certificate of a connection. TLS has proved that the client has its key; its issuer
 * does not matter, because the certificate is compared with the one that the office has bound to a gateway.
 */
function computeFingerprint(line: unknown): Buffer | null {
  const shown = line instanceof tls.TLSSocket ? line.getPeerX509Certificate() : undefined
  return shown ? createHash('sha256').update(shown.raw).digest() : null
}

/**
 * A broker in the server's own process. A client needs a password or a certificate, and may only use its own
 * seven topics and those below its own prefix. `port` null: only clients inside the process can connect.
 */
export function embeddedBroker({
  host,
  port,
  secure,
}: {
  host: string
  port: number | null
  /** Paths of a certificate and its key (PEM); without them the messages can be read on the way. */
  secure?: { cert: string; key: string } | undefined
}): GateDevices {
  let broker: Aedes | undefined
  let server: net.Server | undefined
  const lines = new Map<number, Client>()
  /** The admitted clients of each gateway, including those that are not ready yet. */
  const inside = new Map<number, Set<Client>>()
  /**
   * Number of `putOut` calls: a client that was judged during one is judged anew, because
   * it may be the one put out.
   */
  let putOuts = 0
  const gatewayOf = new WeakMap<Client, number>()
  let turns: ReturnType<typeof inTurns> | undefined

  /** True for any topic below the client's own prefix. */
  const isForeign = (client: Client, topic: string): boolean => {
    const id = gatewayOf.get(client)
    return id !== undefined && topic.startsWith(foreignPrefix(id)) && topic.length < 240
  }
  function letIn(client: Client, { gatewayId, until }: Admission): void {
    gatewayOf.set(client, gatewayId)
    // The client may have disconnected while it was judged.
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
        // The broker would publish a will in the name of the gateway, and without an HMAC.
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
          // A client with a certificate needs no user name; any user name must be a number.
          if (user ? !/^[1-9]\d{0,14}$/.test(user) : !fingerprint) return refuse()
          const claim = { gatewayId: user ? Number(user) : null, password: password ?? null, fingerprint }
          void judge(client, claim).then((admitted) => (admitted ? answer(null, true) : refuse()))
        },
        authorizePublish(client, packet, done) {
          if (client && isForeign(client, packet.topic)) {
            // Messages are not retained for later subscribers: many such devices ask for it by habit.
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
          // Null is MQTT's own refusal, 128: the connection stays.
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
        // A gateway that has connected again meanwhile is not lost.
        if (id === undefined || lines.get(id) !== client) return
        lines.delete(id)
        mine.lose(id)
      })
      aedes.on('clientError', () => undefined) // the broker closes it, and it connects again
      if (port === null) return
      const take = (socket: net.Socket) => void aedes.handle(socket)
      server = secure
        ? tls.createServer(
            {
              cert: readFileSync(secure.cert),
              key: readFileSync(secure.key),
              // A certificate is asked for but not required: other gateways bring a password.
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
    // The list is retained for gateways that connect later; a command counts only now.
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
