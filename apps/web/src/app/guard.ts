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
 * Judges from the token alone. `visitors`: the site lets visitors browse. `ask-user`: a token exists, so the
 * user has to be loaded.
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

/** Judges the user's rights. Roles in a lab depend on the lab, so the lab frame checks those. */
export function judgeRights(path: ScreenPath, who: Viewer): Verdict {
  const access: ScreenAccess = screens[path].access
  if (isKeptFrom(path, who)) return { to: '/401' }
  if (typeof access === 'string') return 'enter'
  const { labRoles: _, ...here } = access
  return meets(here, who) ? 'enter' : { to: '/401' }
}

export const loginFor = ({ pathname, search }: Visit): string =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`

/** Runs as the loader of every screen. */
export async function guard(path: ScreenPath, request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const { access } = screens[path]
  const visitors = visitorsMayBrowse()
  const first = judgeVisit(url, access, { hasToken: session.token() !== null, visitors })
  if (first === 'enter') {
    if (session.token()) void ensureUser({ stays: true }).catch(() => {}) // the greeting may load later
    return null
  }
  if (first !== 'ask-user') return redirect(first.to)
  // With an expired session the user continues as a visitor where visitors may.
  const stays = access === 'visitors' && visitors
  const user = await ensureUser({ stays })
  if (!user) return stays ? null : redirect(loginFor(url))
  const second = judgeRights(path, user)
  return typeof second === 'object' ? redirect(second.to) : null
}
