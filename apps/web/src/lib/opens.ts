import { isAdmitted } from '@portal/contract/kernel/permissions'
import { screenAt } from '@portal/contract/screens'
import { useUser } from './session.ts'

/**
 * Tells which screens the user's permissions open, for links on pages that open for more people than the
 * screen behind the link (decision 095). Screens that ask for roles alone are not judged here.
 */
export function useOpens(): (pathname: string) => boolean {
  const user = useUser()
  return (pathname) => {
    const access = screenAt(pathname)?.access
    if (typeof access !== 'object' || !access.anyOf) return true
    return user !== null && isAdmitted(user, access.anyOf, access.orRoles)
  }
}
