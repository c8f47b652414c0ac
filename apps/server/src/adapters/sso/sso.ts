/**
 * What the campus knows about a person who signed in there. Attributes have the names that the campus
 * gives them; each is a list.
 */
export interface Subject {
  subject: string
  attributes: Readonly<Record<string, readonly string[]>>
}
export type SsoAnswer =
  | ({ ok: true } & Subject)
  /**
   * `refused`: the ticket is unknown, expired or was used. `misconfigured`: the campus does not know this
   * portal or issued the ticket to another one. `unreachable`: no answer in time. `unreadable`: the answer
   * cannot be understood. `detail` is for the log.
   */
  | { ok: false; why: 'refused' | 'misconfigured' | 'unreachable' | 'unreadable'; detail: string }

/** The campus single sign-on. */
export interface Sso {
  /** Where the browser is sent to sign in; it comes back to /login with `?ticket=`. */
  readonly loginUrl: string
  /** Asks the campus whose ticket this is. Each ticket is valid once. */
  validate(ticket: string): Promise<SsoAnswer>
}
