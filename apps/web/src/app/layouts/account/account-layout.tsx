import { Outlet } from 'react-router'

/** The personal area uses the front frame; the header shows its menu. */
export function AccountLayout() {
  return <Outlet />
}
