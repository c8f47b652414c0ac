import { REMEMBER_DAYS } from '@portal/contract/session/session'
import { dropCookie, readCookie, writeCookie } from '../../lib/cookies.ts'

/**
 * Remembers the user without a password in a readable cookie. This file stores only the name and the flag;
 * the server keeps a credential in a cookie that scripts cannot read, for which the password field shows
 * {@link DOTS}.
 */
const NAME = 'username'
const FLAG = 'memorization'
/** Shown in the password field when the server's credential replaces the password. */
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
