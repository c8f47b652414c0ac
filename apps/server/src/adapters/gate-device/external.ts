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

/** A broker that has not answered by then will be heard of later: the portal does not wait for it. */
const FIRST_MS = 5000

/**
 * A broker that is there already. Who may come and which topics are his, its operator says; that a word is a
 * gateway's own, its mac says. Of several server processes each word reaches one (a shared subscription).
 * Nothing has to be kept for the portal while it is away: what matters is kept by gateways until they are
 * told that it is in the database.
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
      // It tries again each second: what is wrong is written down once.
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
      // Subscribed anew by itself whenever it comes back.
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
      // Not kept for later: a list is sent to whoever says that he has an older one, a command is too late.
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
    // A broker of others puts nobody out for us: what comes with the old key is not believed.
    putOut() {},
    port: () => null,
    attach: () => undefined,
    async stop() {
      await client?.endAsync(!client.connected)
      await turns?.settled()
    },
  }
}
