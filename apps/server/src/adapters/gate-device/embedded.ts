import { Aedes, type Client } from 'aedes'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import tls from 'node:tls'
import { duplexPair } from 'node:stream'
import type { GateDevices } from './gate-devices.ts'
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
const isOneOf = <T extends string>(all: readonly T[], one: string): one is T => all.some((a) => a === one)

/**
 * A broker in the server's own process. Nobody is let in without a password, and nobody reads or writes
 * beside his own seven topics. `port` null: nobody comes but from within the process.
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
  const gatewayOf = new WeakMap<Client, number>()
  let turns: ReturnType<typeof inTurns> | undefined

  /** Below its own prefix, whatever follows it. */
  const isForeign = (client: Client, topic: string): boolean => {
    const id = gatewayOf.get(client)
    return id !== undefined && topic.startsWith(foreignPrefix(id)) && topic.length < 240
  }
  function publish(topic: string, text: string, how: { qos: 0 | 1; retain: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!broker) return reject(new Error('the broker has not started'))
      const packet = { cmd: 'publish' as const, topic, payload: Buffer.from(text), dup: false, ...how }
      broker.publish(packet, (e) => (e ? reject(e) : resolve()))
    })
  }

  return {
    async start(hearing) {
      const mine = inTurns(hearing)
      turns = mine
      async function judge(client: Client, id: number, password: Buffer): Promise<boolean> {
        try {
          const admitted = await hearing.admit(id, password)
          if (admitted) gatewayOf.set(client, id)
          return admitted
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
          const id = /^[1-9]\d{0,14}$/.test(user ?? '') ? Number(user) : 0
          if (!id || !password) return refuse()
          void judge(client, id, password).then((admitted) => (admitted ? answer(null, true) : refuse()))
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
        ? tls.createServer({ cert: readFileSync(secure.cert), key: readFileSync(secure.key) }, (socket) =>
            take(socket.setNoDelay(true)),
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
      lines.get(gatewayId)?.close()
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
