import { dropCookie, readCookie, writeCookie } from '../../lib/cookies.ts'

/**
 * Remember me, without the password the old site kept in a cookie: the name and the flag are kept, and the
 * server's own credential (the session token, which can be revoked) lasts beyond the browser window.
 */
const NAME = 'username'
const FLAG = 'memorization'
const DAYS = 30

export const remembered = (): { username: string; memorization: boolean } => ({ username: readCookie(NAME) ?? '', memorization: readCookie(FLAG) === 'true' })

export function remember(username: string, memorization: boolean): void {
  if (!memorization) {
    dropCookie(NAME)
    dropCookie(FLAG)
    return
  }
  writeCookie(NAME, username, DAYS)
  writeCookie(FLAG, 'true', DAYS)
}
