import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress, isPrivateHost } from './private.ts'

/** Interfaces of other hosts, which forms ask for options. */
export interface Interfaces {
  ask(question: Question): Promise<InterfaceAnswer>
}
export interface Question {
  /** `http(s)://…`, allowed by an administrator. */
  address: string
  method: 'GET' | 'POST'
  /** Of a POST. */
  dataType: 'json' | 'formData'
  data: Record<string, unknown>
  /** It may stand in the network of the campus. */
  internal: boolean
}
/** `why`: a few Chinese words. */
export type InterfaceAnswer = { ok: true; text: string } | { ok: false; why: string }

/** Finds all addresses of a name, as `dns.lookup` does. */
export type LookUp = (
  host: string,
  options: LookupOptions & { all: true },
  done: (e: Error | null, found: LookupAddress[]) => void,
) => void
interface Limits {
  timeoutMs?: number
  maxBytes?: number
  lookUp?: LookUp
}
const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_000_000
const LONGEST_ADDRESS = 4_000

class Trouble extends Error {}

/**
 * Over the network: no redirect is followed, nothing of the asker goes along, and a name that leads into a
 * private network is not asked unless that was allowed. By Node's own client, because `fetch` lets nobody see
 * the address that a name has led to before it is connected.
 */
export const interfacesOverHttp = ({
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  lookUp = lookup,
}: Limits = {}): Interfaces => ({
  async ask(question) {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const { url, body, type } = await shapeRequest(question)
      if (!question.internal && isPrivateHost(url.hostname)) return { ok: false, why: PRIVATE }
      const response = await connect(
        { url, method: question.method, body, type },
        signal,
        lookUpFor(lookUp, question.internal),
      )
      return { ok: true, text: await readText(response, maxBytes) }
    } catch (e) {
      // An answer that breaks off amid its text fails as a connection does, whoever broke it off.
      return { ok: false, why: signal.aborted ? TOO_SLOW : sayWhy(e) }
    }
  },
})

const PRIVATE = '该地址位于校内网络，未获允许'
const TOO_SLOW = '超时未应答'
function sayWhy(e: unknown): string {
  if (e instanceof Trouble) return e.message
  const { code } = e as { code?: string }
  return code === 'ENOTFOUND' ? '找不到该地址' : '无法连接'
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** What is asked: of a GET behind the address, of a POST in the body. */
async function shapeRequest({ address, method, dataType, data }: Question) {
  const url = new URL(address)
  if (method === 'GET') {
    for (const [key, value] of Object.entries(data)) url.searchParams.append(key, asText(value))
    if (url.href.length > LONGEST_ADDRESS) throw new Trouble('查询参数过长')
    return { url, body: null, type: null }
  }
  if (dataType === 'json') return { url, body: Buffer.from(JSON.stringify(data)), type: 'application/json' }
  const form = new FormData()
  for (const [key, value] of Object.entries(data)) form.append(key, asText(value))
  const packed = new Response(form)
  return { url, body: Buffer.from(await packed.arrayBuffer()), type: packed.headers.get('content-type') }
}

/** Looks a name up, for the connection itself: what it finds is what is connected to. */
const lookUpFor =
  (lookUp: LookUp, internal: boolean): LookupFunction =>
  (host, options, done) =>
    lookUp(host, { ...options, all: true }, (e, found) => {
      const [first] = e ? [] : found
      if (!first) done(e ?? new Trouble('找不到该地址'), '')
      else if (!internal && found.some(({ address }) => isPrivateAddress(address)))
        done(new Trouble(PRIVATE), '')
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

interface Shaped {
  url: URL
  method: string
  body: Buffer | null
  type: string | null
}
function connect(
  { url, method, body, type }: Shaped,
  signal: AbortSignal,
  lookUp: LookupFunction,
): Promise<http.IncomingMessage> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'portal-form',
    ...(type !== null && { 'content-type': type }),
    ...(body && { 'content-length': String(body.length) }),
  }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, signal, agent: false, lookup: lookUp }, resolve)
    asked.on('error', reject)
    asked.end(body ?? undefined)
  })
}

async function readText(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode = 0 } = response
  try {
    if (statusCode >= 300 && statusCode < 400) throw new Trouble('对方要求转到其他地址')
    if (statusCode < 200 || statusCode >= 300) throw new Trouble(`HTTP ${statusCode}`)
    const chunks: Buffer[] = []
    let bytes = 0
    // Without an encoding a response is read in buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Trouble('返回的内容过大')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    response.destroy()
  }
}
