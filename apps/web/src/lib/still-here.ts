import { useCallback, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'

/**
 * Returns a check for late answers: is this page still open, with no navigation under way? Writing this
 * page's address then would cancel the navigation that the user has started. The check asks the router at
 * that moment, because the last render may not know of the click yet.
 */
export function useStillHere(): () => boolean {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const drawn = useRef(true)
  useEffect(() => {
    drawn.current = true
    return () => void (drawn.current = false)
  }, [])
  return useCallback(() => {
    if (!router) return drawn.current
    const { location, navigation } = router.state
    return drawn.current && (navigation.location?.pathname ?? location.pathname) === location.pathname
  }, [router])
}
