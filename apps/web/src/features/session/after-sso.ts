const KEY = 'afterSso'

// The sign-on server returns to /login alone; where the person was going waits here meanwhile.
export function keepRedirect(redirect: string | null): void {
  if (redirect) sessionStorage.setItem(KEY, redirect)
  else sessionStorage.removeItem(KEY)
}
export const takeRedirect = (): string | null => sessionStorage.getItem(KEY)
