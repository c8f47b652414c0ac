/** Cookies of this site. Other sites cannot read them; over https they are never sent unencrypted. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null // not ours: the value is a malformed escape
  }
}

/** Without `days` the cookie ends with the browser session. */
export function writeCookie(name: string, value: string, days?: number): void {
  const age = days === undefined ? '' : `; Max-Age=${Math.round(days * 86_400)}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
}

/** Removes a cookie by a day that is long past; `Max-Age=0` leaves it alive for a moment in some programs. */
export function dropCookie(name: string): void {
  document.cookie = `${name}=; Path=/; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
}
