import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * A secret of the page's address; empty if there is none. It stands after the `#`, which a browser sends to
 * no server, so that no proxy logs it; in links that were mailed before, it is a query. The hook takes it out
 * of the address bar and the browser's history, where others would read it. The router still knows it, so
 * that it stays while the page is open.
 */
export function useSecret(name: string): string {
  const { pathname, search, hash } = useLocation()
  const secret = new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name) ?? ''
  useEffect(() => {
    if (secret !== '') history.replaceState(history.state, '', pathname)
  }, [secret, pathname])
  return secret
}
