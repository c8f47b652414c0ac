import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { makeAddress, type Arguments, type Call, type Reply } from '@portal/contract/kernel/call'
import { sessionCalls } from '@portal/contract/session/session'
import { castDevices, DEMO_PASSWORD, type CastName } from '../../apps/server/src/demo/cast.ts'

export { castCards, castDevices, castLab, DEMO_PASSWORD } from '../../apps/server/src/demo/cast.ts'
export type { CastName }
/** A cast member, or any other person of the demo campus by username; all have DEMO_PASSWORD. */
export type Who = CastName | (string & {})

const base = () => process.env['E2E_URL'] ?? ''

/** One API call outside any page, to set up a story or to read what no page shows. Throws if refused. */
export async function call<C extends Call>(
  who: Who | null,
  c: C,
  args: Arguments<C> = {},
): Promise<Reply<C>> {
  const answer = await raw(who ? await findToken(who) : null, c, args)
  if (answer.code !== 0) throw new Error(`${c.method} ${c.path} as ${who}: ${answer.message}`)
  return answer.data as Reply<C>
}
/** Ends a hanging call with its name in the error; the test timeout would not say which call it was. */
const PATIENCE_MS = 30_000
async function raw(
  token: string | null,
  c: Call,
  args: Arguments<Call>,
): Promise<{ code: unknown; message: string; data: unknown }> {
  const response = await fetch(base() + makeAddress(c, args), {
    method: c.method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...(token && { authorization: token }),
      ...(args.body !== undefined && !c.upload && { 'content-type': 'application/json' }),
    },
    ...(args.body !== undefined && {
      body: c.upload ? listFields(args.body as object) : JSON.stringify(args.body),
    }),
  }).catch((e: Error) => {
    throw new Error(`${c.method} ${c.path}: ${e.message}`, { cause: e })
  })
  return (await response.json()) as { code: unknown; message: string; data: unknown }
}
/** The body as form data, for calls that accept files. */
function listFields(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return form
}

const tokens = new Map<Who, Promise<string>>()
function findToken(who: Who): Promise<string> {
  let token = tokens.get(who)
  if (!token) {
    token = raw(null, sessionCalls.login, { body: { username: who, password: DEMO_PASSWORD } }).then(
      (a) => (a.data as { token: string }).token,
    )
    tokens.set(who, token)
  }
  return token
}

export interface Person {
  page: Page
  who: Who | null
  /** Page errors and console errors; every story expects none. */
  faults: string[]
}

/**
 * Opens a person's own browser, signed in; `null` is a visitor, signed out. It asks for reduced motion: on a
 * busy machine a click on a list or dialog that is still moving gets lost, because it comes faster than any
 * person's click.
 */
export async function person(
  browser: Browser,
  who: Who | null,
  more: Parameters<Browser['newContext']>[0] = {},
): Promise<Person> {
  return seated(await browser.newContext({ baseURL: base(), reducedMotion: 'reduce', ...more }), who)
}

/** Seats a person at a browser that another person may have used before. */
export async function seated(context: BrowserContext, who: Who | null): Promise<Person> {
  await context.clearCookies()
  if (who) await context.addCookies([{ name: 'token', value: await findToken(who), url: base() }])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (e) => faults.push(`${page.url()}: ${e.message}`))
  page.on('console', (m) => m.type() === 'error' && faults.push(`${page.url()}: ${m.text()}`))
  return { page, who, faults }
}

/** The people of a story: each browser is opened once, and all are closed together, without any fault. */
export function company(browser: Browser) {
  const people = new Map<Who, Promise<Person>>()
  return {
    /** `more` takes effect only on the first call for this person, when the browser opens. */
    async page(who: Who, more?: Parameters<typeof person>[2]): Promise<Page> {
      let one = people.get(who)
      if (!one) people.set(who, (one = person(browser, who, more)))
      return (await one).page
    },
    async close() {
      const all = await Promise.all(people.values())
      expect(all.flatMap((p) => p.faults)).toEqual([])
      await Promise.all(all.map((p) => p.page.context().close()))
    },
  }
}

export const findSerial = (name: keyof typeof castDevices) => castDevices[name].serialId
