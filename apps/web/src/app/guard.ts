import { redirect } from 'react-router'
import { screens, type ScreenAccess, type ScreenPath } from '@portal/contract/screens'
import { session } from '../lib/session.ts'
import { visitorsMayBrowse } from '../lib/site.ts'
import { ensureUser } from '../features/session/shared/session.ts'
import { isKeptFrom, meets, type Viewer } from './menu.ts'

export interface Visit {
  pathname: string
  search: string
}
export type Verdict = 'enter' | 'ask-user' | { to: string }

/**
 * First half of §6: what can be said from the token alone. `visitors`: they may browse, as the site says.
 * `ask-user`: somebody is signed in, find out who.
 */
export function judgeVisit(
  { pathname, search }: Visit,
  access: ScreenAccess,
  { hasToken, visitors }: { hasToken: boolean; visitors: boolean },
): Verdict {
  if (hasToken && pathname === '/login') return { to: '/osp' }
  if (access === 'public') return 'enter'
  if (!hasToken && access === 'visitors' && visitors) return 'enter'
  if (!hasToken) return { to: loginFor({ pathname, search }) }
  return 'ask-user'
}

/** Second half: what the person may see. Lab roles belong to a lab, so the lab frame asks for them. */
export function judgeRights(path: ScreenPath, who: Viewer): Verdict {
  const access: ScreenAccess = screens[path].access
  if (isKeptFrom(path, who)) return { to: '/401' }
  if (typeof access === 'string') return 'enter'
  const { labRoles: _, ...here } = access
  return meets(here, who) ? 'enter' : { to: '/401' }
}

export const loginFor = ({ pathname, search }: Visit): string =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`

/** Runs before every screen, as its loader. */
export async function guard(path: ScreenPath, request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const { access } = screens[path]
  const visitors = visitorsMayBrowse()
  const first = judgeVisit(url, access, { hasToken: session.token() !== null, visitors })
  if (first === 'enter') {
    if (session.token()) void ensureUser().catch(() => {}) // the greeting can come later
    return null
  }
  if (first !== 'ask-user') return redirect(first.to)
  const user = await ensureUser()
  // Whose session has run out goes on as a visitor where visitors may.
  if (!user) return access === 'visitors' && visitors ? null : redirect(loginFor(url))
  const second = judgeRights(path, user)
  return typeof second === 'object' ? redirect(second.to) : null
}
