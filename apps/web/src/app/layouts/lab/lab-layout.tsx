import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { screenAt } from '@portal/contract/screens'
import { useUser } from '../../../lib/session.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { findLabId, meets } from '../../menu.ts'
import { useLabInView, useLabRoles } from '../../shell.queries.ts'
import { readLab, rememberLab } from './current-lab.ts'

/**
 * Frame of one lab's pages: remembers the lab, and admits only users with a role in it to the management
 * page.
 */
export function LabLayout() {
  const { pathname, search } = useLocation()
  const labId = findLabId(pathname, search)
  const user = useUser()
  const roles = useLabRoles(labId)
  const lab = useLabInView(labId)
  useEffect(() => {
    if (lab) rememberLab({ id: lab.id, serialId: lab.serialId, name: lab.name })
  }, [lab])

  // A link without a lab means the lab viewed last; `serialId` may be a device's there, so `labId` is used.
  const last = labId ? null : readLab()
  if (last) {
    const query = new URLSearchParams(search)
    query.set(query.has('serialId') ? 'labId' : 'serialId', last.serialId)
    return <Navigate to={`${pathname}?${query}`} replace />
  }

  const access = screenAt(pathname)?.access
  if (typeof access === 'object' && access.labRoles) {
    if (!labId) return <Navigate to="/401" replace />
    // The page itself says that there is no such lab.
    if (roles.error?.status === 404) return <Outlet />
    if (!roles.data) return <Waiting query={roles} rows={6} />
    if (!user || !meets(access, { ...user, labRoles: roles.data })) return <Navigate to="/401" replace />
  }
  return <Outlet />
}
