import { randomUUID } from 'node:crypto'
import { makeTopic, readTopic, signContact, type DownTopic } from '../adapters/gate-device/wire.ts'

// The connection of a gateway that uses HTTP only (decision 113). It carries the same messages as one to a
// broker. The gateway's messages trigger a request at once; waiting messages of the portal come with the
// reply.

/** What a gateway needs of a connection, to a broker or this one. */
export interface Line {
  readonly connected: boolean
  publishAsync(topic: string, text: string, how: { qos: 1 }): Promise<unknown>
  subscribeAsync(topics: string[], how: { qos: 1 }): Promise<unknown>
  on(event: 'message', listener: (topic: string, payload: Buffer) => void): unknown
  endAsync(force: boolean): Promise<unknown>
}

export const RELAY = '/api/v2/iot/relay'
const MOST_WORDS = 20
/** Milliseconds to wait for further messages that join the same request. */
const GATHER_MS = 5

export interface Relayed {
  gatewayId: number
  key: Buffer
  /** Seconds since 1970 by the gateway's clock. */
  clock(): number
  everyMs: number
}
/** Sends a request and returns the portal's answer; tests pass their own for a portal in the same process. */
export type Post = (body: object) => Promise<{
  status: number
  data?: { words: { kind: DownTopic; text: string }[] } | undefined
  message?: string | undefined
}>

export const postTo =
  (url: string): Post =>
  async (body) => {
    const response = await fetch(url + RELAY, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    return { ...((await response.json()) as object), status: response.status }
  }

export const makeContact = (c: Pick<Relayed, 'gatewayId' | 'key' | 'clock'>, words: readonly object[]) => {
  const signed = { at: c.clock(), nonce: randomUUID(), says: JSON.stringify({ words }) }
  const mac = signContact(c.key, { path: RELAY, ...signed })
  return { gatewayId: c.gatewayId, ...signed, mac }
}

export async function relayLine(post: Post, c: Relayed): Promise<Line> {
  const waiting: { kind: string; text: string }[] = []
  const listeners: ((topic: string, payload: Buffer) => void)[] = []
  let ended = false
  let turn = Promise.resolve()
  let next: Promise<void> | undefined

  async function meet(): Promise<void> {
    if (ended) return
    const words = waiting.splice(0, MOST_WORDS)
    const answer = await post(makeContact(c, words)).catch((e: unknown) => {
      // As on a cut connection the messages are lost, and the gateway sends them again.
      waiting.length = 0
      throw e
    })
    if (answer.status !== 200) throw new Error(answer.message ?? `the portal answers ${answer.status}`)
    for (const { kind, text } of answer.data?.words ?? [])
      for (const listen of listeners) listen(makeTopic(c.gatewayId, kind), Buffer.from(text))
  }
  /** Sends requests one after the other, so that messages arrive in their order. */
  function contact(): Promise<void> {
    next ??= new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
      next = undefined
      const mine = turn.then(meet)
      turn = mine.catch(() => undefined)
      return mine
    })
    return next
  }

  await contact()
  const timer = setInterval(() => void contact().catch(() => undefined), c.everyMs)
  return {
    get connected() {
      return !ended
    },
    publishAsync(topic, text) {
      // The queue holds one request's messages; the gateway repeats those that are pushed out.
      if (waiting.length === MOST_WORDS) waiting.shift()
      waiting.push({ kind: readTopic(topic)?.kind ?? '', text })
      return contact()
    },
    subscribeAsync: () => Promise.resolve(),
    on: (_event, listener) => listeners.push(listener),
    async endAsync() {
      ended = true
      clearInterval(timer)
      await turn
    },
  }
}
