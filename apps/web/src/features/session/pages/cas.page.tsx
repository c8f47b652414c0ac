import { Navigate, useLocation } from 'react-router'

/** Where a single sign-on server may send people back to: the ticket is for the login screen. */
export default function CasPage() {
  return <Navigate to={`/login${useLocation().search}`} replace />
}
