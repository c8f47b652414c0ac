import { Navigate, useLocation } from 'react-router'

/** A single sign-on server may return here: forwards its ticket to the login screen. */
export default function CasPage() {
  return <Navigate to={`/login${useLocation().search}`} replace />
}
