import { sessionCalls, type CurrentUser } from '@portal/contract/session/session'
import { asFailure } from '../../lib/failure.ts'
import { releaseAll } from '../../lib/held.ts'
import { queryClient } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { session } from '../../lib/session.ts'
import { say } from '../../lib/tell.ts'

type Credentials =
  | { username: string; password: string }
  | { username: string; remembered: true }
  | { ticket: string }
  | { token: string }

/**
 * Signs in and stores the token, if `rememberMe` beyond the browser session. Failures are not shown here; the
 * login screen shows them.
 */
export async function signIn(credentials: Credentials, rememberMe: boolean): Promise<CurrentUser> {
  const { token, user } = await send(sessionCalls.login, {
    body: { ...credentials, rememberMe },
    quiet: true,
    noDialog: true,
  })
  queryClient.clear() // data of a previous user
  session.begin(token, user, rememberMe)
  return user
}

/**
 * Ends the session here and on the server. A failure of the call is ignored, because the user leaves anyway.
 */
export async function signOut(): Promise<void> {
  await releaseAll()
  await send(sessionCalls.signOut, { quiet: true, noDialog: true }).catch(() => {})
  session.leave()
  queryClient.clear()
}

/** Ends the session here only: the server has ended it already. */
export function forgetSession(): void {
  session.end()
  queryClient.clear()
}

let asking: Promise<CurrentUser | null> | null = null

/**
 * The user of the token, loaded once. If the server rejects the token, the session ends; if the server cannot
 * be reached, it rejects and the caller may retry. `stays`: the screen is open without a session, too
 * (decision 103), so the user need not sign in again and is told so.
 */
export function ensureUser({ stays }: { stays: boolean }): Promise<CurrentUser | null> {
  const known = session.user()
  if (known) return Promise.resolve(known)
  if (!session.token()) return Promise.resolve(null)
  asking ??= ask(stays).finally(() => (asking = null))
  return asking
}

async function ask(stays: boolean): Promise<CurrentUser | null> {
  const token = session.token()
  try {
    const user = await send(sessionCalls.current, { quiet: true, noDialog: true })
    if (session.token() === token) session.know(user)
    return user
  } catch (error) {
    const failure = asFailure(error)
    if (failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429) throw failure
    session.end()
    if (stays) say('info', '登录状态已过期，您可以继续留在该页面，或者重新登录')
    else say('error', '验证失效，请重新登录', { requestId: failure.requestId })
    return null
  }
}

/**
 * The address of the campus single sign-on, which returns to /login with a ticket; null if the portal has
 * none.
 */
export const singleSignOn = async (): Promise<string | null> => (await send(sessionCalls.sso)).url
