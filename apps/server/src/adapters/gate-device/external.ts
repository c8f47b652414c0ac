import { connect, type MqttClient } from 'mqtt'
import type net from 'node:net'
import type { GateDevices } from './gate-devices.ts'
import { inTurns } from './in-turns.ts'
import {
  foreignPrefix,
  chooseQos,
  readForeign,
  readTopic,
  makeTopic,
  upTopics,
  type UpTopic,
} from './wire.ts'

/** The portal does not wait longer than this for a broker; it is connected when it answers. */
const FIRST_MS = 5000

/**
 * An external broker. Its operator configures accounts and the topics of each; the HMAC of a message proves
 * which gateway sent it. With several server processes each message reaches one of them (a shared
 * subscription). The broker need not keep messages while the portal is down: a gateway keeps what matters
 * until it is told that it is in the database.
 */
export function externalBroker(url: string): GateDevices {
  let client: MqttClient | undefined
  let turns: ReturnType<typeof inTurns> | undefined
  return {
    certificates: 'named',
    async start(hearing) {
      const mine = connect(url, { clean: true, reconnectPeriod: 1000, connectTimeout: 10_000 })
      client = mine
      const taken = inTurns(hearing)
      turns = taken
      let said = ''
      mine.on('connect', () => {
        said = ''
        ;(mine.stream as unknown as Partial<net.Socket>).setNoDelay?.(true)
      })
      // The client retries every second: the same error is logged once.
      mine.on('error', (e) => {
        if (e.message !== said) hearing.failed(e)
        said = e.message
      })
      mine.on('message', (topic, payload) => {
        const foreign = readForeign(topic)
        if (foreign) taken.takeForeign(foreign.gatewayId, foreign.topic, payload.toString())
        const heard = readTopic(topic)
        const kind = upTopics.find((k): k is UpTopic => k === heard?.kind)
        if (heard && kind) taken.take(heard.gatewayId, kind, payload.toString())
      })
      // The client subscribes again by itself after each reconnect.
      const subscribed = mine.subscribeAsync(
        [...upTopics.map((kind) => `$share/portal/g/+/${kind}`), '$share/portal/v/#'],
        { qos: 1 },
      )
      subscribed.catch((e: unknown) => hearing.failed(e as Error))
      await Promise.race([
        subscribed.catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, FIRST_MS).unref()),
      ])
    },
    async send(gatewayId, kind, text) {
      // Nothing is queued: a gateway that reports an older list is sent the new one, and a
      // late command is useless.
      if (!client?.connected) throw new Error('the broker is not reached')
      await client.publishAsync(makeTopic(gatewayId, kind), text, {
        qos: chooseQos(kind),
        retain: kind === 'grants',
      })
    },
    async sendForeign(gatewayId, topic, text) {
      if (!client?.connected) throw new Error('the broker is not reached')
      await client.publishAsync(foreignPrefix(gatewayId) + topic, text, { qos: 1 })
    },
    // The portal cannot disconnect clients of an external broker; messages signed with
    // the old key are rejected.
    putOut() {},
    port: () => null,
    attach: () => undefined,
    async stop() {
      await client?.endAsync(!client.connected)
      await turns?.settled()
    },
  }
}
