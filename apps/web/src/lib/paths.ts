import type { ScreenPath } from '@portal/contract/screens'

/**
 * Addresses of screens. `to('/osp/notice-detail', { id: 3 })` → '/osp/notice-detail?id=3'. The path is
 * checked against the table of all screens, so a link to a missing screen does not compile.
 */

type Value = string | number | boolean | null | undefined

export function to(path: ScreenPath, query: Record<string, Value> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/**
 * The address to open after sign-in: only a path of this site, because `//evil` and `https:` would leave it.
 */
export function safeRedirect(wanted: string | null | undefined, otherwise: ScreenPath = '/osp/home'): string {
  // Browsers read a backslash as a slash and skip tabs and line breaks.
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || /[\\\t\r\n]/.test(wanted)) return otherwise
  return wanted.startsWith('/login') ? otherwise : wanted
}
