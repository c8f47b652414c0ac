import { useCallback, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'

/**
 * Whether this page is still there and nobody is on the way to another, for what comes back late. Writing the
 * page's address by then would call off the way that somebody has just chosen, and bring him back. The router
 * is asked at that moment, since what was drawn last may not have heard of the click yet.
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
