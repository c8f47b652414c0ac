import { setTimeout as sleep } from 'node:timers/promises'
import type { Landed, NationalPlatform, RowAnswer, Shipment } from './national-platform.ts'
import { readLimited } from '../xml/read-limited.ts'
import { buildXml, findChild, listChildren, parseXml, readText, type XmlElement } from '../xml/xml.ts'

// A client of SOAP 1.1 over HTTP. No description of the platform's service was found (decision 072):
// the names of operation and elements are our own, are used only in this file, and are changed here
// once the description is known.

export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
export const SERVICE = 'urn:national-platform:report'

/** Posts an envelope; throws if there is no answer in time. */
export type Post = (envelope: string, action: string) => Promise<{ status: number; body: string }>

export interface SoapOptions {
  user: string
  password: string
  post: Post
  /** Pauses before each further attempt, in milliseconds. */
  pauses?: readonly number[]
}
/** Rows in one request: if one breaks off, only these are sent again. */
const ROWS_AT_ONCE = 100
const PAUSES = [300, 1500]

export function soapClient({ user, password, post, pauses = PAUSES }: SoapOptions): NationalPlatform {
  /**
   * Sends with retries: the platform knows rows by key and content, so rows that may have
   * arrived can be sent again.
   */
  async function ask(shipment: Shipment): Promise<RowAnswer[]> {
    const envelope = makeEnvelope({ user, password }, shipment)
    for (let attempt = 0; ; attempt++) {
      try {
        return readAnswers(await post(envelope, `${SERVICE}#upload`), shipment)
      } catch (e) {
        const pause = pauses[attempt]
        if (pause === undefined || (e instanceof Trouble && !e.passing)) throw e
        await sleep(pause)
      }
    }
  }

  return {
    async upload(shipment): Promise<Landed> {
      const answers: RowAnswer[] = []
      try {
        for (let from = 0; from < shipment.rows.length; from += ROWS_AT_ONCE)
          answers.push(...(await ask({ ...shipment, rows: shipment.rows.slice(from, from + ROWS_AT_ONCE) })))
        return { answers, trouble: null }
      } catch (e) {
        return { answers, trouble: e instanceof Trouble ? e.message : '国家平台没有应答，请稍后重试' }
      }
    },
  }
}

/** An answer of the platform that says nothing about the rows. */
class Trouble extends Error {
  /** True if a retry may succeed. */
  readonly passing: boolean
  constructor(message: string, passing: boolean) {
    super(message)
    this.passing = passing
  }
}

const makeEnvelope = (
  who: { user: string; password: string },
  { year, type, element, rows }: Shipment,
): string =>
  buildXml({
    'soap:Envelope': {
      '@xmlns:soap': ENVELOPE,
      '@xmlns:n': SERVICE,
      'soap:Body': {
        'n:upload': {
          user: who.user,
          password: who.password,
          instruType: type,
          year: String(year),
          rows: { row: rows.map((r) => ({ '@key': r.key, '@hash': r.hash, [element]: r.fields })) },
        },
      },
    },
  })

function readAnswers({ status, body }: { status: number; body: string }, { rows }: Shipment): RowAnswer[] {
  const answer = findChild(findChild(parseXml(body), 'Envelope'), 'Body')
  const fault = findChild(answer, 'Fault')
  if (fault) throw findTrouble(fault)
  if (status >= 500) throw new Trouble(`国家平台暂时不可用（HTTP ${status}）`, true)
  if (status !== 200) throw new Trouble(`国家平台没有接受请求（HTTP ${status}）`, false)
  const results = new Map(
    listChildren(findChild(answer, 'uploadResponse'), 'result').map((r) => [readText(r, 'key'), r]),
  )
  // A row that the answer leaves out has no answer.
  return rows.flatMap(({ key }) => {
    const result = results.get(key)
    return result ? [findAnswer(key, result)] : []
  })
}
function findAnswer(key: string, result: XmlElement): RowAnswer {
  const ok = readText(result, 'status') === '1'
  return {
    key,
    ok,
    code: ok ? '' : readText(result, 'code') || 'REFUSED',
    message: readText(result, 'message') || (ok ? '已接收' : '国家平台没有说明原因'),
  }
}
/** A fault of the receiver may pass; one of the client (`Client`) does not. */
function findTrouble(fault: XmlElement): Trouble {
  const ours = readText(fault, 'faultcode').endsWith('Client')
  return new Trouble(`国家平台答复：${readText(fault, 'faultstring') || '未说明原因'}`, !ours)
}

const MAX_BYTES = 5_000_000
/** Posts over the network. Follows no redirect, so that the password is sent nowhere else. */
export const overHttp =
  (url: string, timeoutMs = 15_000): Post =>
  async (envelope, action) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
      body: envelope,
    })
    return { status: response.status, body: await readLimited(response, MAX_BYTES) }
  }
