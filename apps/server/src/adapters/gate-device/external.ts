import { connectAsync, type MqttClient } from 'mqtt'
import type net from 'node:net'
import type { GateDevices } from './gate-devices.ts'
import { readTopic, topicOf, upTopics, type UpTopic } from './wire.ts'

/**
 * A broker that is there already. Who may come and which topics are his, its operator says; that a word is a
 * gateway's own, its mac says. Of several server processes each word reaches one (a shared subscription).
 */
export function externalBroker(url: string): GateDevices {
  let client: MqttClient | undefined
  const turns = new Map<number, Promise<void>>()
  return {
    async start(hearing) {
      const mine = await connectAsync(url, { clean: true, reconnectPeriod: 1000, connectTimeout: 10_000 })
      client = mine
      const quick = () => (mine.stream as unknown as Partial<net.Socket>).setNoDelay?.(true)
      quick()
      mine.on('connect', quick)
      mine.on('error', (e) => hearing.failed(e))
      mine.on('message', (topic, payload) => {
        const said = readTopic(topic)
        const kind = upTopics.find((k): k is UpTopic => k === said?.kind)
        if (!said || !kind) return
        const turn = (turns.get(said.gatewayId) ?? Promise.resolve())
          .then(() => hearing.hear(said.gatewayId, kind, payload.toString()))
          .catch((e: unknown) => hearing.failed(e as Error))
          .finally(() => {
            if (turns.get(said.gatewayId) === turn) turns.delete(said.gatewayId)
          })
        turns.set(said.gatewayId, turn)
      })
      await mine.subscribeAsync(
        upTopics.map((kind) => `$share/portal/g/+/${kind}`),
        { qos: 1 },
      )
    },
    async send(gatewayId, kind, text) {
      if (!client) throw new Error('the broker is not reached')
      await client.publishAsync(topicOf(gatewayId, kind), text, { qos: 1, retain: kind === 'grants' })
    },
    // A broker of others puts nobody out for us: what comes with the old key is not believed.
    putOut() {},
    port: () => null,
    attach: () => undefined,
    async stop() {
      await client?.endAsync()
      await Promise.allSettled(turns.values())
    },
  }
}
