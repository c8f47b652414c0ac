import { holdsAny, type Permission } from '@portal/contract/kernel/permissions'
import type { CurrentUser } from '@portal/contract/session/session'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

interface Session {
  token: string | null
  /** null: signed out, or not asked for yet. */
  user: CurrentUser | null
}

// The token travels in a header, so a script has to be able to read it; nothing else about the session is
// kept.
const TOKEN = 'token'
const TOKEN_DAYS = 1

const store = createStore<Session>({ token: readCookie(TOKEN), user: null })

/** Someone without roles or permissions still has the default ones (§4). */
function withDefaults(user: CurrentUser): CurrentUser {
  return {
    ...user,
    roles: user.roles?.length ? user.roles : ['ROLE_DEFAULT'],
    permissions: user.permissions?.length ? user.permissions : ['DEFAULT'],
  }
}

export const session = {
  token: (): string | null => store.get().token,
  user: (): CurrentUser | null => store.get().user,
  /** `remember`: the token outlives the browser window. */
  begin(token: string, user: CurrentUser, remember: boolean): void {
    writeCookie(TOKEN, token, remember ? TOKEN_DAYS : undefined)
    store.set({ token, user: withDefaults(user) })
  },
  know(user: CurrentUser): void {
    store.set({ ...store.get(), user: withDefaults(user) })
  },
  /** He signs out, of whatever he has signed in to in other windows too. */
  leave(): void {
    dropCookie(TOKEN)
    store.set({ token: null, user: null })
  },
  /** It is over. The cookie may be that of a new one by now, begun in another window: that goes on. */
  end(): void {
    if (readCookie(TOKEN) === store.get().token) dropCookie(TOKEN)
    store.set({ token: null, user: null })
  },
  /** What another tab has left since: its token, null where it has signed out; undefined: nothing. */
  readOther(): string | null | undefined {
    const token = readCookie(TOKEN)
    return token === store.get().token ? undefined : token
  },
  /** Goes on with the session that another tab has begun. */
  follow(token: string, user: CurrentUser): void {
    store.set({ token, user: withDefaults(user) })
  },
  subscribe: store.subscribe,
}

export const useSession = (): Session => useStore(store)
/** The signed-in person, or null. On screens behind the guard he is there. */
export const useUser = (): CurrentUser | null => useStore(store).user

export const holds = (codes: readonly Permission[]): boolean =>
  holdsAny(store.get().user?.permissions ?? [], codes)
export const useHolds = (codes: readonly Permission[]): boolean =>
  holdsAny(useUser()?.permissions ?? [], codes)
export const displayName = (user: CurrentUser): string => user.name || user.username
