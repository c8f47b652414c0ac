import { Failure, NETWORK_MESSAGE, TIMEOUT_MESSAGE } from './failure.ts'

/** Sends and receives bytes; does not interpret them. */
export interface Outgoing {
  method: string
  address: string
  headers: Record<string, string>
  body: string | FormData | undefined
  want: 'text' | 'blob'
  signal: AbortSignal | undefined
  onProgress: ((part: number) => void) | undefined
  /** Bytes of a file so far. The total is unknown, because the server generates the file while sending it. */
  onReceived: ((bytes: number) => void) | undefined
}
export interface Answer {
  status: number
  ok: boolean
  text: string
  blob?: Blob
  fileName?: string
  requestId: string | undefined
}

/** A request without an answer fails after this time, and a file of which no more comes. */
export const TIMEOUT_MS = 120_000

// The browser aborts a page's fetches when the page goes away, unless they have `keepalive`.
let going = false
globalThis.addEventListener?.('pagehide', () => (going = true), { capture: true })
globalThis.addEventListener?.('pageshow', () => (going = false), { capture: true })
/** Browsers allow 64 KB for requests that outlive a page; this leaves some room. */
const OUTLIVES = 60_000
const outlives = ({ method, body }: Outgoing): boolean =>
  method !== 'GET' &&
  typeof body === 'string' &&
  body.length < OUTLIVES &&
  (going || globalThis.document?.visibilityState === 'hidden')

/**
 * `early` is the same request, sent by boot.ts. A 403 is sent again: the user may have changed an expired
 * password since.
 */
export async function transport(out: Outgoing, early?: Promise<Response>): Promise<Answer> {
  if (out.onProgress && out.body instanceof FormData) return upload(out, out.onProgress)
  const patience = out.want === 'blob' ? waitForBytes() : waitForAll()
  const signal = out.signal ? AbortSignal.any([out.signal, patience.signal]) : patience.signal
  try {
    const started = early?.then(
      (response) => (response.status === 403 ? undefined : response),
      () => undefined,
    )
    const response =
      (await started) ??
      (await fetch(out.address, {
        method: out.method,
        headers: out.headers,
        body: out.body ?? null,
        signal,
        credentials: 'same-origin',
        ...(outlives(out) && { keepalive: true }),
      }))
    return await read(response, out.want, (bytes) => {
      patience.renew()
      out.onReceived?.(bytes)
    })
  } catch (error) {
    throw lost(out.signal?.aborted ? 'aborted' : patience.signal.aborted ? 'timeout' : 'network', error)
  } finally {
    patience.end()
  }
}

/** How long an answer is waited for. */
interface Patience {
  /** Aborted when it is over. */
  signal: AbortSignal
  /** Something has come: the time begins anew. */
  renew(): void
  end(): void
}
const waitForAll = (): Patience => ({
  signal: AbortSignal.timeout(TIMEOUT_MS),
  renew: () => undefined,
  end: () => undefined,
})
/** On a slow line a large file takes longer than any fixed time. */
function waitForBytes(): Patience {
  const over = new AbortController()
  const begin = () => setTimeout(() => over.abort(), TIMEOUT_MS)
  let timer = begin()
  return {
    signal: over.signal,
    renew: () => {
      clearTimeout(timer)
      timer = begin()
    },
    end: () => clearTimeout(timer),
  }
}

async function read(
  response: Response,
  want: Outgoing['want'],
  onReceived: (bytes: number) => void,
): Promise<Answer> {
  const base = {
    status: response.status,
    ok: response.ok,
    requestId: response.headers.get('x-request-id') ?? undefined,
  }
  const disposition = response.headers.get('content-disposition')
  // A refused download answers with the JSON envelope.
  const isFile = disposition !== null || !/json/.test(response.headers.get('content-type') ?? '')
  if (want === 'blob' && response.ok && isFile) {
    const name = disposition && findFileName(disposition)
    const blob = disposition === null ? await response.blob() : await makeBlob(response, onReceived)
    return { ...base, text: '', blob, ...(name && { fileName: name }) }
  }
  return { ...base, text: await response.text() }
}

async function makeBlob(response: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  if (!response.body) return response.blob()
  const pieces: BlobPart[] = []
  let bytes = 0
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
    pieces.push(value)
    onReceived((bytes += value.byteLength))
  }
}

/** Uses XMLHttpRequest, because fetch cannot report upload progress. */
function upload(out: Outgoing, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(out.method, out.address)
    for (const [name, value] of Object.entries(out.headers)) xhr.setRequestHeader(name, value)
    xhr.timeout = TIMEOUT_MS
    xhr.upload.onprogress = (e) => e.lengthComputable && onProgress(e.loaded / e.total)
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        ok: xhr.status >= 200 && xhr.status < 300,
        text: xhr.responseText,
        requestId: xhr.getResponseHeader('x-request-id') ?? undefined,
      })
    xhr.onerror = () => reject(lost('network'))
    xhr.ontimeout = () => reject(lost('timeout'))
    xhr.onabort = () => reject(lost('aborted'))
    out.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(out.body ?? null)
  })
}

function lost(kind: 'aborted' | 'timeout' | 'network', cause?: unknown): Failure {
  const message = kind === 'timeout' ? TIMEOUT_MESSAGE : kind === 'network' ? NETWORK_MESSAGE : '请求已取消'
  return Object.assign(new Failure({ kind, message }), { cause })
}

function findFileName(disposition: string): string | undefined {
  const encoded = /filename\*=(?:UTF-8'')([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}
