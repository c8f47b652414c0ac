import { holdsAny, type Permission } from '@portal/contract/kernel/permissions'
import type { CurrentUser } from '@portal/contract/session/session'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

interface Session {
  token: string | null
  /** Null: signed out, or not loaded yet. */
  user: CurrentUser | null
}

// The token travels in a header, so scripts must be able to read it. Nothing else about the session is
// stored.
const TOKEN = 'token'
const TOKEN_DAYS = 1

const store = createStore<Session>({ token: readCookie(TOKEN), user: null })

/** A user without roles or permissions has the default role and permission. */
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
  /** The user signs out, also of a session begun in another window. */
  leave(): void {
    dropCookie(TOKEN)
    store.set({ token: null, user: null })
  },
  /** The session is over. If another window has stored a new token meanwhile, that cookie stays. */
  end(): void {
    if (readCookie(TOKEN) === store.get().token) dropCookie(TOKEN)
    store.set({ token: null, user: null })
  },
  /** The token that another tab has stored since: null after it signed out, undefined if nothing changed. */
  readOther(): string | null | undefined {
    const token = readCookie(TOKEN)
    return token === store.get().token ? undefined : token
  },
  /** Continues with the session that another tab has begun. */
  follow(token: string, user: CurrentUser): void {
    store.set({ token, user: withDefaults(user) })
  },
  subscribe: store.subscribe,
}

export const useSession = (): Session => useStore(store)
/** The signed-in person, or null. On screens behind the guard it is never null. */
export const useUser = (): CurrentUser | null => useStore(store).user

export const holds = (codes: readonly Permission[]): boolean =>
  holdsAny(store.get().user?.permissions ?? [], codes)
export const useHolds = (codes: readonly Permission[]): boolean =>
  holdsAny(useUser()?.permissions ?? [], codes)
export const displayName = (user: CurrentUser): string => user.name || user.username
