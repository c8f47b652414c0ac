import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign, makeTopic } from '../../apps/server/src/adapters/gate-device/wire.ts'
import type { Credentials } from '../../apps/server/src/simulator/gateway.ts'

// How fast readings are stored at the broker's full speed: by the portal, and by a minimal subscriber of
// mqtt.js that copies them into a table of the same shape.

const MEASURING = [2, 3, 4, 5]

/** Messages of all gateways in turn, signed before the measurement starts. */
export function makeWords(credentials: readonly Credentials[], each: number, from: (id: number) => number) {
  const words: { topic: string; text: string }[] = []
  const at = Math.floor(Date.now() / 1000)
  for (let n = 1; n <= each; n++)
    for (const c of credentials) {
      const topic = makeTopic(c.gatewayId, 'reading')
      const seq = from(c.gatewayId) + n
      const units = Object.fromEntries(MEASURING.map((u) => [u, { kwh: seq, amps: 4.2 }]))
      const says = { at, after: seq - 1, readings: [{ seq, at, units }] }
      words.push({ topic, text: sign(Buffer.from(c.key, 'base64url'), topic, says) })
    }
  return words
}

/** Readings per second, from the first message until all are in the table. */
export async function pour(
  client: MqttClient,
  words: readonly { topic: string; text: string }[],
  count: () => Promise<number>,
): Promise<number> {
  const wanted = (await count()) + words.length * MEASURING.length
  const begin = performance.now()
  for (let i = 0; i < words.length; i += 200) {
    const some = words.slice(i, i + 200)
    await Promise.all(some.map((w) => client.publishAsync(w.topic, w.text, { qos: 1 })))
  }
  for (let tries = 0; tries < 6000; tries++) {
    if ((await count()) >= wanted) {
      const seconds = (performance.now() - begin) / 1000
      return (words.length * MEASURING.length) / seconds
    }
    await sleep(10)
  }
  throw new Error(`of ${wanted} only ${await count()} came`)
}

/** The methods for COPY that pg's types lack. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
class Copy {
  readonly done: Promise<void>
  readonly #text: string
  readonly #rows: Buffer
  #resolve!: () => void
  #reject!: (e: Error) => void
  constructor(text: string, rows: string) {
    this.#text = text
    this.#rows = Buffer.from(rows)
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }
  submit(connection: CopyConnection): void {
    connection.query(this.#text)
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#resolve()
  }
  handleError(e: Error): void {
    this.#reject(e)
  }
}

/** The minimal writer; it verifies nothing. */
export async function startBare(brokerUrl: string, databaseUrl: string) {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `create table bare_reading (like iot_reading); create index on bare_reading (sub_device_id, at);
      create table bare_unit as select id, gateway_id, number from iot_sub_device`,
  )
  const { rows } = await database.query<{ id: string; gateway: string; number: number }>(
    'select id, gateway_id as gateway, number from bare_unit',
  )
  const unitOf = new Map(rows.map((r) => [`${r.gateway}/${r.number}`, r.id]))
  const client = await connectAsync(brokerUrl)
  let waiting: string[] = []
  let running = false
  const write = async () => {
    running = true
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      const copy = new Copy('copy bare_reading (sub_device_id, at, amps, kwh) from stdin', taken.join(''))
      database.query(copy as never)
      await copy.done
    }
    running = false
  }
  client.on('message', (topic, payload) => {
    const text = payload.toString()
    const said = JSON.parse(text.slice(text.indexOf('.') + 1)) as {
      readings: { at: number; units: Record<string, { kwh: number; amps: number }> }[]
    }
    const gateway = topic.split('/')[1]
    for (const r of said.readings)
      for (const [unit, v] of Object.entries(r.units)) {
        const at = new Date(r.at * 1000).toISOString()
        waiting.push(`${unitOf.get(`${gateway}/${unit}`)}\t${at}\t${v.amps}\t${v.kwh}\n`)
      }
    if (!running) void write()
  })
  await client.subscribeAsync('g/+/reading', { qos: 1 })
  return {
    async stop() {
      await client.endAsync(true)
      await database.end()
    },
  }
}
