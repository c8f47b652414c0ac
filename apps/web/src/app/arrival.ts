import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { showsOtherThing } from '../ui/form/leave.ts'

/**
 * After navigation the focus moves to the new content, so that a screen reader announces it. A list and its
 * rows may share a path: then it moves only if the link that had it is gone, because a filter that names a
 * thing changes the address as well.
 */
export function useArrival(title: string): void {
  const { pathname, search } = useLocation()
  const before = useRef({ pathname, search })
  useEffect(() => {
    const from = before.current
    before.current = { pathname, search }
    const isOtherPage = from.pathname !== pathname
    if (!isOtherPage && !showsOtherThing(from.search, search)) return
    if (isOtherPage || document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, search, title])
}
