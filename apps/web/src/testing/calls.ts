import type { Call } from '@portal/contract/kernel/call'
import { OK } from '@portal/contract/kernel/codes'
import type { Reason } from '@portal/contract/kernel/envelope'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { clearPage } from './page.tsx'

/** A call as it came to the stubbed `fetch`. */
export interface Received {
  method: string
  /** With the query. */
  address: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  /** Parsed, if it is JSON; null if there is none. */
  body: unknown
  /** The idempotency key; null if there is none. */
  key: string | null
}
type MakeAnswer = (call: Received) => unknown
/**
 * What the portal answers, by method and path: `'GET /api/v2/lab/{id}': lab`. A name in braces stands for one
 * segment of the path, `*` for any text. The first entry that fits is taken. An answer is the envelope's
 * data, a refusal, or a function of the call that returns one of them or a promise of it. A function that
 * throws makes the request fail as without a network.
 */
export type Answers = Record<
  `${Call['method']} ${string}`,
  object | string | number | boolean | null | MakeAnswer
>

class Refusal {
  status: number
  said: object
  constructor(status: number, said: object) {
    this.status = status
    this.said = said
  }
}
/** The answer to a call that is refused: `refuse(409, 'TASK_OVER', '该任务已办理')`. */
export const refuse = (status: number, code: string | number, message: string, reasons?: Reason[]): object =>
  new Refusal(status, { code, message, data: null, ...(reasons && { reasons }) })

/** An answer that never comes. */
export const pending = (): Promise<never> => new Promise(() => {})

/** A page of a list that has no further rows. */
export const makePage = <Row>(items: readonly Row[] = []) => ({ items, total: items.length })

/** The stream of news is silent in every test that does not answer it. */
const always: Answers = { 'GET /api/v2/live': pending }

/**
 * Stubs `fetch` in each test of the file, and clears the page after each. A call for which there is no answer
 * is refused with status 501, and the test fails with the call's method and path. Vitest runs `afterEach` in
 * reverse order: what a test file undoes once its page is gone stands above this call.
 *
 * Returns the calls that the test has made so far; the bodies of those that were no GET; and `answer`, whose
 * answers take precedence until the end of the test.
 */
export function stubCalls(answers: Answers = {}) {
  const asked: Received[] = []
  const sent: unknown[] = []
  const unanswered = new Set<string>()
  let entries: [pattern: string, answer: unknown][] = []

  async function receive(address: string, init?: RequestInit): Promise<Response> {
    const call = readCall(address, init)
    asked.push(call)
    if (call.method !== 'GET') sent.push(call.body)
    const found = entries.find(([pattern]) => fits(pattern, call))
    if (!found) {
      const missing = `${call.method} ${call.path}`
      unanswered.add(missing)
      return respond(refuse(501, 'NO_ANSWER', `${missing} has no answer in this test`))
    }
    const [, answer] = found
    // a function is of this type: `Answers` takes no other
    return respond(typeof answer === 'function' ? await (answer as MakeAnswer)(call) : answer)
  }
  beforeEach(() => {
    asked.length = 0
    sent.length = 0
    unanswered.clear()
    entries = [...Object.entries(answers), ...Object.entries(always)]
    vi.stubGlobal('fetch', receive)
    // Not in `afterEach`: an error there skips the hooks above it, so that timers stay fake for other files.
    onTestFinished(() => {
      if (unanswered.size > 0) throw new Error(`This test has no answer for ${[...unanswered].join(', ')}`)
    })
  })
  afterEach(() => {
    clearPage()
    vi.unstubAllGlobals()
  })

  return {
    asked: asked as readonly Received[],
    sent: sent as readonly unknown[],
    answer: (others: Answers): void => void entries.unshift(...Object.entries(others)),
  }
}

function readCall(address: string, { method = 'GET', headers, body = null }: RequestInit = {}): Received {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  return {
    method,
    address,
    path: pathname,
    query: searchParams,
    body: typeof body === 'string' ? JSON.parse(body) : body,
    key: new Headers(headers).get('Idempotency-Key'),
  }
}

const fits = (pattern: string, { method, path }: Received): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('*', '.*')}$`).test(`${method} ${path}`)

function respond(answer: unknown): Response {
  const { status, said } =
    answer instanceof Refusal ? answer : { status: 200, said: { code: OK, message: '', data: answer } }
  return new Response(JSON.stringify({ ...said, requestId: 'r' }), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}
