import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress, isPrivateHost } from './private.ts'

/** Interfaces of other hosts, from which forms get options. */
export interface Interfaces {
  ask(question: Question): Promise<InterfaceAnswer>
}
export interface Question {
  /** `http(s)://…`, allowed by an administrator. */
  address: string
  method: 'GET' | 'POST'
  /** The encoding of a POST body. */
  dataType: 'json' | 'formData'
  data: Record<string, unknown>
  /** True if the address may be in the private network of the campus. */
  internal: boolean
}
/** `why`: the reason in a few Chinese words, for the form. */
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
 * Asks over the network: follows no redirect, sends nothing about the person, and refuses a name that leads
 * into a private network unless that is allowed. Uses Node's own client, because `fetch` does not show the
 * address of a name before it connects.
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
      // An answer that breaks off midway fails like a connection, whichever side broke it off.
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

/** Puts the data of a GET into the query, that of a POST into the body. */
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

/** Looks up a name for the connection itself, so that the checked address is the one that is connected. */
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
    // Without `setEncoding` a response yields buffers.
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
