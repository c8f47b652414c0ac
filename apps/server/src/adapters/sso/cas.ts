import { readLimited } from '../xml/read-limited.ts'
import { isElement, listValues, parseXml, type XmlValue } from '../xml/xml.ts'
import type { Sso, SsoAnswer } from './sso.ts'

/**
 * Sends a GET from this server to the CAS server: `path` starts below its address. Throws if
 * there is no answer in time.
 */
export type CasGet = (path: string) => Promise<{ status: number; body: string }>

export interface CasOptions {
  /** The address of the CAS server for browsers, without a slash at the end. */
  url: string
  /** The address tickets are issued for: exactly the same at sign-in and at validation. */
  service: string
  get: CasGet
}

const MAX_BYTES = 100_000

/**
 * A client of CAS protocol 3.0 (`/p3/serviceValidate`, with attributes), or 2.0 (`/serviceValidate`) if
 * the server only has that.
 */
export function casClient({ url, service, get }: CasOptions): Sso {
  let knowsP3 = true

  async function ask(ticket: string): Promise<{ status: number; body: string }> {
    const query = `?service=${encodeURIComponent(service)}&ticket=${encodeURIComponent(ticket)}`
    if (knowsP3) {
      const answer = await get(`/p3/serviceValidate${query}`)
      if (answer.status !== 404) return answer
    }
    const answer = await get(`/serviceValidate${query}`)
    // A server that is being set up has neither for a while; that does not show which protocol it supports.
    if (answer.status === 200) knowsP3 = false
    return answer
  }

  return {
    loginUrl: `${url}/login?service=${encodeURIComponent(service)}`,
    async validate(ticket) {
      try {
        const { status, body } = await ask(ticket)
        if (status >= 500) return { ok: false, why: 'unreachable', detail: `HTTP ${status}` }
        if (status !== 200) return { ok: false, why: 'unreadable', detail: `HTTP ${status}` }
        return readAnswer(body)
      } catch (e) {
        return { ok: false, why: 'unreachable', detail: (e as Error).message }
      }
    },
  }
}

/**
 * Asks over the network. Follows no redirect: a validation address that redirects is a
 * mistake of configuration.
 */
export const casOverHttp =
  (url: string, timeoutMs = 5000): CasGet =>
  async (path) => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/xml' },
    })
    return { status: response.status, body: await readLimited(response, MAX_BYTES) }
  }

function readAnswer(body: string): SsoAnswer {
  const unreadable = (detail: string): SsoAnswer => ({ ok: false, why: 'unreadable', detail })
  const document = parseXml(body)
  if (!document) return unreadable('not XML')
  const response = document['serviceResponse']
  if (!isElement(response)) return unreadable('no serviceResponse')
  const { authenticationSuccess: success, authenticationFailure: failure } = response
  if (failure !== undefined) return findFailure(failure)
  if (!isElement(success)) return unreadable('neither success nor failure')
  const subject = listTexts(success['user'])[0]
  return subject
    ? { ok: true, subject, attributes: listAttributes(success['attributes']) }
    : unreadable('no user')
}

/** The ticket that a single logout names: `<samlp:LogoutRequest …><samlp:SessionIndex>ST-…`. */
export function ticketOfLogout(xml: string): string | undefined {
  const request = parseXml(xml)?.['LogoutRequest']
  return isElement(request) ? listTexts(request['SessionIndex'])[0] : undefined
}

function findFailure(failure: XmlValue): SsoAnswer {
  const code = isElement(failure) ? (listTexts(failure['@code'])[0] ?? '') : ''
  const detail = `${code} ${listTexts(failure)[0] ?? ''}`.trim()
  if (code === 'INVALID_TICKET' || code === 'INVALID_TICKET_SPEC')
    return { ok: false, why: 'refused', detail }
  if (code === 'INTERNAL_ERROR') return { ok: false, why: 'unreachable', detail }
  return { ok: false, why: 'misconfigured', detail }
}

function listTexts(x: XmlValue): string[] {
  if (typeof x === 'string') return x ? [x] : []
  return isElement(x) ? listTexts(x['#text']) : listValues(x).flatMap(listTexts)
}

/**
 * `<cas:mail>…</cas:mail>`, repeated for several values; some servers write `<cas:attribute name="mail"
 * value="…"/>`.
 */
function listAttributes(x: XmlValue): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  if (!isElement(x)) return found
  for (const [name, value] of Object.entries(x)) {
    if (name !== 'attribute') {
      found[name] = listTexts(value)
      continue
    }
    for (const one of listValues(value)) {
      if (!isElement(one)) continue
      const key = listTexts(one['@name'])[0]
      if (key) found[key] = [...(found[key] ?? []), ...listTexts(one['@value'])]
    }
  }
  return found
}
