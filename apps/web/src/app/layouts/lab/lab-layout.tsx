import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { screenAt } from '@portal/contract/screens'
import { useUser } from '../../../lib/session.ts'
import { Skeleton } from '../../../ui/light.tsx'
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
  const labRoles = useLabRoles(labId)
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
    if (!labRoles) return <Skeleton rows={6} />
    if (!user || !meets(access, { ...user, labRoles })) return <Navigate to="/401" replace />
  }
  return <Outlet />
}
