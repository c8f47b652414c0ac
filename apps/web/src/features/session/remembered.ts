import { REMEMBER_DAYS } from '@portal/contract/session/session'
import { dropCookie, readCookie, writeCookie } from '../../lib/cookies.ts'

/**
 * Remember me, without the password the specification's site kept in a cookie: here the name and the flag are
 * kept. In the password's place stands a credential of the server, in a cookie no script can read; the field
 * shows {@link DOTS} for it.
 */
const NAME = 'username'
const FLAG = 'memorization'
/** What the password field shows when the server's credential stands in for a password. */
export const DOTS = '••••••••'

export const readRemembered = (): { username: string; memorization: boolean } => ({
  username: readCookie(NAME) ?? '',
  memorization: readCookie(FLAG) === 'true',
})

export function remember(username: string, memorization: boolean): void {
  if (!memorization) return forget()
  writeCookie(NAME, username, REMEMBER_DAYS)
  writeCookie(FLAG, 'true', REMEMBER_DAYS)
}
export function forget(): void {
  dropCookie(NAME)
  dropCookie(FLAG)
}
