import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { readCookie, writeCookie } from '../../../lib/cookies.ts'
import { useUser } from '../../../lib/session.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { labIdOf, meets } from '../../menu.ts'
import { useLabRoles } from '../../shell.queries.ts'
import { screenAt } from '../../site-map.ts'

/** Around the pages of one lab: remembers which lab it is, and keeps the management page for those with a role there. */
export function LabLayout() {
  const { pathname, search } = useLocation()
  const labId = labIdOf(pathname, search)
  const user = useUser()
  const labRoles = useLabRoles(labId)
  useEffect(() => {
    if (labId && !readCookie('curLabInfo')?.includes(`"${labId}"`)) writeCookie('curLabInfo', JSON.stringify({ serialId: labId }))
  }, [labId])

  const access = screenAt(pathname)?.access
  if (typeof access === 'object' && access.labRoles) {
    if (!labId) return <Navigate to="/401" replace />
    if (!labRoles) return <Skeleton rows={6} />
    if (!user || !meets(access, { ...user, labRoles })) return <Navigate to="/401" replace />
  }
  return <Outlet />
}
