import { readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

/**
 * Light or dark. Follows the system until the user chooses. The choice is a cookie, so that the server's HTML
 * has it from the first paint.
 */
export type Theme = 'light' | 'dark'
const COOKIE = 'theme'

const system = (): Theme =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const chosen = (): Theme | null => {
  const value = readCookie(COOKIE)
  return value === 'light' || value === 'dark' ? value : null
}
const store = createStore<Theme>(chosen() ?? system())

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  store.set(theme)
}

export function startTheme(): void {
  show(store.get())
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chosen() ?? show(system()))
}
export function toggleTheme(): void {
  const next: Theme = store.get() === 'dark' ? 'light' : 'dark'
  writeCookie(COOKIE, next, 365)
  show(next)
}
export const useTheme = (): Theme => useStore(store)
