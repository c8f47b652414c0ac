import { randomUUID } from 'node:crypto'
import { makeTopic, readTopic, signContact, type DownTopic } from '../adapters/gate-device/wire.ts'

// The line of a gateway that speaks HTTP only (decision 113): it carries the same words as one to a broker.
// What is said leaves with the next contact, at once; what waits at the portal comes with its answer.

/** What a gateway needs of its line, be it one to a broker or this. */
export interface Line {
  readonly connected: boolean
  publishAsync(topic: string, text: string, how: { qos: 1 }): Promise<unknown>
  subscribeAsync(topics: string[], how: { qos: 1 }): Promise<unknown>
  on(event: 'message', listener: (topic: string, payload: Buffer) => void): unknown
  endAsync(force: boolean): Promise<unknown>
}

export const RELAY = '/api/v2/iot/relay'
const MOST_WORDS = 20
/** So long after a word others may join it. */
const GATHER_MS = 5

export interface Relayed {
  gatewayId: number
  key: Buffer
  /** Seconds since 1970, as its clock has it. */
  clock(): number
  everyMs: number
}
/** What a portal answers; `post` is for tests that have the portal in their own process. */
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
      // As on a line that is cut: what was said is lost, and its gateway says it again.
      waiting.length = 0
      throw e
    })
    if (answer.status !== 200) throw new Error(answer.message ?? `the portal answers ${answer.status}`)
    for (const { kind, text } of answer.data?.words ?? [])
      for (const listen of listeners) listen(makeTopic(c.gatewayId, kind), Buffer.from(text))
  }
  /** One after another, so that its words arrive in the order in which they were said. */
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
      // It has room for one contact's; what is pushed out is said again.
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
