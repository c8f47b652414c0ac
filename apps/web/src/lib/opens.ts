import { isAdmitted } from '@portal/contract/kernel/permissions'
import { screenAt } from '@portal/contract/screens'
import { useSession, useUser } from './session.ts'
import { useSite } from './site.ts'

const findAccess = (address: string) => screenAt(address.replace(/[?#].*$/, ''))?.access

/**
 * Tells which screens the user's permissions open, for links on pages that open for more people than the
 * screen behind the link (decision 095). Screens that ask for roles alone are not judged here.
 */
export function useOpens(): (address: string) => boolean {
  const user = useUser()
  return (address) => {
    const access = findAccess(address)
    if (typeof access !== 'object' || !access.anyOf) return true
    return user !== null && isAdmitted(user, access.anyOf, access.orRoles)
  }
}

/**
 * Tells which addresses ask this viewer to sign in first, so that the words of a link on a public page say
 * so.
 */
export function useAsksSignIn(): (address: string) => boolean {
  const signedIn = useSession().token !== null
  const { visitorsMayBrowse } = useSite()
  return (address) => {
    const access = findAccess(address)
    if (signedIn || access === undefined) return false
    return access !== 'public' && !(access === 'visitors' && visitorsMayBrowse)
  }
}
