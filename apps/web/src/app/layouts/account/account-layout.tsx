import { Outlet } from 'react-router'

/** The personal area stands in the front frame; its menu is the header's (§2). */
export function AccountLayout() {
  return <Outlet />
}
