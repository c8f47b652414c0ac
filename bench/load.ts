import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The bytes of one HTTP/1.1 request. */
export function requestBytes(
  method: string,
  path: string,
  more: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): string {
  const body = more.body === undefined ? '' : JSON.stringify(more.body)
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'host: bench',
    ...(more.token ? [`authorization: ${more.token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    ...Object.entries(more.headers ?? {}).map(([k, v]) => `${k}: ${v}`),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

export interface Answer {
  status: number
  body: string
  /** The size of the whole response on the wire. */
  bytes: number
}

/**
 * A keep-alive connection that sends one request at a time. It is written by hand: a client that costs as
 * much as the server would measure itself.
 */
export class Connection {
  readonly #socket: net.Socket
  #buffer: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (a: Answer) => void; reject: (e: Error) => void } | undefined

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, chunk]) : chunk
      this.#take()
    })
    socket.on('error', (e) => this.#waiting?.reject(e))
    socket.on('close', () => this.#waiting?.reject(new Error('connection closed')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  send(bytes: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(): void {
    const head = this.#buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const headers = this.#buffer.toString('latin1', 0, head)
    const length = /\r\ncontent-length: *(\d+)/i.exec(headers)
    const end = length
      ? head + 4 + Number(length[1])
      : /\r\ntransfer-encoding: *chunked/i.test(headers)
        ? this.#chunkedEnd(head + 4)
        : head + 4
    if (end < 0 || this.#buffer.length < end) return
    const answer = {
      status: Number(headers.slice(9, 12)),
      body: this.#buffer.toString('utf8', head + 4, end),
      bytes: end,
    }
    this.#buffer = this.#buffer.subarray(end)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }

  #chunkedEnd(start: number): number {
    const end = this.#buffer.indexOf('\r\n0\r\n\r\n', start - 2)
    return end < 0 ? -1 : end + 7
  }
}

export interface Measured {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  /** All answers, including the warm-up. */
  answers: number
  /** Milliseconds of processor time per answer (bench/cost.ts): of the server, and of PostgreSQL. */
  serverMs?: number
  databaseMs?: number
}

const percentile = (sorted: Float64Array, p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0

export interface Load {
  port: number
  clients: number
  seconds: number
  /** The i-th request of the whole run. */
  request: (i: number) => string
  /** Checks every answer; throws on an unexpected one. */
  check?: (answer: Answer, i: number) => void
  /**
   * Milliseconds that a client waits after each answer, as people do; by default none, which saturates the
   * machine.
   */
  pauseMs?: number
}

/** Continues over all runs, so that each request is different. Numbers below 1000 are for recording. */
let turn = 1000

/**
 * Every client sends its next request after the last answer (and its pause). The first tenth of the time is
 * warm-up.
 */
export async function load({ port, clients, seconds, request, check, pauseMs = 0 }: Load): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(port)))
  const times: number[] = []
  let answers = 0
  // Answers after the warm-up, also to requests sent before; otherwise slow requests would hardly count.
  let counted = 0
  const begin = performance.now()
  const warm = begin + seconds * 100
  const end = begin + seconds * 1000
  await Promise.all(
    connections.map(async (connection) => {
      for (let now = performance.now(); now < end;) {
        const i = turn++
        const answer = await connection.send(request(i))
        const then = performance.now()
        check?.(answer, i)
        answers++
        if (then >= warm && then <= end) counted++
        if (now >= warm && then <= end) times.push(then - now)
        if (pauseMs > 0) await sleep(pauseMs)
        now = pauseMs > 0 ? performance.now() : then
      }
    }),
  )
  for (const c of connections) c.close()
  const sorted = Float64Array.from(times).sort()
  return {
    rate: counted / (seconds * 0.9),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    answers,
  }
}

/** Sends one request on its own connection. */
export async function once(port: number, bytes: string): Promise<Answer> {
  const connection = await Connection.open(port)
  try {
    return await connection.send(bytes)
  } finally {
    connection.close()
  }
}

/** Sends many requests at the same moment, each on its own connection. */
export async function volley(ports: readonly number[], requests: readonly string[]): Promise<Answer[]> {
  const connections = await Promise.all(requests.map((_, i) => Connection.open(ports[i % ports.length] ?? 0)))
  const answers = await Promise.all(requests.map((r, i) => (connections[i] as Connection).send(r)))
  for (const c of connections) c.close()
  return answers
}
