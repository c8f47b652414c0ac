import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** 32 random bytes. */
const shape = /^[\w-]{43}$/

/**
 * A secret of the page's address; empty if there is none. It stands after the `#`, which a browser sends to
 * no server, so that no proxy logs it; in links that were mailed before, it is a query. The hook takes it out
 * of the address bar and the browser's history, where others would read it. It stays while the page is open,
 * also when a link within the page, such as 跳到主要内容, gives the router the address without it.
 */
export function useSecret(name: string): string {
  const at = useLocation()
  const found =
    new URLSearchParams(at.hash.slice(1)).get(name) ?? new URLSearchParams(at.search).get(name) ?? ''
  const [secret, setSecret] = useState(found)
  if (found !== secret && (secret === '' ? found !== '' : shape.test(found))) setSecret(found)
  useEffect(() => {
    if (found !== '') history.replaceState(history.state, '', at.pathname)
  }, [found, at])
  return secret
}
