import type { LightMyRequestResponse } from 'fastify'
import type { App } from '../app.ts'

/** A simulated browser for an app: it stores the cookies it gets and sends them back where they belong. */
export class Browser {
  readonly #app: App
  readonly cookies = new Map<string, { value: string; path: string }>()
  /** The last answer. */
  last!: LightMyRequestResponse
  readonly ip: string

  constructor(app: App, ip = '127.0.0.1') {
    this.#app = app
    this.ip = ip
  }

  async post(
    url: string,
    payload: object = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies]
      .filter(([, c]) => url.startsWith(c.path))
      .map(([name, c]) => `${name}=${c.value}`)
      .join('; ')
    this.last = await this.#app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: this.ip,
      headers: { ...(cookie && { cookie }), ...headers },
    })
    for (const c of this.last.cookies) {
      if (c.maxAge === 0) this.cookies.delete(c.name)
      else this.cookies.set(c.name, { value: c.value, path: c.path ?? '/' })
    }
    return this.last
  }
}
