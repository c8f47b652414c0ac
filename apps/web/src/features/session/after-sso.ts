const KEY = 'afterSso'

// The sign-on server always returns to /login; the redirect target is kept here meanwhile.
export function keepRedirect(redirect: string | null): void {
  if (redirect) sessionStorage.setItem(KEY, redirect)
  else sessionStorage.removeItem(KEY)
}
export const takeRedirect = (): string | null => sessionStorage.getItem(KEY)
